internal import SQLite
internal import TestSupport
internal import Testing

/// The real program twice at once: a note is open in an editor, and `records` changes it.
@Suite(.timeLimit(.minutes(5))) struct `A note that is open in an editor` {
    @Test(arguments: [
        ("article_id=1", "SELECT article_id FROM notes", SQLiteValue.integer(1)),
        ("title=otro", "SELECT title FROM notes", .text("otro")),
        ("keywords=a", "SELECT keywords FROM notes", .text("[\"a\"]")),
    ])
    func `is not written over what records changed meanwhile, be it its article alone`(
        assignment: String, look: String, expected: SQLiteValue
    ) async throws {
        let place = try Place()
        try place.configure("http://127.0.0.1:9")
        #expect(try await place.run("notes", "add", "Título", "--body", "año").code == 0)
        try Connection(path: place.store, access: .readWrite).execute(
            """
            INSERT INTO articles (provider, provider_id, headline, first_seen_at, changed_at, last_seen_at)
            VALUES ('nyt', 'one', 'One', '2015-07-01T00:00:00Z', '2015-07-01T00:00:00Z', '2015-07-01T00:00:00Z')
            """)
        let script = try place.folder.write(
            """
            set -e
            "$PROGRAM" --config "$CONFIGURATION" records update notes --where 'id == 1' '\(assignment)'
            sed -i 's/^año$/una hora de trabajo/' "$1"

            """, to: "editor")
        let edited = try await place.run(
            ["notes", "edit", "1"],
            environment: [
                "EDITOR": "/bin/sh '\(script)'", "TMPDIR": place.folder.path, "PATH": "/usr/bin:/bin",
                "PROGRAM": try Binary.path(), "CONFIGURATION": place.folder.file("articlesync.toml"),
            ])
        #expect(edited.code == 1, "\(edited)")
        #expect(
            edited.errors.contains("somebody else changed it meanwhile (it was version 1, and is 2 now)"),
            "\(edited)")
        let connection = try Connection(path: place.store, access: .readOnly)
        #expect(try connection.first(look) { $0.value(0) } == expected)
        #expect(try connection.first("SELECT body, _version FROM notes") { $0.text(0) } == "año")
        let kept = try #require(
            try Files.names(in: place.folder.path).first { $0.hasPrefix("articlesync-note-") })
        #expect(try Files.text(place.folder.file(kept)).contains("una hora de trabajo"))
    }
}
