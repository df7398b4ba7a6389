internal import SQLite
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite struct TransactionTests {
    private static func file(_ folder: TemporaryFolder) throws -> Connection {
        let connection = try Connection(path: folder.file("a.db"), access: .create, busyTimeout: .milliseconds(20))
        try connection.useWriteAheadLog()
        try connection.execute("CREATE TABLE IF NOT EXISTS a (b)")
        return connection
    }

    @Test func `004-39 what a transaction wrote is there when it returns`() throws {
        let folder = try TemporaryFolder()
        let connection = try Self.file(folder)
        let other = try Connection(path: folder.file("a.db"), access: .readOnly)
        try connection.transaction(.immediate) { () throws(SQLiteError) in
            try connection.run("INSERT INTO a VALUES (1)")
            #expect(try other.first("SELECT count(*) FROM a") { $0.int(0) } == 0)
        }
        #expect(try other.first("SELECT count(*) FROM a") { $0.int(0) } == 1)
        let isOpen = connection.isInTransaction
        #expect(!isOpen)
    }

    @Test func `what a transaction wrote is gone when it throws`() throws {
        let folder = try TemporaryFolder()
        let connection = try Self.file(folder)
        #expect(throws: SQLiteError.self) {
            try connection.transaction(.immediate) { () throws(SQLiteError) in
                try connection.run("INSERT INTO a VALUES (1)")
                try connection.execute("SELECT nonsense")
            }
        }
        let isOpen = connection.isInTransaction
        #expect(!isOpen)
        #expect(try connection.first("SELECT count(*) FROM a") { $0.int(0) } == 0)
    }

    @Test func `a second writer waits so long, then is told that the file is busy`() throws {
        let folder = try TemporaryFolder()
        let one = try Self.file(folder)
        let other = try Self.file(folder)
        try one.execute("BEGIN IMMEDIATE")
        let error = try #require(throws: SQLiteError.self) { try other.execute("BEGIN IMMEDIATE") }
        #expect(error.kind == .busy)
        one.rollBack()
        try other.execute("BEGIN IMMEDIATE")
    }

    @Test func `a reader is not kept waiting by a writer, and cannot write`() throws {
        let folder = try TemporaryFolder()
        let writer = try Self.file(folder)
        try writer.execute("BEGIN IMMEDIATE; INSERT INTO a VALUES (1)")
        let reader = try Connection(path: folder.file("a.db"), access: .readOnly, busyTimeout: .zero)
        let isReadOnly = reader.isReadOnly
        #expect(isReadOnly)
        #expect(try reader.first("SELECT count(*) FROM a") { $0.int(0) } == 0)
        let error = try #require(throws: SQLiteError.self) { try reader.execute("INSERT INTO a VALUES (2)") }
        #expect(error.kind == .readOnly)
        writer.rollBack()
    }

    @Test func `an interrupt from another thread ends what runs, and nothing after it`() async throws {
        let connection = try Connection(path: ":memory:", access: .create)
        let interrupter = connection.interrupter
        let started = Atomic(false)
        try connection.register("tell", argumentCount: 1) { values in
            started.store(true, ordering: .releasing)
            return values[0]
        }
        async let interrupted: Void = {
            while !started.load(ordering: .acquiring) { await Task.yield() }
            interrupter.interrupt()
        }()
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute(
                """
                WITH RECURSIVE n (i) AS (SELECT tell(1) UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n
                """)
        }
        await interrupted
        #expect(error?.kind == .interrupted)
        try connection.execute("SELECT 1")
    }

    @Test func `a transaction that is stopped at any step has not happened, and one that is not has`() throws {
        let folder = try TemporaryFolder()
        let connection = try Self.file(folder)
        let observer = try Connection(path: folder.file("a.db"), access: .readOnly)
        let budget = Atomic(0)
        connection.askToContinue(every: 1) { budget.subtract(1, ordering: .relaxed).newValue > 0 }
        var steps = 0
        var isOver = false
        while !isOver {
            steps += 1
            budget.store(steps, ordering: .relaxed)
            do throws(SQLiteError) {
                _ = try connection.transaction(.immediate) { () throws(SQLiteError) in
                    try connection.run("INSERT INTO a VALUES (1)")
                }
                isOver = true
            } catch {
                #expect(error.kind == .interrupted)
                let isOpen = connection.isInTransaction
                #expect(!isOpen)
            }
            #expect(try observer.first("SELECT count(*) FROM a") { $0.int(0) } == (isOver ? 1 : 0))
        }
        #expect(steps > 3)
    }

    @Test func `an interrupt after the connection's end does nothing`() throws {
        func interrupter() throws -> Interrupter { try Connection(path: ":memory:", access: .create).interrupter }
        // A connection that is used after its end is a crash.
        try interrupter().interrupt()
    }

    @Test func `004-42 an actor on a serial thread runs one call at a time, off the cooperative pool`() async throws {
        actor Counter {
            let thread = SerialThread("test")
            nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }
            private var count = 0
            func add() {
                preconditionIsolated()
                count += 1
            }
            var value: Int { count }
        }
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<500 { group.addTask { await counter.add() } }
        }
        #expect(await counter.value == 500)
    }
}
