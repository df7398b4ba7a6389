internal import Records
internal import SQLite
internal import TestSupport
internal import Testing

/// What the dynamic door says of itself.
@Suite struct `The log of the dynamic door` {
    /// A store with three users, and what it says from then on.
    private func scene() throws -> (scene: DynamicScene, journal: Journal) {
        let journal = Journal()
        return (try DynamicScene(log: journal.log).fill(), journal)
    }

    private func said(_ journal: Journal, _ work: () throws -> Void) rethrows -> [String] {
        let before = journal.events.count
        try work()
        return journal.events.dropFirst(before).map(\.description)
    }

    @Test func `002-14 002-22 002-24 what was done is told with its entity and counts, reading in detail only`() throws
    {
        let (scene, journal) = try scene()
        let store = scene.store
        #expect(journal.events.first?.description == "info: opened (open to write)")
        #expect(journal.events.last?.description == "info: saved (insert into users): 1 row")
        _ = try store.rows("users", limit: 1)
        #expect(
            try said(journal) { _ = try store.rows("Users", where: "age == 20") }
                == ["debug: done (select users): 2 rows"])
        #expect(try said(journal) { _ = try store.count("users") } == ["debug: done (count users): 3 rows"])
        #expect(
            try said(journal) { _ = try store.update("users", set: ["age": 20]) }
                == ["info: saved (update users): 1 of 3 rows"])
        #expect(
            try said(journal) { _ = try store.update("users", set: ["age": 20]) }
                == ["debug: unchanged (update users): 0 of 3 rows"])
        #expect(
            try said(journal) { _ = try store.update("users", set: ["age": 1], dryRun: true) }
                == ["debug: done (update users): it would change 3 of 3 rows"])
        #expect(
            try said(journal) { _ = try store.delete("users", dryRun: true) }
                == ["debug: done (delete from users): it would remove 3 rows"])
        #expect(
            try said(journal) { _ = try store.delete("users", where: "age == 20") }
                == ["info: saved (delete from users): 3 rows"])
        #expect(journal.events(.warning) == [] && journal.events(.error) == [])
    }

    @Test func `002-10 keys that were passed over are a warning`() throws {
        let (scene, journal) = try scene()
        #expect(
            try said(journal) { _ = try scene.store.insert("users", ["name": "x", "nam": "y", "id": 7]) }
                == [
                    "warning: keys passed over (insert into users): nam: no such key (nearest: name); id: the store sets it, nobody else does",
                    "info: saved (insert into users): 1 row",
                ])
    }

    @Test func `what a caller did wrong is a warning, what the store is against an error, and neither holds a value`()
        throws
    {
        let (scene, journal) = try scene()
        let store = scene.store
        _ = try store.count("users")
        func refused(_ work: () throws -> Void) -> [String] {
            said(journal) { #expect(throws: DynamicError.self, performing: work) }
        }
        #expect(
            refused { _ = try store.rows("users", where: "name == 'hidden' AND") }
                == ["warning: not done (select users): the predicate cannot be read at column 21"])
        #expect(
            refused { _ = try store.rows("users", where: "age == 'hidden'") }
                == ["warning: not done (select users): the predicate cannot be read at column 8"])
        #expect(
            refused { _ = try store.rows("users", sort: "hidden") }
                == ["warning: not done (select users): the sort keys cannot be read at column 1"])
        #expect(
            refused { _ = try store.insert("users", ["name": "x", "age": "hidden"]) }
                == ["warning: not done (insert into users): age: expected a whole number"])
        #expect(
            refused { _ = try store.insert("users", ["name": "x", "team_id": 4711]) }
                == ["warning: not done (insert into users): team_id: there is no such row in teams, or no more"])
        #expect(
            refused { _ = try store.insert("users", ["name": "nobody"]) }.first?.hasPrefix(
                "warning: not done (insert into users): the store does not take it: CHECK constraint failed") == true)
        #expect(
            refused { _ = try store.update("users", set: ["age": -1]) }
                == ["warning: not done (update users): a user is born already"])
        #expect(
            refused { _ = try store.insert("teams", ["title": "hidden"]) }
                == ["warning: not done (insert into teams): teams can only be read here: the league says who they are"])
        #expect(
            refused { _ = try store.delete("uers") }.first?.hasPrefix(
                "warning: not done (delete from uers): no entity is called `uers`") == true)
        #expect(
            refused { _ = try store.columns(["id", "id"], of: "users") }
                == ["warning: not done (choose columns of users): id: given twice"])
        try scene.execute("DROP TABLE users")
        let broken = refused { _ = try store.rows("users", where: "name == 'hidden'") }
        #expect(
            broken.count == 1 && broken[0].hasPrefix("error: failed (select users): no such table: users"), "\(broken)")
        let everything = journal.events.map(\.description).joined(separator: "\n")
        for value in ["hidden", "4711", "Zhang", "O'Brien", "Conan"] {
            #expect(!everything.contains(value), "\(value)")
        }
    }

    @Test func `a store that cannot be opened is an error in the log`() throws {
        let journal = Journal()
        let nowhere = DynamicStore(
            Entities([DynamicScene.users]), log: journal.log, now: { DynamicScene.SteppingNow().now }
        ) { _ in throw TestFailure("there is no disk") }
        #expect(throws: TestFailure.self) { try nowhere.count("users") }
        #expect(journal.events.count == 1 && journal.events[0].level == .error, "\(journal.events)")
        #expect(journal.events[0].tried == "count users" && journal.events[0].detail?.contains("no disk") == true)
    }

    @Test func `who wants no more rows is no failure, and gets back what was thrown`() throws {
        let (scene, journal) = try scene()
        let told = said(journal) {
            #expect(throws: TestFailure.self) { try scene.store.select("users") { _ in throw TestFailure("enough") } }
        }
        #expect(told.last == "debug: stopped by the reader (select users)", "\(told)")
        #expect(journal.events(.error) == [] && journal.events(.warning) == [])
    }
}
