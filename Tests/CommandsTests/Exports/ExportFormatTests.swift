internal import Articles
internal import Chronology
internal import Commands
internal import Expectations
internal import Mapping
internal import Rendering
internal import SQLite
internal import SQLiteStore
internal import TestSupport
internal import Testing

/// What is written, and that it can be read again.
@Suite struct `An exported file` {
    @Test(arguments: ExportFormat.allCases)
    func `has the same bytes whenever it is of the same contents, and so has its manifest`(
        format: ExportFormat
    ) async throws {
        let scene = try ExportScene()
        try await scene.sync()
        let name = "july.\(format.rawValue)"
        let first = await scene.run("export", "july", "--output", scene.file(name))
        #expect(first.code == .done && first.errors.isEmpty, "\(first)")
        let (data, manifest) = (try scene.bytes(name), try scene.bytes(name + ".manifest.json"))
        let again = await scene.run("export", "july", "--output", scene.file(name), "--force")
        #expect(again.code == .done && again.output == first.output, "\(again)")
        #expect(try scene.bytes(name) == data)
        #expect(try scene.bytes(name + ".manifest.json") == manifest)
        // A run that finds the same makes a generation of its own, which the manifest alone tells.
        try await scene.sync(at: 1_000)
        #expect(await scene.run("export", "july", "--output", scene.file(name), "--force").code == .done)
        #expect(try scene.bytes(name) == data)
        let next = String(decoding: try scene.bytes(name + ".manifest.json"), as: UTF8.self)
        #expect(next.contains("\"generation\": 2,") && Array(next.utf8) != manifest)
        // A change of one article is seen.
        var changed = ExportScene.awkward
        changed[4].headline = "other"
        try await scene.sync(changed, at: 2_000)
        #expect(await scene.run("export", "july", "--output", scene.file(name), "--force").code == .done)
        #expect(try scene.bytes(name) != data)
    }

    @Test func `as JSON Lines reads back as the articles that the store has`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        #expect(await scene.run("export", "july", "-o", scene.file("july.jsonl")).code == .done)
        var stored: [StoredArticle] = []
        var listing = ArticleListing()
        listing.queries = ["july"]
        _ = try scene.reader.articles(listing) { stored.append($0) }
        try #require(stored.count == ExportScene.awkward.count)
        // Lines end in LF alone, and nothing in a text is one.
        let lines = try scene.bytes("july.jsonl").split(separator: 0x0A)
        #expect(try lines.map { try ExportedArticle($0).article } == stored.map(\.article))
        #expect(
            try lines.map { try ExportedArticle($0).known }
                == stored.map { ["\($0.id)", $0.firstSeenAt.description, $0.changedAt.description] })
    }

    @Test func `lists read with json and jsonl are as the export has them, and json is an array`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        let lines = await scene.run("articles", "july", "--format", "jsonl")
        let rows = lines.output.utf8.split(separator: 0x0A)
        #expect(try rows.map { try ExportedArticle($0).article } == ExportScene.awkward)
        let json = await scene.run("articles", "july", "--format", "json")
        var document = JSONDocument()
        let articles = try document.parse(Array(json.output.utf8)) { root in
            try #require(root.kind == .array)
            return try root.elements.map { try ExportedArticle($0).article }
        }
        #expect(articles == ExportScene.awkward)
        let none = await scene.run("articles", "july", "--where", "headline == \"no such\"", "--format", "json")
        #expect(none.output == "[]\n")
    }

    @Test func `as a database has what the lines have`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        _ = try await scene.writer.addNote(
            Note.Content(title: "Año", body: "=1", keywords: ["k"]), about: 2, at: ExportScene.Laws.at(50))
        _ = try await scene.writer.addNote(Note.Content(title: "free"), about: nil, at: ExportScene.Laws.at(51))
        let written = await scene.run("export", "july", "-o", scene.file("july.db"), "--with-notes")
        #expect(
            written.output.contains("10 articles of july with 1 note, 2015-07-01…2015-07-07, complete"), "\(written)")
        let connection = try Connection(path: scene.file("july.db"), access: .readOnly)
        let headlines = try connection.all("SELECT headline FROM articles ORDER BY position") { $0.text(0) }
        #expect(headlines == ExportScene.awkward.map(\.headline))
        #expect(try connection.all("SELECT title, article_id FROM notes") { $0.values } == [["Año", 2]])
        let manifest = String(decoding: try scene.bytes("july.db.manifest.json"), as: UTF8.self)
        #expect(manifest.contains("\"notes\": 1") && manifest.contains("\"changed_at\",\n    \"position\"\n"))
    }

    @Test(.enabled(if: Files.exists("/usr/bin/python3"), "Python is not installed"))
    func `is the same in every format to Python's own readers`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        for name in ["july.csv", "july.jsonl", "july.sqlite"] {
            #expect(await scene.run("export", "july", "-o", scene.file(name)).code == .done)
        }
        #expect(await scene.run("export", "july", "-o", scene.file("bom.csv"), "--bom").code == .done)
        let script = try scene.folder.write(
            """
            import csv, json, sqlite3, hashlib, sys
            folder = sys.argv[1] + "/"
            def text(value):
                return "" if value is None else json.dumps(value, separators=(",", ":"), ensure_ascii=False) \\
                    if isinstance(value, list) else str(value)
            lines = [json.loads(line) for line in open(folder + "july.jsonl", encoding="utf-8", newline="\\n")]
            for name, encoding in (("july.csv", "utf-8"), ("bom.csv", "utf-8-sig")):
                with open(folder + name, encoding=encoding, newline="") as file:
                    rows = list(csv.DictReader(file, dialect="excel", strict=True))
                assert len(rows) == len(lines) == 10, (len(rows), len(lines))
                for row, line in zip(rows, lines):
                    for key, value in line.items():
                        if isinstance(value, list):
                            assert json.loads(row[key]) == value, (key, row[key], value)
                        else:
                            assert row[key] == text(value), (key, row[key], value)
                    assert list(row) == list(line), list(row)
            base = sqlite3.connect("file:" + folder + "july.sqlite?mode=ro&immutable=1", uri=True)
            base.row_factory = sqlite3.Row
            found = [dict(row) for row in base.execute("select * from articles order by position")]
            for position, (row, line) in enumerate(zip(found, lines), 1):
                assert row.pop("position") == position
                for key in ("authors", "keywords"):
                    row[key] = json.loads(row[key])
                assert row == line, (row, line)
            for name in ("july.csv", "july.jsonl", "july.sqlite"):
                manifest = json.load(open(folder + name + ".manifest.json", encoding="utf-8"))
                data = open(folder + name, "rb").read()
                digest = hashlib.sha256(data).hexdigest()
                assert manifest["sha256"] == digest and manifest["bytes"] == len(data)
                assert manifest["sha256sum"] == digest + "  " + name
            print("agreed")
            """, to: "read.py")
        let ending = try await ChildProcess(
            "/usr/bin/python3", [script, scene.folder.path], keepingIn: scene.folder
        ).ending()
        #expect(ending.output == "agreed\n", "\(ending.errors)")
    }

    @Test func `runs no formula in a spreadsheet where that was asked for`() async throws {
        let scene = try ExportScene()
        try await scene.sync()
        for words in [["export", "july", "-f", "csv", "-o", "-"], ["articles", "july", "-f", "csv"]] {
            let plain = await InProcess(words + ["--config", scene.configuration], environment: ["THE_KEY": "k"])
            #expect(plain.output.contains(",=1+1,") && plain.output.contains(",@SUM(A1:A2),"))
            let safe = await InProcess(
                words + ["--safe-for-spreadsheets", "--config", scene.configuration], environment: ["THE_KEY": "k"])
            #expect(safe.code == .done)
            #expect(safe.output.contains(",'=1+1,") && safe.output.contains(",'@SUM(A1:A2),"))
            #expect(!safe.output.contains(",=1+1,"))
        }
    }
}

/// An article as a line of the export says it.
private struct ExportedArticle {
    let article: Article
    /// What the store knows of it: id, when it was first seen and when it changed.
    let known: [String]

    init(_ line: some Sequence<UInt8>) throws {
        var document = JSONDocument()
        self = try document.parse(Array(line)) { try ExportedArticle($0) }
    }

    init(_ node: JSONNode) throws {
        func list(_ name: String) -> [String] { node[name]?.elements.compactMap(\.string) ?? [] }
        let provider = try #require(node["provider"]?.string)
        var article = Article(key: ArticleKey(provider: provider, id: try #require(node["provider_id"]?.string)))
        article.url = node["url"]?.string
        article.headline = node["headline"]?.string
        article.abstract = node["abstract"]?.string
        article.leadParagraph = node["lead_paragraph"]?.string
        article.byline = node["byline"]?.string
        article.authors = list("authors")
        article.source = node["source"]?.string
        article.section = node["section"]?.string
        article.kind = node["kind"]?.string
        article.publishedAt = node["published_at"]?.string.flatMap { PublicationDate($0) }
        article.updatedAt = node["updated_at"]?.string.flatMap { PublicationDate($0) }
        article.wordCount = node["word_count"]?.integer
        article.language = node["language"]?.string
        article.imageURL = node["image_url"]?.string
        article.keywords = list("keywords")
        self.article = article
        known = ["id", "first_seen_at", "changed_at"].map { node[$0]?.scalarText ?? "" }
    }
}
