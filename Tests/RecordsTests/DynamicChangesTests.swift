internal import Chronology
internal import Records
internal import SQLite
internal import TestSupport
internal import Testing

/// Rows by the name of their entity: changing them, and what is refused.
@Suite struct `Changes through the dynamic door` {
    private func refusal(_ work: () throws -> Void) -> DynamicError? {
        #expect(throws: DynamicError.self, performing: work)
    }

    @Test func `002-22 an update sets the values in every row that fits, in one transaction`() throws {
        let scene = try DynamicScene().fill()
        let watcher = try Connection(path: scene.path, access: .readOnly)
        func commits() throws -> Int? { try watcher.first("PRAGMA data_version") { $0.int(0) ?? 0 } }
        _ = try watcher.first("SELECT 1 FROM users") { _ in true }
        let before = try commits()
        let update = try scene.store.update("users", where: "age == 20", set: ["age": 21, "tags": ["old"]])
        #expect(update.matched == 2 && update.changed == 2 && update.ignored == [])
        #expect(try scene.names("age == 21 AND ANY tags == 'old'") == ["Zhang San", "O'Brien"])
        #expect(try scene.names("age == 17") == ["Li Si"])
        #expect(try commits() == before.map { $0 + 1 })
    }

    @Test func `002-22 rows that are so already stay untouched, the others are dated and counted`() throws {
        let scene = try DynamicScene().fill()
        scene.clock.step()
        let update = try scene.store.update("users", set: ["age": 20])
        #expect(update.matched == 3 && update.changed == 1)
        #expect(try scene.texts("SELECT name FROM users WHERE changed_at > made_at AND _version = 2") == ["Li Si"])
        #expect(try scene.texts("SELECT name FROM users WHERE changed_at = made_at AND _version = 1").count == 2)
        // From and to a missing value is a change too.
        #expect(try scene.store.update("users", set: ["firstName": nil]).changed == 1)
        #expect(try scene.store.update("users", set: ["firstName": "X"]).changed == 3)
    }

    @Test func `002-23 an update without a match succeeds and changes nothing`() throws {
        let scene = try DynamicScene().fill()
        let update = try scene.store.update("users", where: "age > 1000", set: ["age": 1])
        #expect(update.matched == 0 && update.changed == 0)
        #expect(try scene.texts("SELECT sum(_version) FROM users") == ["3"])
    }

    @Test func `002-24 a delete removes every match`() throws {
        let scene = try DynamicScene().fill()
        #expect(try scene.store.delete("users", where: "age == 20") == 2)
        #expect(try scene.names() == ["Li Si"])
        #expect(try scene.store.delete("users", where: "age == 20") == 0)
    }

    @Test func `002-25 a delete without a predicate empties the entity`() throws {
        let scene = try DynamicScene().fill()
        #expect(try scene.store.delete("users") == 3)
        #expect(try scene.texts("SELECT count(*) FROM users") == ["0"])
        #expect(try scene.store.delete("users") == 0)
    }

    @Test func `002-26 update and delete go by the rules of insert and select`() throws {
        let scene = try DynamicScene().fill()
        let update = try scene.store.update("users", where: "age < %d", [18], set: ["firstName": "X", "shoeSize": 43])
        #expect(update.matched == 1 && update.ignored.map(\.key) == ["shoeSize"])
        #expect(try scene.names("first_name == 'X'") == ["Li Si"])
        #expect(refusal { _ = try scene.store.update("users", set: ["shoeSize": 43]) } != nil)
        #expect(refusal { _ = try scene.store.update("users", set: [:]) } != nil)
        #expect(
            refusal { _ = try scene.store.update("users", set: ["age": 1, "shoeSize": 43], unknownKeys: .refused) }
                != nil)
        #expect(refusal { _ = try scene.store.delete("users", where: "agge < 18") } != nil)
        #expect(refusal { _ = try scene.store.update("users", where: "age <", set: ["age": 1]) } != nil)
        #expect(try scene.store.count("users") == 3)
    }

    @Test func `002-27 a store that cannot be opened, read or written is an error, not an empty answer`() throws {
        let scene = try DynamicScene().fill()
        let nowhere = DynamicStore(scene.store.entities, log: .silent, now: { scene.clock.now }) { access in
            try Connection(path: scene.folder.file("no/such/file"), access: access)
        }
        #expect(throws: SQLiteError.self) { try nowhere.rows("users") }
        #expect(throws: SQLiteError.self) { try nowhere.insert("users", ["name": "x"]) }
        #expect(throws: SQLiteError.self) { try nowhere.update("users", set: ["age": 1]) }
        let readOnly = DynamicStore(scene.store.entities, log: .silent, now: { scene.clock.now }) { _ in
            try Connection(path: scene.path, access: .readOnly)
        }
        #expect(try readOnly.rows("users").count == 3)
        for call in [
            { _ = try readOnly.insert("users", ["name": "x"]) }, { _ = try readOnly.update("users", set: ["age": 1]) },
            { _ = try readOnly.delete("users") },
        ] as [() throws -> Void] {
            guard case .store(let error) = refusal(call) else {
                Issue.record("no error of the store")
                continue
            }
            #expect(error.kind == .readOnly)
        }
        try scene.execute("ALTER TABLE users RENAME COLUMN weight TO mass")
        guard case .store = refusal({ _ = try scene.store.rows("users") }) else {
            Issue.record("a failed select is not told")
            return
        }
    }

    @Test func `what throws midway leaves the store as it was`() throws {
        let scene = try DynamicScene().fill()
        // Of three rows the last is refused by the table itself.
        let error = refusal { _ = try scene.store.update("users", set: ["age": 5, "name": "nobody"]) }
        guard case .constraint = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try scene.names("age == 5") == [])
        // And the next call finds no transaction open.
        #expect(try scene.store.update("users", set: ["age": 5]).changed == 3)
    }

    @Test func `a read-only entity refuses to be changed, and says what changes it`() throws {
        let scene = try DynamicScene()
        try scene.execute("INSERT INTO teams VALUES (1, 'Knicks')")
        #expect(try scene.store.rows("teams").count == 1)
        for call in [
            { _ = try scene.store.insert("teams", ["title": "x"]) },
            { _ = try scene.store.update("teams", set: ["title": "x"]) }, { _ = try scene.store.delete("teams") },
        ] as [() throws -> Void] {
            #expect(
                refusal(call)?.description == "teams can only be read here: the league says who they are")
        }
        #expect(try scene.texts("SELECT title FROM teams") == ["Knicks"])
    }

    @Test(
        arguments: [
            (["age": "many"], "age: found text \"many\", expected a whole number"),
            (["age": 1.5], "age: found a number 1.5, expected a whole number"),
            (["weight": "heavy"], "weight: found text \"heavy\", expected a number"),
            (["weight": .real(.nan)], "weight: found a number nan, expected a number"),
            (["name": 7], "name: found a whole number 7, expected a text"),
            (["name": nil], "name: found NIL, expected a text"),
            (["name": "a\0b"], "name: found text \"a\\u0000b\", expected a text without NUL characters"),
            (["isMember": 2], "isMember: found a whole number 2, expected TRUE or FALSE"),
            (["isMember": nil], "isMember: found NIL, expected TRUE or FALSE"),
            (
                ["bornAt": "2015-02-30"],
                "bornAt: found text \"2015-02-30\", expected a day such as 2015-07-01 or an instant such as "
                    + "2015-07-01T10:00:00Z"
            ),
            (["tags": "x"], "tags: found text \"x\", expected a list of texts"),
            (["tags": [1]], "tags: found a list {1}, expected a list of texts"),
            (["tags": nil], "tags: found NIL, expected a list of texts"),
            (
                ["age": "many", "name": 7],
                "age: found text \"many\", expected a whole number; name: found a whole number 7, expected a text"
            ),
            (["firstName": "a", "first_name": "b"], "first_name: means the same as firstName"),
        ] as [(EntityValues, String)])
    func `a value that does not fit its column is an error that names the key`(
        values: EntityValues, complaint: String
    ) throws {
        let scene = try DynamicScene().fill()
        for mode in [UnknownKeys.ignored, .refused] {
            #expect(
                refusal { _ = try scene.store.insert("users", values, unknownKeys: mode) }?.description == complaint)
            #expect(
                refusal { _ = try scene.store.update("users", set: values, unknownKeys: mode) }?.description
                    == complaint)
        }
        #expect(try scene.texts("SELECT sum(_version) FROM users") == ["3"])
    }

    @Test(
        arguments: [
            (["name": "a", "weight": 3], "weight", 3.0), (["name": "a", "is_member": 1], "is_member", true),
            (["name": "a", "born_at": "2015-07-01T02:00:00+02:00"], "born_at", "2015-07-01T00:00:00Z"),
            (["name": "a", "age": nil], "age", nil), (["name": "", "tags": []], "tags", []),
        ] as [(EntityValues, String, FilterValue)])
    func `a value is kept in the form of its column`(
        values: EntityValues, key: String, kept: FilterValue
    ) throws {
        let scene = try DynamicScene()
        _ = try scene.store.insert("users", values)
        #expect(try scene.store.rows("users").first?[key] == kept)
    }

    @Test func `what is inserted or set is what is read, whatever it is`() throws {
        let scene = try DynamicScene()
        var dice = Dice(seed: 41)
        let letters: [Character] = ["a", "é", "\"", "'", "\\", "\n", "\u{1}", "\u{7F}", "😀", "%", "]", ",", " "]
        func text() -> String {
            String((0..<Int.random(in: 0...6, using: &dice)).map { _ in letters.randomElement(using: &dice) ?? "a" })
        }
        func values() -> [String: FilterValue] {
            [
                "name": .text(text()), "age": .integer(Int64.random(in: 0...Int64.max, using: &dice)),
                "first_name": Bool.random(using: &dice) ? .null : .text(text()),
                "weight": .real(Double.random(in: -1e300...1e300, using: &dice)),
                "is_member": .bool(Bool.random(using: &dice)),
                "tags": .texts((0..<Int.random(in: 0...4, using: &dice)).map { _ in text() }),
            ]
        }
        for _ in 0..<200 {
            let made = values()
            let key = try #require(try scene.store.insert("users", EntityValues(made.map { (key: $0, value: $1) })).key)
            for (column, value) in made {
                #expect(try scene.store.rows("users", where: "id == %@", [key]).first?[column] == value)
            }
            let set = values()
            _ = try scene.store.update(
                "users", where: "id == %@", [key], set: EntityValues(set.map { (key: $0, value: $1) }))
            let row = try #require(try scene.store.rows("users", where: "id == %@", [key]).first)
            for (column, value) in set { #expect(row[column] == value) }
            #expect(
                try scene.store.update(
                    "users", where: "id == %@", [key], set: EntityValues(set.map { (key: $0, value: $1) })
                ).changed == 0)
        }
    }

    @Test func `what a row needs, what it refers to, and what it must be is looked at`() throws {
        let scene = try DynamicScene().fill()
        #expect(
            refusal { _ = try scene.store.insert("users", ["age": 1]) }?.description == "a new row of users needs name")
        for call in [
            { _ = try scene.store.insert("users", ["name": "x", "team_id": 9]) },
            { _ = try scene.store.update("users", set: ["teamID": 9]) },
            { _ = try scene.store.update("users", set: ["teamID": 9], dryRun: true) },
        ] as [() throws -> Void] {
            #expect(refusal(call)?.description == "team_id: there is no 9 in teams, or no more")
        }
        for call in [
            { _ = try scene.store.insert("users", ["name": "x", "age": -1]) },
            { _ = try scene.store.update("users", set: ["age": -1]) },
            { _ = try scene.store.update("users", set: ["age": -1], dryRun: true) },
        ] as [() throws -> Void] {
            #expect(refusal(call) == .rule(entity: "users", complaint: "a user is born already"))
        }
        try scene.execute("INSERT INTO teams VALUES (9, 'Knicks')")
        #expect(try scene.store.update("users", where: "age < 18", set: ["teamID": 9]).changed == 1)
        #expect(try scene.store.count("users") == 3)
    }

    @Test func `a dry run tells how many it would be, and neither writes nor waits for a writer`() throws {
        let scene = try DynamicScene().fill()
        try scene.execute("PRAGMA journal_mode = WAL")
        let other = try Connection(path: scene.path, access: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let update = try scene.store.update("users", set: ["age": 20, "x": 1], dryRun: true)
        #expect(update.matched == 3 && update.changed == 1 && update.ignored.map(\.key) == ["x"])
        #expect(try scene.store.delete("users", where: "age == 20", dryRun: true) == 2)
        other.rollBack()
        #expect(try scene.texts("SELECT sum(age) || '/' || sum(_version) FROM users") == ["57/3"])
    }
}
