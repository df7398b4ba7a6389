internal import SQLite
internal import TestSupport
internal import Testing

@Suite struct ConnectionTests {
    @Test func `values of every kind come back as they went in`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        let values: [SQLiteValue] = [
            .null, .integer(.min), .integer(.max), .integer(0), .real(-0.5), .real(.infinity), .text(""),
            .text("été 🏀"),
            .text("a\u{0}b"), .blob([]), .blob([0, 255, 1]),
        ]
        for value in values {
            let read = try connection.first("SELECT ?1, typeof(?1)", value) { ($0.value(0), $0.text(1)) }
            let (back, type) = try #require(read)
            #expect(back == value)
            let expected =
                switch value {
                case .null: "null"
                case .integer: "integer"
                case .real: "real"
                case .text: "text"
                case .blob: "blob"
                }
            #expect(type == expected)
        }
    }

    @Test func `an error tells the extended code, SQLite's words and the statement, and no value`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.execute("CREATE TABLE a (b TEXT UNIQUE) STRICT")
        try connection.run("INSERT INTO a VALUES (?1)", "secret")
        let error = try #require(throws: SQLiteError.self) {
            try connection.run("INSERT INTO a VALUES (?1)", "secret")
        }
        #expect(error.code == 2_067 && error.kind == .constraint)
        #expect(error.message == "UNIQUE constraint failed: a.b")
        #expect(error.sql == "INSERT INTO a VALUES (?1)")
        #expect(!error.description.contains("secret"))
    }

    @Test func `an error keeps its words whatever comes after it`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        let error = try #require(throws: SQLiteError.self) { try connection.execute("SELECT nobody") }
        try connection.execute("SELECT 1")
        #expect(error.message == "no such column: nobody")
        #expect(error.offset == 7)
    }

    @Test func `double quotes never mean a string`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT \"nobody\"") }
    }

    @Test func `foreign keys are enforced`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.execute("CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a)")
        let error = try #require(throws: SQLiteError.self) { try connection.execute("INSERT INTO b VALUES (1)") }
        #expect(error.code == 787)
    }

    @Test func `the schema cannot be written past SQL`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.execute("PRAGMA writable_schema = ON; CREATE TABLE a (b)")
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM sqlite_schema") }
    }

    @Test func `memory of pages has a bound and deleted pages are not overwritten`() throws {
        let connection = try Connection(path: ":memory:", access: .create, cacheKiB: 1_234)
        #expect(try connection.first("PRAGMA cache_size") { $0.int(0) } == -1_234)
        #expect(try connection.first("PRAGMA secure_delete") { $0.int(0) } == 0)
        #expect(try connection.first("PRAGMA temp_store") { $0.int(0) } == 1)
    }

    @Test func `without triggers none fires, and foreign keys act as ever`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.execute(
            """
            CREATE TABLE a (id INTEGER PRIMARY KEY);
            CREATE TABLE b (a REFERENCES a (id) ON DELETE CASCADE);
            CREATE TABLE log (line);
            CREATE TRIGGER log_a AFTER INSERT ON a BEGIN INSERT INTO log VALUES (new.id); END;
            """)
        func logged() throws(SQLiteError) -> [Int] { try connection.all("SELECT line FROM log") { $0.int(0) ?? 0 } }
        let insert = "INSERT INTO a VALUES (?1)"
        try connection.run(insert, .integer(1))
        try connection.withoutTriggers { () throws(SQLiteError) in
            try connection.run(insert, .integer(2))
            try connection.execute("INSERT INTO b VALUES (2); DELETE FROM a WHERE id = 2")
        }
        #expect(try connection.all("SELECT a FROM b") { $0.int(0) } == [])
        #expect(throws: SQLiteError.self) {
            try connection.withoutTriggers { () throws(SQLiteError) in try connection.run(insert, .integer(1)) }
        }
        try connection.run(insert, .integer(3))
        #expect(try logged() == [1, 3])
    }

    @Test func `more than one statement is refused where one is meant`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        #expect(throws: SQLiteError.self) { _ = try connection.prepare("SELECT 1; SELECT 2") }
        #expect(throws: SQLiteError.self) { _ = try connection.prepare("") }
        _ = try connection.prepare("SELECT 1 ; ")
    }

    @Test func `a missing file is not made by a reader`() throws {
        let folder = try TemporaryFolder()
        let error = try #require(throws: SQLiteError.self) {
            _ = try Connection(path: folder.file("none.db"), access: .readOnly)
        }
        #expect(error.kind == .cannotOpen)
        #expect(!Files.exists(folder.file("none.db")))
    }

    @Test func `004-38 a statement outlives its connection without harm`() throws {
        var statement: Statement?
        do {
            let connection = try Connection(path: ":memory:", access: .create)
            statement = try connection.prepare("SELECT 42")
        }
        guard var statement = statement.take() else { return }
        let (isRow, number) = (try statement.step(), statement.int(0))
        #expect(isRow && number == 42)
    }

    @Test func `a statement that failed can be run again`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.execute("CREATE TABLE a (b INTEGER CHECK (b > 0)) STRICT")
        var insert = try connection.prepare("INSERT INTO a VALUES (?1)")
        insert.bind(0, at: 1)
        #expect(throws: SQLiteError.self) { try insert.run() }
        insert.bind(1, at: 1)
        try insert.run()
        let (changes, total) = (connection.changes, connection.totalChanges)
        #expect(changes == 1 && total == 1)
    }

    @Test func `a statement that is lent twice at once is two`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.execute("CREATE TABLE a (b); INSERT INTO a VALUES (1), (2), (3)")
        var pairs: [[Int?]] = []
        try connection.withStatement("SELECT b FROM a") { outer throws(SQLiteError) in
            while try outer.step() {
                let inner = try connection.all("SELECT b FROM a") { $0.int(0) }
                pairs.append([outer.int(0)] + inner)
            }
        }
        #expect(pairs == [[1, 1, 2, 3], [2, 1, 2, 3], [3, 1, 2, 3]])
    }

    @Test func `a lent statement comes back without its values`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        #expect(try connection.first("SELECT ?1", "kept") { $0.text(0) } == "kept")
        #expect(try connection.first("SELECT ?1") { $0.isNull(0) } == true)
    }

    @Test func `a function in Swift is called from SQL, and not from the schema`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.register("double", argumentCount: 1) { arguments in
            switch arguments[0] {
            case .text(let text): .text(text + text)
            case .integer(let number): .integer(number * 2)
            case .blob(let bytes): .blob(bytes + bytes)
            case .real(let number): .real(number * 2)
            case .null: .null
            }
        }
        for (value, doubled) in [
            ("é", "éé"), ("", ""), (3, 6), (0.5, 1.0), (nil, nil), (.blob([1]), .blob([1, 1])), (.blob([]), .blob([])),
        ] as [(SQLiteValue, SQLiteValue)] {
            #expect(try connection.first("SELECT double(?1)", value) { $0.value(0) } == doubled)
        }
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT double(1, 2)") }
        try connection.execute("CREATE VIEW v AS SELECT double(1)")
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT * FROM v") }
    }

    @Test func `an exact reading converts nothing`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        var row = try connection.prepare("SELECT 'text', 7, 2.5, x'41', NULL, '7', ''")
        #expect(try row.step())
        #expect((0..<7).map { row.exactText($0) } == ["text", nil, nil, nil, nil, "7", ""])
        #expect((0..<7).map { row.exactInt64($0) } == [nil, 7, nil, nil, nil, nil, nil])
    }

    @Test func `bytes that are no UTF-8 are read as a text that is`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        var row = try connection.prepare("SELECT CAST(x'61ff62' AS TEXT)")
        #expect(try row.step())
        #expect(row.exactText(0) == "a\u{FFFD}b" && row.text(0) == "a\u{FFFD}b")
    }

    @Test func `a wrong place of a value is trapped`() async {
        await #expect(processExitsWith: .failure) {
            let connection = try Connection(path: ":memory:", access: .create)
            var statement = try connection.prepare("SELECT ?1")
            statement.bind("x", at: 2)
        }
        await #expect(processExitsWith: .failure) {
            let connection = try Connection(path: ":memory:", access: .create)
            var statement = try connection.prepare("SELECT ?1")
            _ = try statement.step()
            _ = statement.text(1)
        }
        for place in [1, -1, Int(Int32.max) + 1] {
            await #expect(processExitsWith: .failure) { [place = place as Int] in
                let connection = try Connection(path: ":memory:", access: .create)
                var statement = try connection.prepare("SELECT 'x'")
                _ = try statement.step()
                _ = statement.exactText(place)
            }
        }
    }
}
