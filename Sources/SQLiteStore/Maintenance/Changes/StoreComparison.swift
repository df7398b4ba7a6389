internal import Articles
internal import SQLite

/// A store and a former copy of it side by side: databases `store` and `copy` of one connection that can write neither.
struct StoreComparison: ~Copyable {
    private let connection: Connection
    private let head: ChangeHead

    /// - Throws: `refused` where the two cannot be compared.
    init(_ store: String, _ copy: String, tried: String) throws {
        // Opened once on their own, which tells in words what is wrong with a file.
        _ = try StoreOpening.forCopying(store, tried: tried)
        do throws(StoreFailure) { _ = try StoreOpening.forCopying(copy, tried: tried) } catch {
            let reason = error.kind == .missing ? "there is no \(copy), or nothing in it" : "\(copy): \(error.reason)"
            throw StoreFailure(
                .refused, tried: tried, reason: reason,
                hint: "name a former copy of the store, such as `articlesync backup` makes")
        }
        guard !FileStanding.areSame(store, copy) else {
            throw StoreFailure(
                .refused, tried: tried, reason: "\(copy) is the store itself",
                hint: "name a former copy of it, such as `articlesync backup` makes")
        }
        let connection = try Connection(path: "", access: .create)
        try connection.attachReadOnly(store, as: "store")
        try connection.attachReadOnly(copy, as: "copy")
        for scratch in ["gone", "come"] { try connection.attachPrivate(as: scratch) }
        try connection.execute("BEGIN")
        connection.askToContinue(every: 100_000) { !Task.isCancelled }
        let version = try connection.first("PRAGMA store.user_version") { $0.int(0) ?? 0 } ?? 0
        let other = try connection.first("PRAGMA copy.user_version") { $0.int(0) ?? 0 } ?? 0
        guard version == other else {
            throw StoreFailure(
                .refused, tried: tried, reason: "the store is of version \(version), and \(copy) of version \(other)",
                hint: "make a new copy with `articlesync backup`, which the replica needs too")
        }
        head = ChangeHead(
            version: version, from: try StorePosition.read(of: "copy", in: connection),
            to: try StorePosition.read(of: "store", in: connection),
            notes: NoteSpan(
                from: try NoteMark.own(of: "copy", in: connection), to: try NoteMark.own(of: "store", in: connection),
                taken: try NoteMark.imported(of: "copy", in: connection).last))
        self.connection = connection
    }

    /// Writes what leads from the copy to the store.
    func write(to writer: ChangeFile.Writer) throws {
        try writer.write(head.bytes, to: .head)
        for (name, key) in TravellingTables.whole { try layOut(name, key: key) }
        // The store does not speak of what it never had: where the copy is a replica's own file, people write there too.
        for id in try notesOfCopyAlone() { try connection.run("DELETE FROM gone.notes WHERE id = ?1", .integer(id)) }
        try connection.withChangeSession(of: "main") { session in
            for (name, _) in TravellingTables.whole { try session.add(name, since: "gone") }
            try session.write { try writer.write($0, to: .gone) }
        }
        try connection.withChangeSession(of: "come") { session in
            for (name, _) in TravellingTables.whole { try session.add(name, since: "main") }
            try session.write { try writer.write($0, to: .come) }
        }
        try connection.withChangeSession(of: "store") { session in
            for table in try TravellingTables.names(of: "store", in: connection) {
                try session.add(table, since: "copy")
            }
            try session.write { try writer.write($0, to: .rows) }
        }
    }

    /// Notes that were written in the copy, by their numbers: the store never had them, or not so.
    ///
    /// A copy that was only kept has none. One that the store may have removed since does not count.
    func notesOfCopyAlone() throws(SQLiteError) -> [Int64] {
        guard try TravellingTables.columns(of: "notes", in: "store", connection).contains("_version") else { return [] }
        return try connection.all(
            """
            SELECT c.id FROM copy.notes AS c LEFT JOIN store.notes AS s ON s.id = c.id
            WHERE iif(s.id IS NULL,
                c.id > coalesce((SELECT seq FROM store.sqlite_sequence WHERE name = 'notes'), 0),
                c.created_at <> s.created_at OR c._version > s._version
                    OR (c._version = s._version AND (c.title, c.body, c.keywords) <> (s.title, s.body, s.keywords)))
            ORDER BY c.id
            """
        ) { $0.int64(0) ?? 0 }
    }

    /// Copies the store as it is compared.
    func copyStore(to file: String) throws {
        try connection.copy("store", to: file) { _, _ in
            guard !Task.isCancelled else { throw SQLiteError.cancelled }
        }
    }

    /// Lays out the rows of a table that differ: as they were, as they are, and, in the connection's own database, none, so
    /// that each is compared with nothing and comes whole.
    private func layOut(_ table: String, key: [String]) throws(SQLiteError) {
        let columns = try TravellingTables.columns(of: table, in: "store", connection)
        let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        for place in ["main", "gone", "come"] {
            try connection.execute(
                "CREATE TABLE \(place).\(table) (\(list), PRIMARY KEY (\(key.joined(separator: ", "))))")
        }
        for (place, has, hasNot) in [("gone", "copy", "store"), ("come", "store", "copy")] {
            try connection.execute(
                """
                INSERT INTO \(place).\(table) SELECT \(list) FROM \(has).\(table)
                EXCEPT SELECT \(list) FROM \(hasNot).\(table)
                """)
        }
    }
}
