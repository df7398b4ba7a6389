internal import SQLite
internal import TestSupport
internal import Testing

@Suite struct `A change set` {
    private static let tables = """
        CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT;
        CREATE TABLE children (a TEXT, b INTEGER, parent INTEGER REFERENCES parents (id) ON DELETE SET NULL, x REAL, y BLOB,
            PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID;
        """

    /// A connection that has two files attached: what is, and what was.
    private func compare(_ folder: TemporaryFolder, _ was: String, _ becomes: String) throws -> [UInt8] {
        for (name, sql) in [("was", was), ("is", was + becomes)] {
            try Connection(path: folder.file("\(name) 100%?#.db"), access: .create).execute(Self.tables + sql)
        }
        let connection = try Connection(path: "", access: .create)
        for name in ["was", "is"] {
            try connection.attachReadOnly(folder.file("\(name) 100%?#.db"), as: name == "is" ? "now" : "was")
        }
        let bytes = Box()
        try connection.withChangeSession(of: "now") { session in
            for table in ["children", "parents"] { try session.add(table, since: "was") }
            try session.write { bytes.all += $0 }
        }
        return bytes.all
    }

    private final class Box { var all: [UInt8] = [] }

    private func reader(_ bytes: [UInt8], atOnce: Int = .max) -> (Int) throws -> [UInt8] {
        var rest = bytes[...]
        return { count in
            let taken = Array(rest.prefix(min(count, atOnce)))
            rest = rest.dropFirst(taken.count)
            return taken
        }
    }

    private static let was = """
        INSERT INTO parents VALUES (1, 'a'), (2, 'b'), (3, 'c');
        INSERT INTO children VALUES ('k', 1, 1, 0.5, x'00'), ('k', 2, 2, NULL, NULL), ('k', 3, 3, 1.5, x'');
        """
    private static let becomes = """
        DELETE FROM parents WHERE id = 2; DELETE FROM children WHERE b = 3;
        INSERT INTO parents VALUES (9, 'b'); INSERT INTO children VALUES ('é', 9, 9, -1, x'FF');
        UPDATE parents SET name = 'z' WHERE id = 3; UPDATE parents SET name = 'c' WHERE id = 1;
        """

    @Test func `tells every row that differs, with what it was`() throws {
        let folder = try TemporaryFolder()
        let bytes = try compare(folder, Self.was, "PRAGMA foreign_keys = ON;" + Self.becomes)
        var rows: [RowChange] = []
        try ChangeSet.forEach(reader(bytes, atOnce: 7)) { rows.append($0) }
        #expect(Set(rows.map { "\($0.table) \($0.operation) \($0.key)" }).count == rows.count)
        let gone = try #require(rows.first { $0.table == "children" && $0.operation == .delete })
        #expect(gone.old == ["k", 3, 3, 1.5, .blob([])] && gone.key == ["k", 3])
        let come = try #require(rows.first { $0.table == "children" && $0.operation == .insert })
        #expect(come.new == ["é", 9, 9, -1.0, .blob([0xFF])])
        let freed = try #require(rows.first { $0.table == "children" && $0.operation == .update })
        #expect(freed.old == ["k", 2, 2, nil, nil] && freed.new == [nil, nil, .null, nil, nil])
    }

    @Test(arguments: [1, 7, 4_096, .max])
    func `makes of what was what is, in pieces of any size`(_ size: Int) throws {
        let folder = try TemporaryFolder()
        let bytes = try compare(folder, Self.was, "PRAGMA foreign_keys = ON;" + Self.becomes)
        let target = try Connection(path: folder.file("was 100%?#.db"), access: .readWrite)
        let source = try Connection(path: folder.file("is 100%?#.db"), access: .readOnly)
        try target.execute("BEGIN IMMEDIATE")
        let dangling = try target.apply(reader(bytes, atOnce: size)) { change, conflict in
            Issue.record("\(change) \(conflict)")
            return .leave
        }
        try target.execute("COMMIT")
        #expect(dangling == 0)
        for table in ["parents", "children"] {
            let sql = "SELECT * FROM \(table) ORDER BY 1, 2"
            #expect(try target.all(sql) { $0.values } == source.all(sql) { $0.values })
        }
    }

    @Test func `asks about rows that are others than they were`() throws {
        let folder = try TemporaryFolder()
        let bytes = try compare(
            folder, Self.was,
            "UPDATE children SET x = 2 WHERE b = 1; UPDATE children SET x = 3 WHERE b = 2; DELETE FROM children WHERE b = 3; INSERT INTO parents VALUES (4, 'd')"
        )
        let target = try Connection(path: folder.file("was 100%?#.db"), access: .readWrite)
        try target.execute(
            """
            UPDATE children SET x = 7 WHERE b = 1; DELETE FROM children WHERE b = 2; UPDATE children SET x = 8 WHERE b = 3;
            INSERT INTO parents VALUES (4, 'other'); BEGIN IMMEDIATE
            """)
        let asked = Asked()
        _ = try target.apply(reader(bytes)) { change, conflict in
            asked.conflicts.append("\(change.table) \(change.key) \(conflict)")
            return change.key == ["k", 1] ? .replace : .leave
        }
        try target.execute("COMMIT")
        #expect(asked.conflicts.count == 4, "\(asked.conflicts)")
        #expect(try target.first("SELECT x FROM children WHERE b = 1") { $0.double(0) } == 2)
        #expect(try target.first("SELECT x FROM children WHERE b = 3") { $0.double(0) } == 8)
        #expect(try target.first("SELECT name FROM parents WHERE id = 4") { $0.text(0) } == "other")
    }

    private final class Asked { var conflicts: [String] = [] }

    @Test func `that is cut, or that cannot be read, is an error`() throws {
        struct Torn: Error {}
        let folder = try TemporaryFolder()
        let bytes = try compare(folder, Self.was, Self.becomes)
        #expect(throws: SQLiteError.self) { try ChangeSet.forEach(reader(Array(bytes.dropLast(3)))) { _ in } }
        #expect(throws: SQLiteError.self) { try ChangeSet.forEach(reader([0x7F, 1, 2, 3])) { _ in } }
        #expect(throws: Torn.self) { try ChangeSet.forEach({ _ in throw Torn() }) { _ in } }
        let target = try Connection(path: folder.file("was 100%?#.db"), access: .readWrite)
        try target.execute("BEGIN")
        #expect(throws: Torn.self) { _ = try target.apply({ _ in throw Torn() }) { _, _ in .leave } }
        #expect(throws: SQLiteError.self) {
            _ = try target.apply(reader(Array(bytes.dropLast(3)))) { _, _ in .leave }
        }
    }

    @Test func `is not written through what is attached for reading`() throws {
        let folder = try TemporaryFolder()
        _ = try compare(folder, Self.was, "")
        let connection = try Connection(path: "", access: .create)
        try connection.attachReadOnly(folder.file("was 100%?#.db"), as: "was")
        #expect(throws: SQLiteError.self) { try connection.run("DELETE FROM was.children") }
    }
}
