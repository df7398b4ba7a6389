internal import Commands
internal import SQLite
internal import Sandbox
internal import TestSupport
internal import Testing

/// The real program: the store by the names of its entities.
@Suite(.timeLimit(.minutes(5))) struct `Records by name` {
    /// A configuration without a store.
    private func emptyPlace() throws -> Place {
        let place = try Place()
        try place.configure("http://127.0.0.1:9")
        return place
    }

    private func syncedPlace() async throws -> Place {
        let sandbox = try Sandbox.start(.july(12), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        return place
    }

    private func titles(_ place: Place) throws -> [String] {
        try Connection(path: place.store, access: .readOnly).all("SELECT title FROM notes ORDER BY id") {
            $0.text(0) ?? ""
        }
    }

    @Test func `002-08 002-14 002-22 002-24 rows are made, read, changed and removed, each by a process of its own`()
        async throws
    {
        let place = try emptyPlace()
        let made = try await place.run(
            "records", "insert", "notes", "title=Call the coach", "keywords=sport, \"phone, calls\"", "body=a=b")
        #expect(made.code == 0 && made.output == "1 note inserted: 1\n" && made.errors == "", "\(made)")
        #expect(try await place.run("records", "insert", "notes", "title=Second").output == "1 note inserted: 2\n")
        let read = try await place.run(
            "records", "select", "notes", "--where", "title CONTAINS[cd] 'COACH'", "-c", "id,title,body,keywords", "-f",
            "json")
        #expect(
            read.output == """
                [
                {"id":1,"title":"Call the coach","body":"a=b","keywords":["sport","phone, calls"]}
                ]

                """, "\(read)")
        let changed = try await place.run(
            "records", "update", "notes", "--where", "id == 2", "title=Zweite", "keywords=x")
        #expect(changed.code == 0 && changed.output == "1 note updated\n", "\(changed)")
        let again = try await place.run(
            "records", "update", "notes", "--all", "keywords=x", "--format", "json")
        #expect(
            again.output
                == #"{"outcome":"updated","entity":"notes","dry_run":false,"key":null,"matched":2,"changed":1,"#
                + #""ignored":[]}"# + "\n", "\(again)")
        let sorted = try await place.run("records", "select", "notes", "--sort=-title", "-n", "1", "-c", "title")
        #expect(sorted.output == "TITLE\nZweite\n", "\(sorted)")
        let removed = try await place.run("records", "delete", "notes", "--where", "id == 1")
        #expect(removed.code == 0 && removed.output == "1 note deleted\n", "\(removed)")
        #expect(try titles(place) == ["Zweite"])
        #expect(try await place.run("notes", "show", "2").output.contains("  keywords  x\n"))
    }

    @Test func `what is done is logged from the level on that the configuration asks for, without a value`()
        async throws
    {
        let place = try Place()
        func errors(_ level: String, _ words: String...) async throws -> String {
            try place.configure("http://127.0.0.1:9", more: "[log]\nlevel = \"\(level)\"")
            return try await place.run(["records"] + words).errors
        }
        let made = try await errors("info", "insert", "notes", "title=hidden", "colour=hidden")
        let lines = made.split(separator: "\n").map(String.init)
        #expect(lines.count == 4, "\(made)")
        #expect(lines[0].hasSuffix(" info records outcome=opened tried=\"open to write\" detail=\"\""), "\(made)")
        #expect(
            lines[1].hasSuffix(
                " warning records outcome=\"keys passed over\" tried=\"insert into notes\" detail=\"colour: no such key\""
            ),
            "\(made)")
        #expect(
            lines[2].hasSuffix(" info records outcome=saved tried=\"insert into notes\" detail=\"1 row\""), "\(made)")
        #expect(lines[3] == "articlesync: passed over: colour: no such key", "\(made)")
        #expect(try await errors("info", "select", "notes", "--where", "title == 'hidden'") == "")
        let read = try await errors("debug", "select", "notes", "--where", "title == 'hidden'")
        #expect(read.contains(" debug records outcome=done tried=\"select notes\" detail=\"1 row\"\n"), "\(read)")
        let refused = try await errors("error", "update", "notes", "--all", "article_id=4711")
        #expect(
            refused.hasPrefix("articlesync: update notes of ") && refused.contains("there is no 4711"), "\(refused)")
        let told = try await errors("warning", "update", "notes", "--all", "article_id=4711")
        #expect(told.contains(" warning records outcome=\"not done\" tried=\"update notes\""), "\(told)")
        let log = (made + read + told).split(separator: "\n").filter { !$0.hasPrefix("articlesync: ") }.joined()
        #expect(!log.contains("hidden") && !log.contains("4711"), "\(log)")
    }

    @Test func `002-10 a key that cannot be set is told of, and refused on request`() async throws {
        let place = try emptyPlace()
        let lenient = try await place.run("records", "insert", "notes", "titel=x", "title=y", "date=2001-01-01")
        #expect(lenient.code == 0 && lenient.output == "1 note inserted: 1\n", "\(lenient)")
        #expect(
            lenient.errors
                == "articlesync: passed over: titel: no such key (nearest: title); date: the store sets it, nobody else does\n",
            "\(lenient)")
        let strict = try await place.run("records", "insert", "notes", "titel=x", "title=y", "--strict")
        #expect(strict.code == 64 && strict.output == "", "\(strict)")
        #expect(strict.errors.contains("titel: no such key (nearest: title)"), "\(strict)")
        #expect(strict.errors.contains("`articlesync records entities notes` shows its keys"), "\(strict)")
        #expect(try titles(place) == ["y"])
    }

    @Test func `002-13 an unknown entity, an empty key and a value of another type are usage`() async throws {
        let place = try emptyPlace()
        for (words, complaint) in [
            (["select", "note"], "no entity is called `note` (nearest: notes)"),
            (["insert", "notes", "=x"], "a key is empty"),
            (["insert", "notes", "title=a", "title=b"], "title: given twice"),
            (["insert", "notes", "keywords=[\"a\",\"b\"]"], "keywords is a list: write its words with commas"),
            (
                ["insert", "notes", "title=x", "article_id=many"],
                "article_id: found text \"many\", expected a whole number"
            ),
            (["insert", "notes", "title"], "`title` is no KEY=VALUE"),
            (["insert", "notes"], "needs KEY=VALUE"),
            (["insert"], "needs the name of an entity"),
            (["upsert", "notes"], "no action is called `upsert`"),
            (["select", "notes", "id=1"], "--where PREDICATE chooses rows"),
            (["select", "notes", "--dry-run"], "takes no --dry-run"),
            (["insert", "notes", "title=x", "--where", "id == 1"], "takes no --where"),
            (["select", "notes", "--columns", "id,titel"], "titel: no such key (nearest: title)"),
            (["select", "notes", "--arg", "x"], "--arg is for a placeholder of --where"),
            (["entities", "notes", "-f", "csv"], "only `records select` writes csv"),
            (["select", "notes", "--bom"], "--bom is for --format csv"),
            (["delete", "notes", "--all", "-f", "csv", "--safe-for-spreadsheets"], "takes no --safe-for-spreadsheets"),
            (["entities", "nots"], "no entity is called `nots` (nearest: notes)"),
        ] {
            let refused = try await place.run(["records"] + words)
            #expect(refused.code == 64 && refused.output == "", "\(words): \(refused)")
            #expect(refused.errors.contains(complaint), "\(words): \(refused)")
            #expect(refused.errors.split(separator: "\n").count == 1, "\(words): \(refused)")
        }
        #expect(!Files.exists(place.store))
    }

    @Test func `002-15 a predicate that cannot be read points at its column`() async throws {
        let place = try await syncedPlace()
        for (option, text, complaint) in [
            ("--where", "word_count > 'many'", "column 14: predicate: found text \"many\", expected a whole number"),
            ("--where", "headline = ", "column 12: predicate: found the end"),
            ("--sort", "headline,-word_cout", "column 11: sort keys: word_cout: no such field (nearest: word_count)"),
        ] {
            let refused = try await place.run("records", "select", "articles", option, text)
            #expect(refused.code == 64 && refused.output == "", "\(refused)")
            #expect(refused.errors.contains("select articles of \(place.store): \(complaint)"), "\(refused)")
        }
    }

    @Test func `002-25 update and delete without a predicate need --all, an empty one too`() async throws {
        let place = try emptyPlace()
        for title in ["a", "b"] {
            #expect(try await place.run("records", "insert", "notes", "title=\(title)").code == 0)
        }
        for (words, complaint) in [
            (["delete", "notes"], "`records delete` without --where means every row; add --all"),
            (["delete", "notes", "--where", " "], "`records delete` with an empty --where means every row; add --all"),
            (["update", "notes", "title=x"], "`records update` without --where means every row; add --all"),
            (["delete", "notes", "--all", "--where", "id == 1"], "--all means every row, and --where chooses some"),
        ] {
            let refused = try await place.run(["records"] + words)
            #expect(refused.code == 64 && refused.errors.contains(complaint), "\(refused)")
        }
        #expect(try titles(place) == ["a", "b"])
        let dry = try await place.run("records", "delete", "notes", "--all", "--dry-run")
        #expect(dry.code == 0 && dry.output == "2 notes would be deleted\n", "\(dry)")
        let dryUpdate = try await place.run("records", "update", "notes", "--all", "--dry-run", "title=a")
        #expect(dryUpdate.output == "1 note would be updated, 1 is so already\n", "\(dryUpdate)")
        #expect(try titles(place) == ["a", "b"])
        let all = try await place.run("records", "delete", "notes", "--all")
        #expect(all.code == 0 && all.output == "2 notes deleted\n", "\(all)")
        let none = try await place.run("records", "delete", "notes", "--all")
        #expect(none.code == 0 && none.output == "No note is like that; nothing changed.\n", "\(none)")
    }

    @Test func `002-23 002-28 an argument is a value, whatever quotes are in it`() async throws {
        let place = try emptyPlace()
        let evil = "' OR TRUEPREDICATE OR title == '\"; DROP TABLE notes; --"
        #expect(try await place.run("records", "insert", "notes", "title=a").code == 0)
        let none = try await place.run(
            "records", "update", "notes", "--where", "title == %@", "--arg", evil, "title=taken")
        #expect(none.code == 0 && none.output == "No note is like that; nothing changed.\n", "\(none)")
        #expect(try await place.run("records", "insert", "notes", "title=\(evil)").output == "1 note inserted: 2\n")
        let removed = try await place.run(
            "records", "delete", "notes", "--where", "%K == %@ AND id == %d", "--arg", "title", "--arg", evil, "--arg",
            "2")
        #expect(removed.output == "1 note deleted\n", "\(removed)")
        #expect(try titles(place) == ["a"])
        let wrong = try await place.run("records", "select", "notes", "--where", "id == %d", "--arg", "two")
        #expect(wrong.code == 64 && wrong.errors.contains("column 7: predicate: found argument 1"), "\(wrong)")
    }

    @Test func `what syncs keep can only be read, in every format`() async throws {
        let place = try await syncedPlace()
        for words in [
            ["insert", "articles", "headline=x"], ["update", "articles", "--all", "headline=x"],
            ["delete", "articles", "--all"],
        ] {
            let refused = try await place.run(["records"] + words)
            #expect(refused.code == 64, "\(refused)")
            #expect(
                refused.errors.contains(
                    "articles can only be read here: syncs bring articles and keep them in step with their provider "
                        + "(`articlesync sync`)"), "\(refused)")
        }
        let dangling = try await place.run("records", "insert", "notes", "title=x", "article_id=4711")
        #expect(dangling.code == 1, "\(dangling)")
        #expect(dangling.errors.contains("article_id: there is no 4711 in articles, or no more"), "\(dangling)")
        let lines = try await place.run(
            "records", "select", "current_articles", "--where", "query == 'july'", "--sort", "rank", "-f", "jsonl",
            "-c",
            "provider_id")
        #expect(lines.output.split(separator: "\n").count == 12 && lines.output.hasPrefix(#"{"provider_id":""#))
        let records = try await place.run("records", "select", "query_statuses", "-f", "csv", "-c", "name,articles")
        #expect(records.output == "name,articles\r\njuly,12\r\n", "\(records)")
        #expect(try await place.run("notes", "add", "=1+1", "--body", "").code == 0)
        let safe = try await place.run(
            "records", "select", "notes", "-f", "csv", "-c", "id,title", "--safe-for-spreadsheets", "--bom")
        #expect(safe.output == "\u{FEFF}id,title\r\n1,'=1+1\r\n", "\(safe)")
        let none = try await place.run("records", "select", "runs", "--where", "outcome == 'failed'", "-f", "json")
        #expect(none.code == 0 && none.output == "[]\n", "\(none)")
    }

    @Test func `entities need no store and no configuration`() async throws {
        let all = await InProcess(["records", "entities"])
        #expect(all.code == .done && all.output.contains("notes\n  a row is"), "\(all)")
        for entity in ["articles", "coverage", "query_statuses"] {
            #expect(all.output.contains("\(entity)\n  a row is"))
        }
        let one = await InProcess(["records", "entities", "notes", "--format", "json"])
        #expect(
            one.output.hasPrefix(#"{"entities":[{"name":"notes","summary":"what a person wrote down"#), "\(one)")
        #expect(one.output.contains(#"{"name":"title","type":"text","nullable":false,"settable":true}"#), "\(one)")
    }
}
