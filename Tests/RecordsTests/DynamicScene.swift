internal import Chronology
internal import Records
internal import SQLite
internal import Synchronization
internal import TestSupport

/// A store of users in teams, known to the dynamic door alone.
struct DynamicScene {
    let folder: TemporaryFolder
    let store: DynamicStore
    let clock: SteppingNow

    /// A clock that a test moves.
    final class SteppingNow: Sendable {
        private let time = Mutex(Instant(secondsSince1970: 1_436_000_000))
        var now: Instant { time.withLock { $0 } }
        func step() { time.withLock { $0 = $0.adding(.seconds(60)) } }
    }

    /// - Parameter log: what the store says.
    init(log: RecordLog = .silent) throws {
        let folder = try TemporaryFolder()
        let clock = SteppingNow()
        let path = folder.file("users.db")
        self.folder = folder
        self.clock = clock
        store = DynamicStore(Entities([Self.users, Self.teams]), log: log, now: { clock.now }) { access in
            let connection = try Connection(path: path, access: access)
            if access == .create { try connection.execute(Self.schema) }
            return connection
        }
        try Connection(path: path, access: .create).execute(Self.schema)
    }

    var path: String { folder.file("users.db") }

    func execute(_ sql: String) throws { try Connection(path: path, access: .readWrite).execute(sql) }

    func texts(_ sql: String) throws -> [String] {
        try Connection(path: path, access: .readOnly).all(sql) { $0.text(0) ?? "NULL" }
    }

    /// Names of the users that a predicate means.
    func names(
        _ predicate: String? = nil, _ arguments: [FilterValue] = [], sort: String? = "id", ascending: Bool = true
    ) throws -> [String] {
        try store.rows("users", where: predicate, arguments, sort: sort, ascending: ascending, keys: ["name"]).map {
            guard case .text(let name) = $0["name"] else { throw TestFailure("no name") }
            return name
        }
    }

    /// Zhang San, Li Si, and O'Brien.
    @discardableResult
    func fill() throws -> DynamicScene {
        _ = try store.insert("users", ["name": "Zhang San", "age": 20])
        _ = try store.insert("users", ["name": "Li Si", "age": 17, "tags": ["x", "y \"z\""]])
        _ = try store.insert("users", ["name": "O'Brien", "age": 20, "firstName": "Conan"])
        return self
    }

    static let schema = """
        CREATE TABLE IF NOT EXISTS teams (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS users (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL CHECK (name <> 'nobody'),
            age INTEGER,
            first_name TEXT,
            weight REAL,
            is_member INTEGER NOT NULL DEFAULT 0,
            born_at TEXT,
            tags TEXT NOT NULL DEFAULT '[]',
            team_id INTEGER REFERENCES teams (id),
            made_at TEXT NOT NULL,
            changed_at TEXT NOT NULL,
            _version INTEGER NOT NULL DEFAULT 1
        ) STRICT
        """

    static let users = Entity(
        "users", "a user",
        columns: Columns([
            Column("id", .integer, isNullable: false), Column("name", .text, isNullable: false),
            Column("age", .integer), Column("first_name", .text), Column("weight", .real),
            Column("is_member", .bool, isNullable: false), Column("born_at", .instant),
            Column("tags", .list, isNullable: false), Column("team_id", .integer),
            Column("made_at", .instant, isNullable: false), Column("changed_at", .instant, isNullable: false),
        ]), access: .writable(writing))

    static let teams = Entity(
        "teams", "a team",
        columns: Columns([Column("id", .integer, isNullable: false), Column("title", .text, isNullable: false)]),
        access: .readOnly("the league says who they are"))

    private static var writing: Entity.Writing {
        var writing = Entity.Writing(
            "user", "users",
            settable: ["name", "age", "first_name", "weight", "is_member", "born_at", "tags", "team_id"])
        writing.required = ["name"]
        writing.datedWhenMade = ["made_at", "changed_at"]
        writing.datedWhenChanged = ["changed_at"]
        writing.version = "_version"
        writing.references = ["team_id": "teams"]
        writing.rule = Entity.Rule("ifnull(age, 0) >= 0", orElse: "a user is born already")
        return writing
    }
}
