internal import Articles
internal import Chronology
internal import Commands
internal import Expectations
internal import Glibc
internal import SQLiteStore
internal import Synchronization
internal import TestSupport
internal import Testing

/// Where an export goes, what stands in its way, and what it says of what it wrote.
@Suite struct `Exporting` {
    private typealias Laws = ArticleStoreConformance

    @Test func `says what was written, and writes nothing else`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        let path = scene.file("july.csv")
        let run = await scene.run("export", "july", "--output", path)
        #expect(run.code == .done && run.errors.isEmpty, "\(run)")
        #expect(
            run.output == "\(path): 10 articles of july, 2015-07-01…2015-07-07, complete; 2.1 KiB\n"
                + "manifest: \(path).manifest.json\n", "\(run)")
        let names = try Files.names(in: scene.folder.path).filter { !$0.hasPrefix("articles") }
        #expect(names == ["july.csv", "july.csv.manifest.json"])
    }

    @Test func `writes over nothing unless it is told to`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        for there in ["july.csv", "july.csv.manifest.json"] {
            let path = try scene.folder.write("mine", to: there)
            let run = await scene.run("export", "july", "-o", scene.file("july.csv"))
            #expect(run.code == .failed)
            #expect(
                run.errors
                    == "articlesync: \(path) is there already, and nothing was written; --force writes over it\n")
            #expect(try Files.text(path) == "mine")
            #expect(await scene.run("export", "july", "-o", scene.file("july.csv"), "--force").code == .done)
            #expect(try Files.text(path) != "mine")
            for name in ["july.csv", "july.csv.manifest.json"] { unsafe unlink(scene.file(name)) }
        }
    }

    @Test func `never writes over the store, by whatever name`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        try #require(unsafe symlink("articles.db", scene.file("link.db")) == 0)
        for path in [scene.store, scene.file("link.db"), scene.store + "-wal", scene.folder.path + "/./articles.db"] {
            let run = await scene.run("export", "july", "-f", "csv", "-o", path, "--force")
            #expect(run.code == .failed && run.errors.contains("is the store itself"), "\(path): \(run)")
            let manifest = await scene.run(
                "export", "july", "-f", "csv", "-o", "-", "--manifest", path, "--force")
            #expect(manifest.code == .failed && manifest.output.isEmpty, "\(path): \(manifest)")
        }
        #expect(await scene.run("articles", "july", "-f", "jsonl").output.split(separator: "\n").count == 10)
    }

    @Test func `follows a link to the file that it names`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        try scene.folder.write("old", to: "target.csv")
        try #require(unsafe symlink("target.csv", scene.file("link.csv")) == 0)
        #expect(await scene.run("export", "july", "-o", scene.file("link.csv"), "--force").code == .done)
        #expect(try Files.text(scene.file("target.csv")).hasPrefix("id,provider"))
        var info = stat()
        #expect(unsafe lstat(scene.file("link.csv"), &info) == 0 && info.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func `tells what is in the way of a file`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        let folder = await scene.run("export", "july", "-f", "csv", "-o", scene.folder.path, "--force")
        #expect(folder.code == .failed && folder.errors.contains("is a folder, which cannot be written"), "\(folder)")
        let device = await scene.run("export", "july", "-f", "csv", "-o", "/dev/null")
        #expect(device.code == .failed && device.errors.contains("`--output -` writes to standard output"), "\(device)")
        let missing = await scene.run("export", "july", "-o", scene.file("no/such/july.csv"))
        #expect(
            missing.errors
                == "articlesync: cannot write \(scene.file("no/such/july.csv")): No such file or directory; "
                + "see whether its folder is there and this user may write in it\n")
        let unmakable = await scene.run(
            "export", "july", "-o", scene.file("a.csv"), "--manifest", scene.file("no/a.json"))
        #expect(unmakable.code == .failed && !Files.exists(scene.file("a.csv")), "\(unmakable)")
        #expect(!Files.exists(scene.file(".a.csv.part")))
    }

    @Test func `two exports to one file never mix, and what a killed one left is no hindrance`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        let part = try scene.folder.write(String(repeating: "left behind", count: 10_000), to: ".july.csv.part")
        let descriptor = unsafe open(part, O_RDWR)
        try #require(flock(descriptor, LOCK_EX) == 0)
        let locked = await scene.run("export", "july", "-o", scene.file("july.csv"))
        #expect(locked.code == .tryLater && locked.errors.contains("another export to it is going on"), "\(locked)")
        close(descriptor)
        #expect(await scene.run("export", "july", "-o", scene.file("july.csv")).code == .done)
        #expect(try Files.text(scene.file("july.csv")).hasPrefix("id,provider") && !Files.exists(part))
        // Killed between the two names of the file: the one in place stays whole.
        let whole = try scene.bytes("july.csv")
        try #require(unsafe link(scene.file("july.csv"), part) == 0)
        #expect(await scene.run("export", "stale", "-o", scene.file("july.csv"), "--force").code == .failed)
        #expect(try scene.bytes("july.csv") == whole)
        try #require(unsafe link(scene.file("july.csv"), part) == 0 || Files.exists(part))
        #expect(await scene.run("export", "july", "-o", scene.file("july.csv"), "--force").code == .done)
        #expect(try scene.bytes("july.csv") == whole && !Files.exists(part))
    }

    @Test func `to standard output is the data alone, and the manifest goes where it is told to`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        #expect(await scene.run("export", "july", "-o", scene.file("july.jsonl")).code == .done)
        let run = await scene.run("export", "july", "-f", "jsonl", "-o", "-")
        #expect(run.code == .done && run.errors.isEmpty)
        #expect(try Array(run.output.utf8) == scene.bytes("july.jsonl"))
        let told = await scene.run(
            "export", "july", "-f", "jsonl", "-o", "-", "--manifest", scene.file("m.json"))
        #expect(told.output == run.output && told.errors.isEmpty)
        let manifest = try Files.text(scene.file("m.json"))
        #expect(manifest.contains("\"file\": null,") && manifest.contains("\"sha256sum\": null,"), "\(manifest)")
        let verified = await scene.run(
            "export", "--verify", scene.file("july.jsonl"), "--manifest", scene.file("m.json"))
        #expect(verified.code == .done, "\(verified)")
    }

    @Test func `to a file says on a terminal how far it has come, and takes that away again`() async throws {
        let scene = try ExportScene()
        try await scene.sync((0..<600).map { Laws.article("a\($0)") })
        let now = Mutex(Laws.at(3_600))
        // Every look at the clock takes a fifth of a second.
        let clock = WallClock {
            now.withLock { now in
                now = now.adding(.milliseconds(200))
                return now
            }
        }
        func run(_ words: [String], width: Int?) async -> InProcess {
            await InProcess(
                ["export", "july", "--config", scene.configuration] + words, environment: ["THE_KEY": Place.key],
                width: width, clock: clock)
        }
        let path = scene.file("july.csv")
        let seen = await run(["-o", path], width: 40)
        #expect(seen.code == .done)
        #expect(seen.errors.contains("\rjuly: 256/600 articles, "), "\(seen.errors)")
        #expect(seen.errors.hasSuffix("\r\u{1B}[K") && !seen.errors.contains("\n"), "\(seen.errors)")
        for line in seen.errors.split(separator: "\r") { #expect(line.count < 43, "\(line)") }
        let filtered = await run(["-o", path, "--force", "--where", "headline != \"a1\""], width: 40)
        #expect(filtered.errors.contains("\rjuly: 256 articles, "), "\(filtered.errors)")
        #expect(await run(["-o", path, "--force"], width: nil).errors.isEmpty)
        #expect(await run(["-f", "csv", "-o", "-"], width: 40).errors.isEmpty)
    }

    @Test func `of partial contents is written, ends with 2 and says what is missing`() async throws {
        let scene = try ExportScene()
        let writer = scene.writer
        let ticket = try await writer.begin(ExportScene.query, window: Laws.week, at: Laws.at(0))
        _ = try await writer.stage(Laws.page(0, ["a", "b"]), for: ticket)
        var reading = WindowReading(
            days: Laws.week, status: .partial, announced: .exactly(5), readAt: Laws.at(0))
        (reading.fetched, reading.unique) = (2, 2)
        reading.holes = [CoverageHole(days: Laws.week, missing: 3, reason: "page 1: HTTP 500")]
        let ending = RunEnding(.partial, coverage: .partial, counts: RunCounts(), reason: "3 of 5 are missing")
        _ = try await writer.replace(ticket, readings: [reading], ending: ending, at: Laws.at(1))
        let run = await scene.run("export", "july", "-o", scene.file("july.csv"))
        #expect(run.code == .incomplete && run.output.contains("2 articles of july"), "\(run)")
        #expect(
            run.errors
                == "articlesync: the contents of july are partial: 3 announced articles missing; "
                + "`articlesync status july` shows of which days\n")
        let manifest = try Files.text(scene.file("july.csv.manifest.json"))
        for part in [
            "\"complete\": false,", "\"coverage\": \"partial\",", "\"missing\": 3,", "\"reason\": \"page 1: HTTP 500\"",
        ] { #expect(manifest.contains(part), "\(part): \(manifest)") }
        let verified = await scene.run("export", "--verify", scene.file("july.csv"))
        #expect(verified.code == .done)
        #expect(
            verified.output
                == "\(scene.file("july.csv")): as exported; 2 articles of july, whose contents were not complete\n")
    }

    @Test func `of old contents is no failure, and a line says so`() async throws {
        let scene = try ExportScene()
        try await Laws.sync(
            scene.writer, [Laws.page(0, ["a"])], query: Laws.query("stale"), at: -200_000)
        let run = await scene.run("export", "stale", "-o", scene.file("stale.csv"))
        #expect(run.code == .done)
        #expect(
            run.errors == "articlesync: the contents of stale are stale since 2015-07-02 01:20 UTC (2 days): "
                + "older than stale_after\n")
        #expect(try Files.text(scene.file("stale.csv.manifest.json")).contains("\"complete\": true"))
    }

    @Test func `of nothing says why there is nothing, and leaves nothing`() async throws {
        let scene = try ExportScene()
        #expect(await scene.run("export", "july", "-o", scene.file("a.csv")).errors.contains("there is no store yet"))
        try await scene.sync()
        let unknown = await scene.run("export", "jule", "-o", scene.file("a.csv"))
        #expect(unknown.code == .usage && unknown.errors.contains("(nearest: july)"), "\(unknown)")
        let never = await scene.run("export", "stale", "-o", scene.file("a.csv"))
        #expect(never.errors.contains("stale was never synced (`articlesync sync stale`"), "\(never)")
        let ticket = try await scene.writer.begin(Laws.query("stale"), window: Laws.week, at: Laws.at(0))
        _ = try await scene.writer.finish(ticket, ending: RunEnding(.failed, counts: RunCounts()), at: Laws.at(1))
        let failed = await scene.run("export", "stale", "-o", scene.file("a.csv"))
        #expect(failed.code == .failed)
        #expect(
            failed.errors == "articlesync: stale has no contents yet; `articlesync status stale` says why; "
                + "nothing was written\n")
        let before = await scene.run("export", "july", "-o", scene.file("a.csv"), "--as-of", "2015-07-01")
        #expect(before.code == .failed && before.errors.contains("july had no contents at 2015-07-01T23:59:59"))
        for words in [["--where", "headlin == 1"], ["--sort", "-nothing"], ["--where", "headline =="]] {
            let wrong = await InProcess(
                ["export", "july", "-o", scene.file("a.csv"), "--config", scene.configuration] + words,
                environment: ["THE_KEY": "k"])
            #expect(wrong.code == .usage && wrong.errors.contains("column "), "\(wrong)")
        }
        #expect(try Files.names(in: scene.folder.path).filter { $0.contains("a.csv") } == [])
    }

    @Test func `filtered, sorted and of the past is what it says in its manifest`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        try await scene.sync([Laws.article("id-0", version: 1)], at: 1_000)
        let run = await scene.run(
            "export", "july", "-o", scene.file("a.jsonl"), "--as-of", Laws.at(500).description, "--where",
            "section == \"S1\"", "--sort", "-provider_id", "--search", "line OR plain")
        #expect(run.code == .done, "\(run)")
        let lines = try Files.text(scene.file("a.jsonl")).split(separator: "\n")
        #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("\"section\":\"S1\"") })
        let manifest = try Files.text(scene.file("a.jsonl.manifest.json"))
        for part in [
            "\"where\": \"section == \\\"S1\\\"\"", "\"sort\": \"-provider_id\"", "\"as_of\": \"\(Laws.at(500))\"",
            "\"search\": \"line OR plain\"", "\"contents\": 10,", "\"articles\": \(lines.count),",
            "\"windows\": null,", "\"generation\": 1,",
        ] { #expect(manifest.contains(part), "\(part): \(manifest)") }
        #expect(run.output.contains(", of 10 in its contents,"), "\(run)")
    }

    @Test func `a file that is not as it was exported is told from one that is`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        let path = scene.file("july.csv")
        #expect(await scene.run("export", "july", "-o", path).code == .done)
        let whole = try scene.bytes("july.csv")
        let verified = await scene.run("export", "--verify", path)
        #expect(verified.code == .done && verified.output == "\(path): as exported; 10 articles of july\n")
        var changed = whole
        changed[200] ^= 1
        try Files.write(changed, to: path)
        let other = await scene.run("export", "--verify", path)
        #expect(other.code == .failed && other.errors.contains("its SHA-256 is"), "\(other)")
        try Files.write(Array(whole.dropLast()), to: path)
        let cut = await scene.run("export", "--verify", path)
        #expect(cut.code == .failed && cut.errors.contains("it has \(whole.count - 1) bytes"), "\(cut)")
        unsafe unlink(path)
        #expect(await scene.run("export", "--verify", path).errors.contains("cannot check \(path): it is not there"))
        try Files.write(whole, to: path)
        for damaged in ["", "{", "[]", "{\"bytes\": 1}", "{\"sha256\": 1, \"bytes\": \"a\"}"] {
            try scene.folder.write(damaged, to: "july.csv.manifest.json")
            let run = await scene.run("export", "--verify", path)
            #expect(run.code == .failed && run.errors.contains("is no manifest of an export"), "\(damaged): \(run)")
        }
        unsafe unlink(path + ".manifest.json")
        let bare = await scene.run("export", "--verify", path)
        #expect(bare.code == .failed && bare.errors.contains("\(path).manifest.json is not there; bring it back"))
    }

    @Test(arguments: [
        UsageCase("export", "`export` needs QUERY (see `articlesync export --help`)"),
        UsageCase("export july", "`export` needs --output FILE, or --output - for standard output"),
        UsageCase("export july -o -", "`--output -` needs --format csv or --format jsonl"),
        UsageCase("export july -o a.txt", "the ending of a.txt tells no format: use .csv, .jsonl or .sqlite"),
        UsageCase("export july -o a.csv -f xml", "--format takes one of csv, jsonl, sqlite, not `xml`"),
        UsageCase("export july -o - -f sqlite", "a database cannot be written to standard output"),
        UsageCase("export july -o a.csv --with-notes", "--with-notes is for --format sqlite"),
        UsageCase("export july -o a.jsonl --bom", "--bom is for --format csv"),
        UsageCase("export july -o a.db --safe-for-spreadsheets", "--safe-for-spreadsheets is for --format csv"),
        UsageCase("export july -o out/ -f csv", "--output out/ names a folder"),
        UsageCase("export july --output= -f csv", "--output needs the name of a file"),
        UsageCase("export july -o a.csv --manifest a.csv", "--manifest and --output name the same file"),
        UsageCase("export july --verify a.csv", "--verify checks a file, and goes with no QUERY and no --output"),
        UsageCase("export a b -o a.csv", "`export` does not know what to do with `b`"),
        UsageCase("articles --bom", "--bom is for --format csv"),
        UsageCase("articles --safe-for-spreadsheets -f json", "--safe-for-spreadsheets is for --format csv"),
    ])
    func `words that do not go together are usage`(_ usage: UsageCase) async throws {
        let run = await InProcess(usage.words)
        #expect(run.code == .usage && run.output.isEmpty)
        #expect(run.errors.hasPrefix("articlesync: " + usage.line), "\(run.errors)")
    }
}
