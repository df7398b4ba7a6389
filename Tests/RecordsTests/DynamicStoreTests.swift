internal import Chronology
internal import Records
internal import SQLite
internal import TestSupport
internal import Testing

/// Rows by the name of their entity: making and reading them.
@Suite struct `The dynamic door` {
    /// What is thrown, as the door's own error.
    private func refusal(_ work: () throws -> Void) -> DynamicError? {
        #expect(throws: DynamicError.self, performing: work)
    }

    @Test func `002-03 the entities are known before the file is opened, and it is opened once`() throws {
        let scene = try DynamicScene()
        let opened = scene.folder.file("late.db")
        let store = DynamicStore(scene.store.entities, log: .silent, now: { scene.clock.now }) { access in
            try Connection(path: opened, access: access)
        }
        #expect(store.entities.all.map(\.name) == ["users", "teams"])
        #expect(!Files.exists(opened))
    }

    @Test func `002-05 002-06 002-11 an entity has a column a field, of several types`() throws {
        let scene = try DynamicScene()
        _ = try scene.store.insert(
            "users",
            [
                "name": "Zhang San", "age": 20, "weight": 61.5, "is_member": true, "born_at": "1995-02-03",
                "tags": ["a", "", "c,\"d\"\n\u{1}é"], "first_name": nil,
            ])
        let row = try #require(try scene.store.rows("users").first)
        #expect(row["name"] == "Zhang San" && row["age"] == 20 && row["weight"] == 61.5)
        #expect(row["is_member"] == true && row["born_at"] == "1995-02-03" && row["first_name"] == .null)
        #expect(row["tags"] == ["a", "", "c,\"d\"\n\u{1}é"])
        #expect(row["nothing"] == nil)
        #expect(try scene.texts("SELECT typeof(age) || typeof(weight) FROM users") == ["integerreal"])
    }

    @Test func `002-07 a row prints readably`() throws {
        let scene = try DynamicScene().fill()
        let rows = try scene.store.rows("users", sort: "-name", limit: 1, keys: ["name", "age", "tags", "teamId"])
        #expect("\(rows)" == "[users(name: \"Zhang San\", age: 20, tags: {}, team_id: NIL)]")
    }

    @Test func `002-08 002-12 a row is made from keys and values, and is there for others at the return`() throws {
        let scene = try DynamicScene()
        let made = try scene.store.insert("users", ["name": "Zhang San", "age": 20])
        #expect(made.key == 1 && made.ignored == [])
        // Another connection, as another process would have.
        #expect(try scene.texts("SELECT name || age FROM users") == ["Zhang San20"])
        let again = try scene.store.insert("users", ["name": "Zhang San", "age": 20])
        #expect(again.key == 2)
    }

    @Test(
        arguments: [
            ("first_name", "first_name"), ("firstName", "first_name"), ("FirstName", "first_name"), ("name", "name"),
            ("Name", "name"), ("isMember", "is_member"), ("teamID", "team_id"), ("teamId", "team_id"),
            ("TEAM_ID", "team_id"), ("first name", nil), ("firstname", nil), ("first_Name", "first_name"),
            ("_version", nil), ("", nil), ("é", nil),
        ] as [(String, String?)])
    func `002-09 a key means the column of its name, in snake_case or as a setter would have it`(
        key: String, column: String?
    ) {
        #expect(DynamicScene.users.columns.column(forKey: key)?.name == column)
    }

    @Test func `002-10 a key that cannot be set is passed over and told of, the rest are applied`() throws {
        let scene = try DynamicScene()
        let made = try scene.store.insert("users", ["nane": 1, "name": "Li Si", "id": 7, "shoeSize": 43, "age": 3])
        #expect(made.key == 1)
        #expect(made.ignored.map(\.key) == ["nane", "id", "shoeSize"])
        #expect(
            made.ignored.map(\.description) == [
                "nane: no such key (nearest: name)", "id: the store sets it, nobody else does",
                "shoeSize: no such key",
            ])
        #expect(try scene.names("age == 3") == ["Li Si"])
    }

    @Test func `002-10 in strict mode such a key refuses the whole`() throws {
        let scene = try DynamicScene()
        let error = refusal {
            _ = try scene.store.insert("users", ["nane": 1, "name": "Li Si", "id": 7], unknownKeys: .refused)
        }
        #expect(
            error?.description == "nane: no such key (nearest: name); id: the store sets it, nobody else does")
        #expect(try scene.store.count("users") == 0)
        let none = refusal { _ = try scene.store.insert("users", ["nane": 1]) }
        #expect(none?.description.hasPrefix("there is nothing to set (nane: no such key (nearest: name));") == true)
    }

    @Test func `002-13 an empty key is an error, in every mode, and no crash`() throws {
        let scene = try DynamicScene().fill()
        for key in ["", " ", "\u{A0}\n"] {
            for mode in [UnknownKeys.ignored, .refused] {
                let values: EntityValues = [key: 1, "name": "x"]
                #expect(
                    refusal { _ = try scene.store.insert("users", values, unknownKeys: mode) }
                        == .keys(entity: "users", [KeyComplaint(key, .empty)]))
                #expect(
                    refusal { _ = try scene.store.update("users", set: values, unknownKeys: mode) }
                        == .keys(entity: "users", [KeyComplaint(key, .empty)]))
            }
        }
        #expect(refusal { _ = try scene.store.rows("users", keys: ["name", ""]) } != nil)
        #expect(refusal { _ = try scene.store.rows("users", keys: []) } != nil)
        #expect(
            refusal { _ = try scene.store.rows("users", keys: ["first_name", "firstName", "nane"]) }?.description
                == "firstName: means the same as first_name; nane: no such key (nearest: name)")
        #expect(try scene.store.count("users") == 3)
    }

    @Test(
        arguments: [
            ("user", "nearest: users"), ("Usres", "nearest: users"), ("nothingLikeIt", "there are users, teams"),
            ("", "there are users, teams"), ("users; DROP TABLE users", "there are users, teams"),
            ("sqlite_schema", "there are users, teams"),
        ])
    func `002-13 an unknown entity is an error with the nearest name`(name: String, advice: String) throws {
        let scene = try DynamicScene().fill()
        let calls: [() throws -> Void] = [
            { _ = try scene.store.rows(name) }, { _ = try scene.store.insert(name, ["name": "x"]) },
            { _ = try scene.store.update(name, set: ["name": "x"]) }, { _ = try scene.store.delete(name) },
            { _ = try scene.store.count(name) },
        ]
        for call in calls {
            #expect(refusal(call)?.description == "no entity is called `\(name)` (\(advice))")
        }
        #expect(try scene.store.count("Users") == 3)
    }

    @Test func `002-14 002-15 a predicate that is told at run time selects rows`() throws {
        let scene = try DynamicScene().fill()
        #expect(try scene.names("age > 18") == ["Zhang San", "O'Brien"])
        #expect(try scene.names("name == 'Li Si'") == ["Li Si"])
        #expect(try scene.names("name BEGINSWITH[cd] 'ZHÁNG' OR ANY tags CONTAINS 'y'") == ["Zhang San", "Li Si"])
        #expect(try scene.store.count("users", where: "age == 20") == 2)
        var seen = 0
        #expect(try scene.store.select("users", limit: 2, offset: 1) { _ in seen += 1 } == 2)
        #expect(seen == 2)
    }

    @Test func `002-15 one that cannot be read is an error with its column`() throws {
        let scene = try DynamicScene().fill()
        let error = refusal { _ = try scene.names("age > many") }
        guard case .predicate(let mistake) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(mistake.column == 7)
        let sort = refusal { _ = try scene.names(sort: "name,agge") }
        #expect(sort?.description == "sort keys: column 6: agge: no such field (nearest: age)")
    }

    @Test(arguments: [nil, "", " \n\t"] as [String?])
    func `002-16 002-17 no predicate and an empty one mean every row`(predicate: String?) throws {
        let scene = try DynamicScene().fill()
        #expect(try scene.names(predicate) == ["Zhang San", "Li Si", "O'Brien"])
        #expect(try scene.store.count("users", where: predicate) == 3)
        #expect(try scene.store.update("users", where: predicate, set: ["age": 1]).matched == 3)
        #expect(try scene.store.delete("users", where: predicate) == 3)
    }

    @Test func `002-18 several sort keys apply in order, each with its direction`() throws {
        let scene = try DynamicScene().fill()
        #expect(try scene.names(sort: "-age,name") == ["O'Brien", "Zhang San", "Li Si"])
        #expect(try scene.names(sort: "age:YES,name:NO") == ["Li Si", "Zhang San", "O'Brien"])
    }

    @Test func `002-19 one flag is the direction of all of them`() throws {
        let scene = try DynamicScene().fill()
        #expect(try scene.names(sort: "age,name", ascending: true) == ["Li Si", "O'Brien", "Zhang San"])
        #expect(try scene.names(sort: "age,name", ascending: false) == ["Zhang San", "O'Brien", "Li Si"])
    }

    @Test func `002-20 without sort keys every row comes, in no order that is promised`() throws {
        let scene = try DynamicScene().fill()
        for sort in [nil, "", "  "] as [String?] {
            #expect(try scene.names(sort: sort).sorted() == ["Li Si", "O'Brien", "Zhang San"])
        }
    }

    @Test func `002-21 where nothing fits the answer is empty, and no failure`() throws {
        let scene = try DynamicScene()
        #expect(try scene.store.rows("users") == [])
        try scene.fill()
        #expect(try scene.store.rows("users", where: "age > 1000") == [])
        #expect(try scene.store.select("users", where: "FALSEPREDICATE") { _ in Issue.record("a row") } == 0)
    }

    @Test(arguments: [
        "O'Brien", "' OR '1' = '1", "'; DROP TABLE users; --", "\" OR TRUEPREDICATE OR name == \"", "%@", "\\", "x\\'",
        "*", "NIL",
    ])
    func `002-28 what an argument holds is never read as part of the predicate, nor a value as SQL`(
        text: String
    ) throws {
        let scene = try DynamicScene().fill()
        _ = try scene.store.insert("users", ["name": .text(text), "tags": [.text(text)]])
        let found = try scene.store.rows("users", where: "%K == %@", ["name", .text(text)])
        #expect(found.allSatisfy { $0["name"] == .text(text) } && found.count == (text == "O'Brien" ? 2 : 1))
        #expect(try scene.names("ANY tags == %@", [.text(text)]) == [text])
        #expect(
            try scene.store.update("users", where: "name == %@", [.text(text)], set: ["first_name": .text(text)])
                .matched == found.count)
        #expect(try scene.store.rows("users", where: "first_name == %@", [.text(text)]).count == found.count)
        #expect(try scene.store.delete("users", where: "name == %@", [.text(text)]) == found.count)
        #expect(try scene.store.count("users") == 4 - found.count)
        // As a key or the name of a column it is unknown.
        #expect(refusal { _ = try scene.store.insert("users", [text: 1, "name": "x"], unknownKeys: .refused) } != nil)
        #expect(refusal { _ = try scene.store.rows("users", where: "%K == 1", [.text(text)]) } != nil)
        #expect(refusal { _ = try scene.store.rows("users", sort: text) } != nil)
    }

    @Test func `002-01 002-30 one door serves any thread, and none of it is lost`() async throws {
        let scene = try DynamicScene()
        let store = scene.store
        try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<8 {
                group.addTask { @concurrent in
                    for number in 0..<10 {
                        let name = FilterValue.text("\(worker)-\(number)")
                        _ = try store.insert("users", ["name": name, "age": .integer(Int64(worker))])
                        _ = try store.update("users", where: "name == %@", [name], set: ["weight": 1])
                    }
                    return try store.count("users", where: "age == %d AND weight == 1", [.integer(Int64(worker))])
                }
            }
            for try await count in group { #expect(count == 10) }
        }
        #expect(try scene.store.count("users") == 80)
    }

    @Test func `arguments that were written are what their placeholders take`() throws {
        let predicate = "age > %d AND weight < %f AND name == %@ AND first_name == '%d' AND %K == 1"
        #expect(
            Filter.arguments(["17", "1.5", "17", "age"], of: predicate) == [17, 1.5, "17", "age"])
        #expect(Filter.arguments(["many", "x"], of: "age > %d") == ["many", "x"])
        #expect(Filter.arguments(["a"], of: "'") == ["a"])
    }
}
