internal import Commands
internal import SQLite
internal import Sandbox
internal import TestSupport
internal import Testing

/// The real program: what a person does with notes.
@Suite(.timeLimit(.minutes(5))) struct `A person's notes` {
    /// A store with the articles of July, and the sandbox that they came from.
    private func scene() async throws -> (place: Place, sandbox: Sandbox) {
        let sandbox = try Sandbox.start(.july(40), clock: .still)
        let place = try Place()
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        return (place, sandbox)
    }

    /// A configuration without a store.
    private func emptyPlace() throws -> Place {
        let place = try Place()
        try place.configure("http://127.0.0.1:9")
        return place
    }

    /// An editor, as a shell script that is given the file.
    private func editor(_ script: String, in place: Place, name: String = "editor") throws -> [String: String] {
        let path = try place.folder.write("set -e\n\(script)\n", to: name)
        return ["EDITOR": "/bin/sh '\(path)'", "TMPDIR": place.folder.path, "PATH": "/usr/bin:/bin"]
    }

    /// Files that an editor was given and that are still there.
    private func leftovers(in place: Place) throws -> [String] {
        try Files.names(in: place.folder.path).filter { $0.hasPrefix("articlesync-note-") }
    }

    private func count(_ place: Place) throws -> Int? {
        try Connection(path: place.store, access: .readOnly).first("SELECT count(*) FROM notes") { $0.int(0) ?? 0 }
    }

    @Test(arguments: [
        ["Appeler", "l'entraîneur", "avant midi", "été", "forêt, clé", "Rappelé"],
        ["Búsqueda", "del ñandú", "¡mañana!", "año", "título, ¿qué?", "Cañón"],
    ])
    func `000-47 001-47 are made, read, changed and removed with accents, each by a process of its own`(
        words: [String]
    ) async throws {
        let place = try emptyPlace()
        let added = try await place.run(
            "notes", "add", words[0], words[1], "--body", words[2], "--keywords", "\(words[3]), \"\(words[4])\"")
        #expect(added.code == 0 && added.output == "note 1 is added\n", "\(added)")
        #expect(try await place.run("notes", "edit", "1", "--title", words[5]).output == "note 1 is changed\n")
        let shown = try await place.run("notes", "show", "1", "--json")
        #expect(
            shown.output.contains(
                "\"title\":\"\(words[5])\",\"body\":\"\(words[2])\",\"keywords\":[\"\(words[3])\",\"\(words[4])\"]"),
            "\(shown)")
        #expect(try await place.run("notes", "list").output.contains(words[5]))
        #expect(try await place.run("notes", "remove", "1").output == "note 1 is removed\n")
        #expect(try count(place) == 0)
    }

    @Test func `000-47 are made, read, changed and removed, each by a process of its own`() async throws {
        let place = try emptyPlace()
        let none = try await place.run("notes", "list")
        #expect(none.code == 0 && none.output == "No notes yet; `articlesync notes add` makes one.\n")
        #expect(try await place.run("notes", "list", "--json").output == "{\"notes\":[]}\n")
        #expect(!Files.exists(place.store))
        let added = try await place.run(
            "notes", "add", "Call", "the coach", "--body", "before noon", "--keywords", "sport, \"phone, calls\",sport")
        #expect(added.code == 0 && added.output == "note 1 is added\n", "\(added)")
        let shown = try await place.run("notes", "show", "1")
        #expect(shown.output.contains("  title     Call the coach\n"), "\(shown)")
        #expect(
            shown.output.contains("  keywords  sport, phone, calls\n") && shown.output.hasSuffix("\n\nbefore noon\n"))
        let json = try await place.run("notes", "show", "1", "--json")
        #expect(
            json.output.contains(
                #""title":"Call the coach","body":"before noon","keywords":["sport","phone, calls"],"article":null}"#),
            "\(json)")
        let edited = try await place.run("notes", "edit", "1", "--title", "Called the coach")
        #expect(edited.output == "note 1 is changed\n", "\(edited)")
        let again = try await place.run("notes", "edit", "1", "--title", "Called the coach", "--json")
        #expect(again.output.hasPrefix(#"{"outcome":"unchanged","notes":[1],"note":{"id":1,"#), "\(again)")
        let after = try await place.run("notes", "show", "1", "--json")
        #expect(after.output.contains(#""title":"Called the coach","body":"before noon""#), "\(after)")
        #expect(try await place.run("notes", "add", "Second", "-b", "x").code == 0)
        let removed = try await place.run("notes", "remove", "1", "2")
        #expect(removed.code == 0 && removed.output == "notes 1, 2 are removed\n", "\(removed)")
        #expect(try count(place) == 0)
    }

    @Test func `000-30 001-30 000-32 001-32 to add one without a text opens an empty form in the editor`() async throws
    {
        let place = try emptyPlace()
        let environment = try editor(
            """
            cp "$1" "\(place.folder.file("seen"))"
            stat -c %a "$1" > "\(place.folder.file("mode"))"
            printf 'Title: Über   uns\\nKeywords: a, b\\n\\n# Heading\\n\\n  indented\\n\\n' > "$1"
            """, in: place)
        let added = try await place.run(["notes", "add"], environment: environment)
        #expect(added.code == 0, "\(added)")
        #expect(try Files.text(place.folder.file("seen")) == "Title: \nKeywords: \n\n")
        #expect(try Files.text(place.folder.file("mode")) == "600\n")
        let shown = try await place.run("notes", "show", "1", "--json")
        #expect(
            shown.output.contains(##""title":"Über uns","body":"# Heading\n\n  indented","keywords":["a","b"]"##),
            "\(shown)")
        #expect(try leftovers(in: place) == [])
    }

    @Test
    func
        `000-31 001-31 000-32 001-32 000-36 001-36 to edit one without a change opens it in the editor, and its date stays`()
        async throws
    {
        let place = try emptyPlace()
        #expect(try await place.run("notes", "add", "First", "--body", "text", "-k", "one, \"two, three\"").code == 0)
        try Connection(path: place.store, access: .readWrite).execute(
            "UPDATE notes SET date = '2001-01-01T00:00:00Z', changed_at = '2001-01-01T00:00:00Z'")
        let environment = try editor(
            "cp \"$1\" '\(place.folder.file("seen"))'; sed -i 's/^text$/other text/' \"$1\"", in: place)
        let edited = try await place.run(["notes", "edit", "1"], environment: environment)
        #expect(edited.code == 0 && edited.output == "note 1 is changed\n", "\(edited)")
        #expect(
            try Files.text(place.folder.file("seen")) == "Title: First\nKeywords: one, \"two, three\"\n\ntext\n")
        let shown = try await place.run("notes", "show", "1", "--json")
        #expect(shown.output.contains(#""date":"2001-01-01T00:00:00Z""#), "\(shown)")
        #expect(!shown.output.contains(#""changed_at":"2001-01-01T00:00:00Z""#), "\(shown)")
        #expect(
            shown.output.contains(#""title":"First","body":"other text","keywords":["one","two, three"]"#), "\(shown)")
        #expect(try count(place) == 1)
        let untouched = try await place.run(
            ["notes", "edit", "1"], environment: ["VISUAL": "true", "EDITOR": "false", "PATH": "/usr/bin:/bin"])
        #expect(untouched.output == "note 1 is as it was\n", "\(untouched)")
    }

    @Test func `000-36 001-36 that somebody else changes while the editor is open are not overwritten`() async throws {
        let place = try emptyPlace()
        #expect(try await place.run("notes", "add", "Título", "--body", "año").code == 0)
        // The other one is quicker, and is done before this editor is.
        let environment = try editor(
            """
            "$PROGRAM" --config "$CONFIGURATION" notes edit 1 --body 'de otra persona'
            sed -i 's/^año$/una hora de trabajo/' "$1"
            """, in: place
        ).merging([
            "PROGRAM": try Binary.path(), "CONFIGURATION": place.folder.file("articlesync.toml"),
        ]) { $1 }
        let failed = try await place.run(["notes", "edit", "1"], environment: environment)
        #expect(failed.code == 1, "\(failed)")
        #expect(
            failed.errors.contains(
                "change note 1: somebody else changed it meanwhile (it was version 1, and is 2 now); look at it as it is now, and repeat the change; what you wrote is in"
            ), "\(failed)")
        let file = try #require(try leftovers(in: place).first)
        #expect(try Files.text(place.folder.file(file)).contains("una hora de trabajo"))
        #expect(try await place.run("notes", "show", "1").output.hasSuffix("de otra persona\n"))
    }

    @Test(arguments: [": > \"$1\"", "true", "rm \"$1\"; printf '\\n \\n' > \"$1\"", "exit 3"])
    func `000-33 001-33 to cancel in the editor leaves the store untouched`(script: String) async throws {
        let place = try emptyPlace()
        let environment = try editor(script, in: place)
        let cancelled = try await place.run(["notes", "add", "A title"], environment: environment)
        #expect(cancelled.code == 1 && cancelled.output == "", "\(cancelled)")
        #expect(cancelled.errors.contains("the store is as it was"), "\(cancelled)")
        #expect(!Files.exists(place.store))
        #expect(try await place.run("notes", "add", "--body", "kept").code == 0)
        let edited = try await place.run(["notes", "edit", "1"], environment: environment)
        #expect(edited.code == (script == "true" ? 0 : 1), "\(edited)")
        #expect(try await place.run("notes", "show", "1").output.hasSuffix("kept\n"))
        #expect(try leftovers(in: place) == [])
    }

    @Test func `what was written by hand is kept where it cannot be stored`() async throws {
        let place = try emptyPlace()
        try place.folder.write("not a database, and longer than the header of one\n", to: "articles.db")
        let environment = try editor("echo 'an hour of work' > \"$1\"", in: place)
        let failed = try await place.run(["notes", "add"], environment: environment)
        #expect(failed.code == 1, "\(failed)")
        let file = try #require(try leftovers(in: place).first)
        #expect(failed.errors.contains("what you wrote is in \(place.folder.file(file))"), "\(failed)")
        #expect(try Files.text(place.folder.file(file)) == "an hour of work\n")
    }

    @Test(arguments: [["add"], ["edit", "1"]])
    func `what was written by hand is kept where the editor dies after it`(words: [String]) async throws {
        let place = try emptyPlace()
        #expect(try await place.run("notes", "add", "--body", "kept").code == 0)
        for (ending, how) in [("kill -9 $$", "137"), ("exit 3", "3")] {
            let environment = try editor("echo 'an hour of work' > \"$1\"; \(ending)", in: place)
            let failed = try await place.run(["notes"] + words, environment: environment)
            #expect(failed.code == 1 && failed.errors.contains("ended with exit code \(how)"), "\(failed)")
            let file = try #require(try leftovers(in: place).first)
            #expect(failed.errors.contains("what you wrote is in \(place.folder.file(file))\n"), "\(failed)")
            #expect(try Files.text(place.folder.file(file)) == "an hour of work\n")
            try Files.remove(place.folder.file(file))
        }
        #expect(try count(place) == 1)
        #expect(try await place.run("notes", "show", "1").output.hasSuffix("kept\n"))
        // A blank file is nobody's work.
        let blank = try editor("echo > \"$1\"; kill -9 $$", in: place)
        #expect(try await place.run(["notes"] + words, environment: blank).code == 1)
        #expect(try leftovers(in: place) == [])
    }

    @Test func `an interrupt while the editor is open is the editor's own affair`() async throws {
        let place = try emptyPlace()
        var environment = try editor("kill -INT $PPID; kill -INT $PPID; echo 'written on' > \"$1\"", in: place)
        // The shell that opens the editor becomes it, so that its parent is the program.
        environment["EDITOR"] = environment["EDITOR"].map { "exec \($0)" }
        let added = try await place.run(["notes", "add"], environment: environment)
        #expect(added.code == 0 && added.output == "note 1 is added\n", "\(added)")
        #expect(try await place.run("notes", "show", "1").output.hasSuffix("\nwritten on\n"))
    }

    @Test func `without an editor to add says what else there is`() async throws {
        let place = try emptyPlace()
        let failed = try await place.run("notes", "add", "Title")
        #expect(failed.code == 64 && failed.errors.contains("neither $VISUAL nor $EDITOR"), "\(failed)")
        #expect(!Files.exists(place.store))
    }

    @Test func `a body comes from standard input`() async throws {
        let place = try emptyPlace()
        let words = "notes add Piped --body -"
        let environment = [
            "ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml"), "PATH": "/usr/bin:/bin",
            "PROGRAM": try Binary.path(),
        ]
        func pipe(_ producer: String) async throws -> ChildProcess.Ending {
            try await ChildProcess(
                "/bin/sh", ["-c", "\(producer) | \"$PROGRAM\" \(words)"], environment: environment,
                keepingIn: place.folder
            ).ending()
        }
        let piped = try await pipe("printf '\\nline one\\nZeile Zwei\\n\\n'")
        #expect(piped.code == 0 && piped.output == "note 1 is added\n", "\(piped)")
        let shown = try await place.run("notes", "show", "1", "--json")
        #expect(shown.output.contains(#""body":"line one\nZeile Zwei""#), "\(shown)")
        let long = try await pipe("head -c 1048577 /dev/zero")
        #expect(long.code == 1 && long.errors.contains("longer than 1 MiB"), "\(long)")
        #expect(try count(place) == 1)
    }

    @Test func `001-48 are searched in titles and keywords, whatever case and accents`() async throws {
        let place = try emptyPlace()
        for (title, keywords) in [("Búsqueda", "x"), ("otro", "el Año, otra"), ("nothing", "at all")] {
            #expect(try await place.run("notes", "add", title, "--body", "ano", "--keywords", keywords).code == 0)
        }
        for (text, expected) in [("BUSQUEDA", "1"), ("ano", "2"), ("búsqueda", "1")] {
            let found = try await place.run("notes", "list", "--search", text, "--json")
            #expect(found.output.hasPrefix(#"{"notes":[{"id":\#(expected),"#), "\(found)")
            #expect(found.output.ranges(of: "\"id\"").count == 1, "\(found)")
        }
        #expect(try await place.run("notes", "list", "--search", "zzz").output == "No note is like that.\n")
    }

    @Test func `about an article survive syncs, remap, prune and the article's disappearance`() async throws {
        let (place, sandbox) = try await scene()
        defer { sandbox.stop() }
        // One of those that leave when the query is cut to its first ten days.
        let leaving = try #require(
            try Connection(path: place.store, access: .readOnly).first(
                "SELECT id, provider_id, url FROM articles ORDER BY published_at DESC LIMIT 1"
            ) { (id: $0.int64(0) ?? 0, name: $0.text(1) ?? "", url: $0.text(2) ?? "") })
        for reference in [leaving.name, "\(leaving.id)", leaving.url] {
            let added = try await place.run("notes", "add", "--body", "about it", "--about", reference, "--json")
            #expect(added.output.contains(#""article":{"id":\#(leaving.id),"#), "\(added)")
        }
        #expect(try await place.run("notes", "add", "--body", "free").code == 0)
        let listed = try await place.run("notes", "list", "--about", leaving.url, "--json")
        #expect(listed.output.ranges(of: "about it").count == 3 && !listed.output.contains("free"), "\(listed)")
        let unknown = try await place.run("notes", "add", "--body", "x", "--about", "nobody")
        #expect(unknown.code == 1 && unknown.errors.contains("no article is known by `nobody`"), "\(unknown)")

        let text = try Files.text(place.folder.file("articlesync.toml"))
            .replacing("to = 2015-07-31", with: "to = 2015-07-10")
            .replacing("path = \"articles.db\"", with: "path = \"articles.db\"\nkeep_vanished = \"365 days\"")
        try place.folder.write(text, to: "articlesync.toml")
        #expect(try await place.run("sync", "--accept").code == 0)
        try Connection(path: place.store, access: .readWrite).execute(
            "UPDATE articles SET vanished_at = '2001-01-01T00:00:00Z' WHERE vanished_at IS NOT NULL")
        for words in [["sync"], ["remap", "--accept"], ["prune", "--vacuum"]] {
            let ending = try await place.run(words)
            #expect(ending.code == 0, "\(words): \(ending)")
        }
        #expect(try await place.run("notes", "list", "--about", leaving.name, "--json").output == listed.output)
        // Once no note is about it, prune may take it.
        let freed = try await place.run("notes", "edit", "1", "--free")
        #expect(freed.output == "note 1 is changed\n", "\(freed)")
        #expect(try await place.run("notes", "remove", "2", "3").code == 0)
        #expect(try await place.run("prune").code == 0)
        #expect(try await place.run("show", leaving.name).code == 1)
        #expect(try await place.run("notes", "show", "1").output.hasSuffix("about it\n"))
        #expect(try count(place) == 2)
    }

    @Test func `of an unknown number name those that there are`() async throws {
        let place = try emptyPlace()
        let none = try await place.run("notes", "remove", "4")
        #expect(none.code == 1 && none.errors.contains("no note has the number 4 (there is none yet)"), "\(none)")
        #expect(!Files.exists(place.store))
        for title in ["a", "b"] { #expect(try await place.run("notes", "add", title, "--body", "x").code == 0) }
        for action in [["remove", "1", "4"], ["show", "4"], ["edit", "4", "--title", "x"]] {
            let failed = try await place.run(["notes"] + action)
            #expect(failed.code == 1, "\(failed)")
            #expect(failed.errors.contains("no note has the number 4 (there are 2, 1)"), "\(failed)")
        }
        #expect(try count(place) == 2)
    }

    @Test func `many long ones are listed in little memory`() async throws {
        let place = try emptyPlace()
        #expect(try await place.run("notes", "add", "first", "--body", "").code == 0)
        try Connection(path: place.store, access: .readWrite).execute(
            """
            WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 300)
            INSERT INTO notes (date, body, created_at, changed_at)
            SELECT '2015-07-08T00:00:00Z', hex(zeroblob(500000)), '', '' FROM numbers
            """)
        let environment = ["ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml"), "HOME": place.folder.path]
        for (words, code) in [("list", 0), ("list --json", 0), ("show 999", 1), ("remove 999", 1)] as [(String, Int32)]
        {
            // A third of what the notes say, and twice what such a process maps at rest.
            let script = "ulimit -d 150000; exec \"$1\" notes \(words) > \"$2\""
            let ending = try await ChildProcess(
                "/bin/sh", ["-c", script, "sh", Binary.path(), place.folder.file("listed")], environment: environment,
                keepingIn: place.folder
            ).ending()
            #expect(ending.code == code, "\(words): \(ending)")
        }
    }

    @Test func `a note that says nothing is refused, and the one that there is stays`() async throws {
        let place = try emptyPlace()
        let nothing = try await place.run("notes", "add", " ", "--body", "")
        #expect(nothing.code == 1 && nothing.output == "", "\(nothing)")
        #expect(
            nothing.errors == "articlesync: a note needs a title, a body or keywords; none was written\n", "\(nothing)")
        #expect(!Files.exists(place.store))
        #expect(try await place.run("notes", "add", "Title", "--body", "").code == 0)
        let emptied = try await place.run("notes", "edit", "1", "--title", "")
        #expect(
            emptied.code == 1
                && emptied.errors
                    == "articlesync: a note needs a title, a body or keywords; note 1 stays as it was "
                    + "(`articlesync notes remove 1` removes it)\n",
            "\(emptied)")
        #expect(try await place.run("notes", "show", "1").output.contains("  title     Title\n"))
        #expect(try await place.run("notes", "list", "--limit", "0").output == "No note is like that.\n")
    }

    @Test(arguments: ["", "  "])
    func `an empty search is a mistake, as it is among articles`(text: String) async throws {
        let place = try emptyPlace()
        #expect(try await place.run("notes", "add", "Title", "--body", "").code == 0)
        for command in [["notes", "list"], ["articles"]] {
            let ending = try await place.run(command + ["--search", text])
            #expect(ending.code == 64 && ending.output == "" && ending.errors.contains(" is empty"), "\(ending)")
        }
    }

    @Test func `a word that is not UTF-8 is refused instead of kept as something else`() async throws {
        let place = try emptyPlace()
        let script = #"exec "$1" notes add "$(printf 'a\377b')" --body "$(printf '\303\251')""#
        let environment = ["ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml"), "HOME": place.folder.path]
        let ending = try await ChildProcess(
            "/bin/sh", ["-c", script, "sh", Binary.path()], environment: environment, keepingIn: place.folder
        ).ending()
        #expect(ending.code == 64 && ending.errors.contains("word 3 of the command is not UTF-8"), "\(ending)")
        #expect(!Files.exists(place.store))
    }
}
