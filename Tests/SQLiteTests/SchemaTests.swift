internal import SQLite
internal import TestSupport
internal import Testing

@Suite struct SchemaTests {
    private let one = Schema(applicationID: 77, migrations: [Migration("one", "CREATE TABLE a (b)")])
    private let two = Schema(
        applicationID: 77,
        migrations: [
            Migration("one", "CREATE TABLE a (b)"),
            Migration("two", "ALTER TABLE a ADD COLUMN c; UPDATE a SET c = b * 2"),
        ])

    @Test func `the steps that are missing are taken, and the rows stay`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        #expect(try one.standing(of: connection) == .empty)
        #expect(try one.migrate(connection) == .current)
        try connection.execute("INSERT INTO a VALUES (21)")
        #expect(try two.standing(of: connection) == .older(version: 1))
        #expect(try two.migrate(connection) == .current)
        #expect(try connection.first("SELECT c FROM a") { $0.int(0) } == 42)
        #expect(try two.migrate(connection) == .current)
    }

    @Test func `a step that fails leaves the version before it`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        let broken = Schema(
            applicationID: 77,
            migrations: one.migrations + [Migration("broken", "CREATE TABLE d (e); INSERT INTO nowhere VALUES (1)")])
        #expect(throws: SQLiteError.self) { try broken.migrate(connection) }
        #expect(try one.standing(of: connection) == .current)
        #expect(try connection.first("SELECT count(*) FROM sqlite_schema WHERE name = 'd'") { $0.int(0) } == 0)
    }

    @Test func `a newer file and another program's are left alone`() throws {
        let newer = try Connection(path: ":memory:", access: .create)
        _ = try two.migrate(newer)
        #expect(try one.migrate(newer) == .newer(version: 2))

        let marked = try Connection(path: ":memory:", access: .create)
        try marked.execute("PRAGMA application_id = 78; CREATE TABLE x (y)")
        #expect(try one.migrate(marked) == .foreign)

        let unmarked = try Connection(path: ":memory:", access: .create)
        try unmarked.execute("CREATE TABLE x (y)")
        #expect(try one.migrate(unmarked) == .foreign)
        #expect(try unmarked.first("PRAGMA user_version") { $0.int(0) } == 0)
    }

    @Test func `two openers take each step once`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let schema = two
        try await withThrowingTaskGroup(of: Schema.Standing.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let connection = try Connection(path: path, access: .create)
                    try connection.useWriteAheadLog()
                    return try schema.migrate(connection)
                }
            }
            for try await standing in group { #expect(standing == .current) }
        }
    }
}
