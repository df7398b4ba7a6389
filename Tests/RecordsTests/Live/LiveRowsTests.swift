internal import Glibc
internal import Records
internal import SQLite
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct LiveRowsTests {
    private typealias Live = LiveRows<Int, String>

    /// A database with three tables, each of which hides something from SQLite's update hook.
    private struct Place {
        let folder: TemporaryFolder
        var path: String { folder.file("a.db") }

        init() throws { folder = try TemporaryFolder() }

        static let tables = """
            CREATE TABLE plain (k INTEGER PRIMARY KEY, v TEXT UNIQUE);
            CREATE TABLE bare (k INTEGER PRIMARY KEY, v TEXT) WITHOUT ROWID;
            INSERT INTO plain VALUES (1, 'a'), (2, 'b'), (3, 'c');
            INSERT INTO bare SELECT * FROM plain;
            """

        func make(_ name: String = "a.db") throws {
            let connection = try Connection(path: folder.file(name), access: .create)
            try connection.useWriteAheadLog()
            try connection.execute(Self.tables)
        }

        func execute(_ sql: String) throws { try Connection(path: path, access: .readWrite).execute(sql) }

        func selection(_ table: String = "plain") throws -> LiveSelection<String> {
            LiveSelection(path, SQLFragment("SELECT k, v FROM \(table) ORDER BY k")) {
                "\($0.int(0) ?? 0)\($0.text(1) ?? "")"
            }
        }

        func live(_ table: String = "plain", limit: Int = 100) throws -> Live {
            try live(selection(table), limit: limit)
        }

        func live(_ source: some LiveSource<String>, limit: Int = 100) throws -> Live {
            LiveRows(
                source, watch: try DatabaseWatch(path), limit: limit,
                key: { Int($0.prefix { $0.isNumber }) ?? 0 }, digest: \.hashValue)
        }
    }

    /// The rows after the next update, and nothing where it was no change of rows.
    private func next(_ live: Live, after rows: [String] = []) async throws -> [String]? {
        switch try await live.next() {
        case .initial(let rows, _)?: rows
        case .changes(let changes, _)?: changes.applied(to: rows)
        case .waiting?, nil: nil
        }
    }

    /// Statements of which SQLite's update hook says nothing, or less than what they do.
    private static let hidden: [(table: String, sql: String, rows: [String])] = [
        ("plain", "DELETE FROM plain", []),
        ("bare", "DELETE FROM bare", []),
        ("plain", "REPLACE INTO plain VALUES (9, 'b')", ["1a", "3c", "9b"]),
        ("bare", "REPLACE INTO bare VALUES (2, 'z')", ["1a", "2z", "3c"]),
        ("bare", "UPDATE bare SET v = 'y' WHERE k = 1", ["1y", "2b", "3c"]),
        ("bare", "INSERT INTO bare VALUES (0, 'n')", ["0n", "1a", "2b", "3c"]),
        ("bare", "DELETE FROM bare WHERE k = 2", ["1a", "3c"]),
        (
            "plain", "BEGIN; DROP TABLE plain; CREATE TABLE plain (k, v); INSERT INTO plain VALUES (7, 'q'); COMMIT",
            ["7q"]
        ),
    ]

    @Test(arguments: hidden.indices)
    func `000-28 what SQLite's update hook does not tell is told, of another connection of this process`(
        number: Int
    ) async throws {
        let (table, sql, expected) = Self.hidden[number]
        let place = try Place()
        try place.make()
        let live = try place.live(table)
        let rows = try #require(try await next(live))
        #expect(rows == ["1a", "2b", "3c"])
        try place.execute(sql)
        #expect(try await next(live, after: rows) == expected)
    }

    @Test(.enabled(if: Shell.sqlite3 != nil, "the program sqlite3 is not installed"), arguments: hidden.indices)
    func `000-28 what SQLite's update hook does not tell is told, of another process`(number: Int) async throws {
        let (table, sql, expected) = Self.hidden[number]
        let place = try Place()
        try place.make()
        let live = try place.live(table)
        let rows = try #require(try await next(live))
        let other = try ChildProcess(
            try #require(Shell.sqlite3), ["-batch", place.path, sql], keepingIn: place.folder)
        // Not waited for: what is told is told while the other still lives, or after.
        #expect(try await next(live, after: rows) == expected)
        #expect(try await other.ending().code == 0)
    }

    @Test func `000-28 many commits while nobody listens are one change set`() async throws {
        let place = try Place()
        try place.make()
        let live = try place.live()
        var rows = try #require(try await next(live))
        for number in 10..<60 { try place.execute("INSERT INTO plain VALUES (\(number), 'n\(number)')") }
        rows = try #require(try await next(live, after: rows))
        #expect(rows.count == 53)
        try place.execute("DELETE FROM plain WHERE k > 1")
        #expect(try await next(live, after: rows) == ["1a"])
    }

    @Test func `000-28 commits that change no row of it tell nothing`() async throws {
        let place = try Place()
        try place.make()
        let source = Spy(try place.selection())
        let live = try place.live(source)
        let rows = try #require(try await next(live))
        var quiet = [
            "UPDATE plain SET v = v", "DELETE FROM bare", "PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM",
            "BEGIN; UPDATE plain SET v = 'x' WHERE k = 2; UPDATE plain SET v = 'b' WHERE k = 2; COMMIT",
            "INSERT INTO bare VALUES (5, 'e')",
        ]
        // One after the other, each when the one before was looked at; then one that is a change.
        source.onLook = {
            try place.execute(quiet.popLast() ?? "INSERT OR IGNORE INTO plain VALUES (4, 'd')")
        }
        try place.execute("UPDATE bare SET v = 'x'")
        #expect(try await next(live, after: rows) == ["1a", "2b", "3c", "4d"])
        #expect(quiet.isEmpty && source.reads > 4, "\(source.reads)")
    }

    @Test func `000-28 a stream of commits leaves four fifths of the time to others`() async throws {
        let place = try Place()
        try place.make()
        let source = Spy(try place.selection())
        let live = try place.live(source)
        var rows = try #require(try await next(live))
        // A list that takes its time, and a commit whenever it has been read.
        let clock = ContinuousClock()
        var reads: [Range<ContinuousClock.Instant>] = []
        var number = 10
        source.onRead = {
            let start = clock.now
            number += 1
            try place.execute("INSERT INTO plain VALUES (\(number), 'n\(number)')")
            while start.duration(to: clock.now) < .milliseconds(30) {}
            reads.append(start..<clock.now)
        }
        try place.execute("DELETE FROM plain WHERE k = 1")
        for _ in 0..<6 { rows = try #require(try await next(live, after: rows)) }
        for (read, next) in zip(reads, reads.dropFirst()) {
            let took = read.lowerBound.duration(to: read.upperBound)
            #expect(read.upperBound.duration(to: next.lowerBound) >= took * 4)
        }
        #expect(rows.last == "\(number)n\(number)")
    }

    @Test func `a transaction that is open is not seen, and its commit is`() async throws {
        let place = try Place()
        try place.make()
        let live = try place.live()
        let rows = try #require(try await next(live))
        let writer = try Connection(path: place.path, access: .readWrite)
        // So large that pages go to the log long before the commit.
        try writer.execute(
            """
            PRAGMA cache_size = 10; BEGIN IMMEDIATE;
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO bare SELECT 100 + i, hex(randomblob(100)) FROM n;
            INSERT INTO plain VALUES (4, 'd')
            """)
        let other = try place.live("bare")
        #expect(try await next(other)?.count == 3)
        try writer.execute("COMMIT")
        #expect(try await next(live, after: rows) == ["1a", "2b", "3c", "4d"])
    }

    @Test func `a file that comes later is waited for, and one that is made anew is gone over to`() async throws {
        let place = try Place()
        let live = try place.live()
        guard case .waiting(let pause)? = try await live.next() else { throw TestFailure("not waited for") }
        #expect(pause.description == "there is no file \(place.path)")
        try place.make("made.db")
        #expect(unsafe rename(place.folder.file("made.db"), place.path) == 0)
        var rows = try #require(try await next(live))
        #expect(rows == ["1a", "2b", "3c"])
        // Another file at once in its place.
        try place.make("other.db")
        try Connection(path: place.folder.file("other.db"), access: .readWrite).execute(
            "DELETE FROM plain WHERE k = 1; PRAGMA wal_checkpoint(TRUNCATE)")
        for ending in ["-wal", "-shm"] { try Files.remove(place.path + ending) }
        #expect(unsafe rename(place.folder.file("other.db"), place.path) == 0)
        rows = try #require(try await next(live, after: rows))
        #expect(rows == ["2b", "3c"])
        // Gone for a while.
        for ending in ["", "-wal", "-shm"] { try Files.remove(place.path + ending) }
        guard case .waiting? = try await live.next() else { throw TestFailure("not waited for") }
        try place.make()
        #expect(try await next(live, after: rows) == ["1a", "2b", "3c"])
    }

    @Test func `a list longer than its limit is cut, and says so`() async throws {
        let place = try Place()
        try place.make()
        let live = try place.live(limit: 2)
        guard case .initial(let rows, isCut: true)? = try await live.next() else { throw TestFailure("not cut") }
        #expect(rows == ["1a", "2b"])
        try place.execute("DELETE FROM plain WHERE k = 1")
        guard case .changes(let changes, isCut: false)? = try await live.next() else { throw TestFailure("cut") }
        #expect(changes.applied(to: rows) == ["2b", "3c"])
    }

    @Test func `of rows told piece by piece one is held at a time, though all of them change`() async throws {
        let place = try Place()
        try place.make()
        let source = CountedRows(5_000, path: place.path)
        let live = LiveRows<Int, CountedRows.Row>(
            source, watch: try DatabaseWatch(place.path), limit: 5_000, key: \.key, digest: \.round)
        var sets: [(isInitial: Bool, steps: Int)] = []
        var rows = 0
        for round in 0..<2 {
            let told = try await live.next { piece in
                switch piece {
                case .waiting(let pause): throw pause
                case .set(let steps, let isInitial, _): sets.append((isInitial, steps.steps.count))
                case .row(let row, let step):
                    #expect(row.key == step.to && step.from == (round == 0 ? nil : row.key))
                    rows += 1
                }
            }
            #expect(told)
            live.onCommit()
        }
        #expect(sets.map(\.isInitial) == [true, false] && sets.map(\.steps) == [5_000, 5_000])
        #expect(rows == 10_000 && source.counter.most == 1)
    }

    @Test func `what is told piece by piece is of one snapshot, and what the listener throws ends it`() async throws {
        let place = try Place()
        try place.make()
        let live = try place.live()
        var told: [String] = []
        var isFirst = true
        let goesOn = try await live.next { piece in
            if isFirst { try place.execute("DELETE FROM plain") }
            isFirst = false
            if case .row(let row, _) = piece { told.append(row) }
        }
        #expect(goesOn && told == ["1a", "2b", "3c"])
        await #expect(throws: LivePause("enough")) { _ = try await live.next { _ in throw LivePause("enough") } }
    }

    @Test func `an error that is no pause ends it`() async throws {
        let place = try Place()
        try place.make()
        let live = try place.live("absent")
        let error = await #expect(throws: SQLiteError.self) { try await live.next() }
        #expect(error?.message == "no such table: absent")
    }
}

/// Programs that a test may run.
private enum Shell {
    static let sqlite3 = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3"].first { Files.exists($0) }
}

/// Does something whenever live rows look.
private final class Spy: LiveSource {
    private let source: LiveSelection<String>
    var onLook: () throws -> Void = {}
    var onRead: () throws -> Void = {}
    private(set) var reads = 0

    init(_ source: LiveSelection<String>) { self.source = source }

    func stamp() throws -> DatabaseStamp {
        try onLook()
        return try source.stamp()
    }

    func begin() throws {
        try source.begin()
        reads += 1
        try onRead()
    }

    func forEachRow(atMost limit: Int, _ body: (String) throws -> Void) throws {
        try source.forEachRow(atMost: limit, body)
    }

    func end() { source.end() }
}

/// Rows of which it is known how many are held, each of them another one with each stamp.
private final class CountedRows: LiveSource {
    final class Row: Sendable {
        let key: Int
        let round: Int
        private let counter: Counter

        init(_ key: Int, _ round: Int, _ counter: Counter) {
            (self.key, self.round, self.counter) = (key, round, counter)
            counter.add(1)
        }

        deinit { counter.add(-1) }
    }

    final class Counter: Sendable {
        private let counts = Mutex((now: 0, most: 0))

        func add(_ number: Int) {
            counts.withLock {
                $0.now += number
                $0.most = max($0.most, $0.now)
            }
        }

        var most: Int { counts.withLock { $0.most } }
    }

    let counter = Counter()
    private let count: Int
    private let path: String
    private var round = 0

    init(_ count: Int, path: String) { (self.count, self.path) = (count, path) }

    func stamp() throws -> DatabaseStamp {
        guard let file = FileIdentity(path: path) else { throw LivePause("gone") }
        round += 1
        return DatabaseStamp(file, connection: 1, version: round)
    }

    func begin() {}
    func end() {}

    func forEachRow(atMost limit: Int, _ body: (Row) throws -> Void) throws {
        for key in 0..<min(count, limit) { try body(Row(key, round, counter)) }
    }
}
