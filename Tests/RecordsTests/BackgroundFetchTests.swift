import Chronology
import Records
import SQLite
import Synchronization
import TestSupport
import Testing

struct Person: Record, Hashable {
    var id: Int64 = 0
    var firstName: String
    var lastName: String
    var age: Int

    static let table = Table<Person>(
        "person", key: .generated(\.id), Attribute("id", \.id), Attribute("first_name", \.firstName),
        Attribute("last_name", \.lastName), Attribute("age", \.age), make: Person.init)
}

@Suite struct `Fetching in the background` {
    private let eldest = SortTerms([.init("age", isAscending: false)])

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func scene(_ count: Int = 300) async throws -> RecordStore {
        let store = try RecordStore.open(.named("people", in: folder.path), [Person.self], log: .silent)
        let people = (0..<count).map { Person(firstName: "First \($0)", lastName: "Last", age: $0 * 7 % 300) }
        #expect(try await store.insert(contentsOf: people) == SaveOutcome(count))
        return store
    }

    @Test
    func `003-01 003-02 003-03 003-04 003-05 keys found in one context are records of another, as many and in order`()
        async throws
    {
        let store = try await scene()
        let background = try store.makeBackgroundContext()
        let ids = try await background.ids(Person.all.sorted(by: eldest))
        let people = try await store.defaultContext.records(ids)
        #expect(people.map(\.recordID) == ids && people.count == 300)
        #expect(people.map(\.age) == (0..<300).reversed())
        let twice = try await store.defaultContext.records([ids[3], ids[0], ids[3]])
        #expect(twice == [people[3], people[0], people[3]])
        // More keys than one statement takes.
        let many = try await store.defaultContext.records((0..<5).flatMap { _ in ids })
        #expect(many.count == 1_500 && many[1_499] == people[299])
    }

    @Test func `003-06 003-07 003-11 the records come to one handler, once, and none is an empty list`() async throws {
        let store = try await scene(3)
        let background = try store.makeBackgroundContext()
        let desk = Desk()
        let context = store.defaultContext
        for query in [Person.all.sorted(by: eldest), Person.all.filtered(by: .greater("age", 1_000))] {
            let isCalled = try await context.fetch(query, through: background, for: WeakOwner(desk)) { desk, people in
                desk.process(people)
            }
            #expect(isCalled)
        }
        #expect(
            desk.calls == [
                [
                    "First name = First 2, last name = Last, age = 14",
                    "First name = First 1, last name = Last, age = 7",
                    "First name = First 0, last name = Last, age = 0",
                ], [],
            ])
    }

    @Test func `003-08 a failure is logged and comes to the caller, and the handler is not called`() async throws {
        let store = try await scene(1)
        let journal = Journal()
        let reading = try RecordStore.open(.file(store.path), [Person.self], log: journal.log)
        try await store.write("break") { connection throws(RecordError) in
            do throws(SQLiteError) { try connection.execute("DROP TABLE person") } catch {
                throw RecordError(error, tried: "break")
            }
        }
        let desk = Desk()
        let background = try reading.makeBackgroundContext()
        let failure = await #expect(throws: RecordError.self) {
            try await reading.defaultContext.fetch(Person.all, through: background, for: WeakOwner(desk)) {
                $0.process($1)
            }
        }
        #expect("\(try #require(failure))" == "cannot read person: no such table: person")
        #expect(journal.events(.error).map(\.tried) == ["fetch person in the background"])
        #expect(desk.calls.isEmpty)
    }

    @Test func `003-09 where the owner is gone nothing is called`() async throws {
        let store = try await scene(1)
        let background = try store.makeBackgroundContext()
        let calls = Mutex(0)
        let owner = { WeakOwner(Desk()) }()
        let isCalled = try await store.defaultContext.fetch(Person.all, through: background, for: owner) { _, _ in
            calls.withLock { $0 += 1 }
        }
        #expect(!isCalled && calls.withLock { $0 } == 0)
    }

    @Test func `003-10 while one fetches, others go on`() async throws {
        let store = try await scene(10)
        let background = try store.makeBackgroundContext()
        async let fetched = store.defaultContext.fetch(Person.all, through: background)
        // Holds the writer's thread and transaction while the reader reads.
        let age = try await store.write("go on") { connection throws(RecordError) in
            var person = Person(firstName: "Née", lastName: "Ñ", age: 1)
            try Person.table.insert(&person, in: connection)
            return person.age
        }
        let count = try await fetched.count
        #expect(age == 1 && (count == 10 || count == 11))
    }

    @Test func `003-12 a key whose row is gone is left out or refused by name, and in one snapshot there is none such`()
        async throws
    {
        let store = try await scene(5)
        let journal = Journal()
        let reading = try RecordStore.open(.file(store.path), [Person.self], log: journal.log)
        let background = try reading.makeBackgroundContext()
        let ids = try await background.ids(Person.all)
        try await store.delete(Person.all.filtered(by: .among("id", [2, 4])))
        let failure = await #expect(throws: RecordError.self) { try await reading.defaultContext.records(ids) }
        #expect(failure == .missing(table: "person", keys: ["2", "4"]))
        #expect("\(try #require(failure))" == "no person has the key 2, 4; look for them again")
        let left = try await reading.defaultContext.records(ids, missing: .skip)
        #expect(left.map(\.id) == [1, 3, 5])
        #expect(journal.events(.warning).count == 2)
        #expect(try await reading.defaultContext.fetch(Person.all, through: background) == left)
    }

    @Test func `a fetch sees its own context's unsaved changes`() async throws {
        let store = try await scene(3)
        let context = store.makeContext()
        var people = try await context.all(Person.all)
        people[0].lastName = "Ñandú"
        try await context.update(&people[0])
        try await context.delete(people[1])
        let fetched = try await context.fetch(Person.all, through: try store.makeBackgroundContext())
        #expect(fetched == [people[0], people[2]])
    }

    @Test func `a fetch ends at its deadline, before it starts or in its midst`() async throws {
        let store = try await scene(2_000)
        let start = ContinuousClock.now
        let ticks = Mutex(0)
        let ticking = try RecordStore.open(.file(store.path), [Person.self], log: .silent) {
            start.advanced(
                by: .seconds(
                    ticks.withLock { ticks in
                        ticks += 1
                        return ticks
                    }))
        }
        let background = try ticking.makeBackgroundContext()
        for deadline in [start, start.advanced(by: .milliseconds(2_500))] {
            ticks.withLock { $0 = 0 }
            let failure = await #expect(throws: RecordError.self) {
                try await ticking.defaultContext.fetch(Person.all, through: background, until: deadline)
            }
            #expect(failure == .deadlinePassed(tried: "fetch person in the background"))
        }
        #expect(ticks.withLock { $0 } == 3)
        ticks.withLock { $0 = 0 }
        let later = start.advanced(by: .seconds(1_000_000))
        #expect(try await ticking.defaultContext.fetch(Person.all, through: background, until: later).count == 2_000)
    }

    @Test func `a cancelled fetch ends, says so, and leaves the context usable`() async throws {
        let store = try await scene(10)
        let background = try store.makeBackgroundContext()
        let context = store.defaultContext
        await withTaskGroup(of: RecordError?.self) { group in
            group.cancelAll()
            group.addTask {
                do throws(RecordError) { _ = try await context.fetch(Person.all, through: background) } catch {
                    return error
                }
                return nil
            }
            for await failure in group {
                #expect(failure == .cancelled(tried: "fetch person in the background"))
            }
        }
        #expect(try await context.fetch(Person.all, through: background).count == 10)
    }

    @Test func `003-22 people are inserted and read`() async throws {
        let store = try RecordStore.open(.inMemory, [Person.self], log: .silent)
        var person = Person(firstName: "Añil", lastName: "O'Hara", age: 41)
        #expect(try await store.insert(&person) == .saved(1))
        #expect(try await store.all(Person.all) == [person] && person.id == 1)
        #expect(try await store.defaultContext.fetch(Person.all, through: store.makeBackgroundContext()) == [person])
    }
}

/// Somebody who processes people.
private final class Desk: Sendable {
    private let lines = Mutex<[[String]]>([])

    var calls: [[String]] { lines.withLock { $0 } }

    func process(_ people: [Person]) {
        lines.withLock { lines in
            lines.append(people.map { "First name = \($0.firstName), last name = \($0.lastName), age = \($0.age)" })
        }
    }
}
