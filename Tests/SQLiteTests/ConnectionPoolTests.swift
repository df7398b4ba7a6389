internal import SQLite
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite struct ConnectionPoolTests {
    @Test func `004-38 many threads read at once through a few connections, each in one pair of hands`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let writer = try Connection(path: path, access: .create)
        try writer.useWriteAheadLog()
        try writer.execute("CREATE TABLE a (b); INSERT INTO a VALUES (7)")
        let opened = Atomic(0)
        let pool = ConnectionPool<SQLiteError>(limit: 3) { () throws(SQLiteError) in
            opened.add(1, ordering: .relaxed)
            return try Connection(path: path, access: .readOnly)
        }
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try pool.withConnection {
                        $0
                    } _: { connection throws(SQLiteError) in
                        try connection.first("SELECT b FROM a") { $0.int(0) } ?? nil
                    }
                }
            }
            for try await value in group { #expect(value == 7) }
        }
        #expect((1...3).contains(opened.load(ordering: .relaxed)))
    }

    @Test func `a connection that cannot be opened is tried again the next time`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let pool = ConnectionPool<SQLiteError>(limit: 1) { () throws(SQLiteError) in
            try Connection(path: path, access: .readOnly)
        }
        let read: () throws(SQLiteError) -> Int? = { () throws(SQLiteError) in
            try pool.withConnection {
                $0
            } _: { connection throws(SQLiteError) in
                try connection.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? nil
            }
        }
        #expect(throws: SQLiteError.self) { _ = try read() }
        try Connection(path: path, access: .create).execute("CREATE TABLE a (b)")
        #expect(try read() == 1)
    }

    @Test func `a snapshot that was left open is closed when the connection comes back`() throws {
        let pool = ConnectionPool<SQLiteError>(limit: 1) { () throws(SQLiteError) in
            try Connection(path: ":memory:", access: .create)
        }
        try pool.withConnection {
            $0
        } _: { connection throws(SQLiteError) in
            try connection.execute("BEGIN")
        }
        try pool.withConnection {
            $0
        } _: { connection throws(SQLiteError) in
            let isOpen = connection.isInTransaction
            #expect(!isOpen)
        }
    }
}
