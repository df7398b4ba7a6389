internal import SQLite
internal import TestSupport
internal import Testing

@Suite struct `A copy of a database` {
    private func source(_ folder: TemporaryFolder) throws -> Connection {
        let connection = try Connection(path: folder.file("a.db"), access: .create)
        try connection.useWriteAheadLog()
        try connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)")
        try connection.run(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO t SELECT i, printf('%.200c', 'x') FROM n
            """)
        return connection
    }

    @Test func `is one snapshot, whatever is written between its steps, and begins anew never`() throws {
        let folder = try TemporaryFolder()
        let source = try source(folder)
        let writer = try Connection(path: folder.file("a.db"), access: .readWrite)
        var steps: [Int] = []
        try source.copy(to: folder.file("b.db"), pages: 10) { done, total in
            steps.append(done)
            // One that begins anew with every write would go on for ever.
            if steps.count > 1_000 { throw TestFailure("the copy does not end") }
            #expect(done <= total)
            try writer.run("UPDATE t SET b = 'changed' WHERE a % 100 = \(steps.count)")
            try writer.run("INSERT INTO t (b) VALUES ('new')")
        }
        #expect(steps.count > 10 && steps == steps.sorted(), "a copy that begins anew goes back")
        let copy = try Connection(path: folder.file("b.db"), access: .readOnly)
        #expect(try copy.first("SELECT count(*), max(b = 'changed') FROM t") { $0.values } == [3000, 0])
        #expect(try copy.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
        #expect(try writer.first("SELECT count(*) FROM t") { $0.int(0) ?? 0 } == 3000 + steps.count)
    }

    @Test func `is one file that is read where nothing can be written`() throws {
        let folder = try TemporaryFolder()
        let source = try source(folder)
        try source.copy(to: folder.file("b.db")) { _, _ in }
        #expect(try Files.names(in: folder.path) == ["a.db", "a.db-shm", "a.db-wal", "b.db"])
        let copy = try Connection(path: folder.file("b.db"), access: .readOnly)
        #expect(try copy.first("PRAGMA journal_mode") { $0.text(0) } == "delete")
    }

    @Test func `ends where it is told to`() throws {
        struct Enough: Error {}
        let folder = try TemporaryFolder()
        let source = try source(folder)
        #expect(throws: Enough.self) {
            try source.copy(to: folder.file("b.db"), pages: 10) { _, _ in throw Enough() }
        }
        let isOpen = source.isInTransaction
        #expect(!isOpen)
        #expect(try source.first("SELECT count(*) FROM t") { $0.int(0) ?? 0 } == 3000)
    }
}
