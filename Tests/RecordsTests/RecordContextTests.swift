import Chronology
import Records
import SQLite
import TestSupport
import Testing

/// Units of work: once in French, once in Spanish.
@Suite struct `Contexts` {
    private let byDate = SortTerms([.init("date")])

    @Test(arguments: Language.allCases)
    func `000-38 001-38 000-44 001-44 a save goes through nested contexts to the file`(language: Language) async throws
    {
        let folder = try TemporaryFolder()
        let store = try RecordStore.open(.named(language.name, in: folder.path), [MagicNote.self], log: .silent)
        let child = store.defaultContext.makeChild()
        let grandchild = child.makeChild()
        var notes = language.notes
        try await store.defaultContext.insert(&notes[0])
        try await child.insert(&notes[1])
        try await grandchild.insert(&notes[2])
        #expect(notes.allSatisfy { $0.id < 0 } && Set(notes.map(\.id)).count == 3)
        #expect(try await store.count(MagicNote.all) == 0)
        #expect(try await grandchild.all(MagicNote.all.sorted(by: byDate)) == notes)
        #expect(try await child.all(MagicNote.all.sorted(by: byDate)) == Array(notes.prefix(2)))
        #expect(try await grandchild.save() == .saved(3))
        let reopened = try RecordStore.open(.file(store.path), [MagicNote.self], log: .silent)
        let kept = try await reopened.all(MagicNote.all.sorted(by: byDate))
        #expect(kept.map(\.title) == language.titles && kept.map(\.id) == [1, 2, 3])
        for index in notes.indices { try await grandchild.refresh(&notes[index]) }
        #expect(notes == kept)
        for context in [grandchild, child, store.defaultContext] {
            #expect(await !context.hasChanges)
            #expect(try await context.save() == .unchanged)
        }
    }

    @Test(arguments: Language.allCases)
    func `000-44 001-44 a save to the parent waits there for the parent's own`(language: Language) async throws {
        let store = try await RecordStore.notes(language)
        let child = store.defaultContext.makeChild()
        var note = try #require(try await child.first(MagicNote.all.sorted(by: byDate)))
        note.title = "Nuevo"
        try await child.update(&note)
        #expect(try await store.defaultContext.count(MagicNote.all.filtered(by: .equal("title", "Nuevo"))) == 0)
        #expect(try await child.save(.parent) == .saved(1))
        #expect(try await store.defaultContext.first(MagicNote.all.sorted(by: byDate)) == note)
        #expect(try await store.first(MagicNote.all.sorted(by: byDate))?.title == language.titles[0])
        #expect(try await store.defaultContext.save(.parent) == .saved(1))
        #expect(try await store.first(MagicNote.all.sorted(by: byDate)) == note && note.version == 2)
    }

    @Test(arguments: Language.allCases)
    func
        `000-25 001-25 000-27 001-27 000-28 001-28 a list is read anew each time, with what was added and without what was discarded`(
            language: Language
        ) async throws
    {
        let store = try await RecordStore.notes(language)
        let context = store.makeContext()
        let before = try await context.all(MagicNote.all.sorted(by: byDate))
        for _ in 0..<2 {
            var added = language.notes[0]
            added.title = "Encore, ¡otra vez!"
            try await context.insert(&added)
            try await context.delete(before[1])
            var edited = before[2]
            edited.body = "ñ"
            try await context.update(&edited)
            let during = try await context.all(MagicNote.all.sorted(by: SortTerms([.init("date"), .init("title")])))
            #expect(during.map(\.title).contains(added.title) && !during.contains(before[1]) && during.last == edited)
            #expect(try await context.count(MagicNote.all) == 3)
            #expect(try await store.all(MagicNote.all.sorted(by: byDate)) == before)
            await context.discard()
            #expect(try await context.all(MagicNote.all.sorted(by: byDate)) == before)
        }
        var added = language.notes[1]
        try await store.insert(&added)
        #expect(try await context.count(MagicNote.all) == 4)
    }

    @Test(arguments: Language.allCases)
    func `000-40 001-40 a save says what came of it, and the context goes on`(language: Language) async throws {
        let store = try await RecordStore.notes(language)
        let context = store.makeContext()
        #expect(try await context.save() == .unchanged)
        var note = try #require(try await context.first(MagicNote.all.sorted(by: byDate)))
        for (round, title) in language.titles.enumerated() {
            note.title = title + "!"
            try await context.update(&note)
            #expect(try await context.save() == .saved(1))
            #expect(try await store.first(MagicNote.all.sorted(by: byDate)) == note && note.version == Int64(round) + 2)
        }
        try await context.delete(note)
        #expect(try await context.save() == .saved(1))
        var gone = note
        await #expect(throws: RecordError.self) { try await context.refresh(&gone) }
    }

    @Test(arguments: Language.allCases)
    func `000-45 001-45 two who change one record at once: the second is told, and nothing of theirs is half saved`(
        language: Language
    ) async throws {
        let journal = Journal()
        let store = try await RecordStore.notes(language, log: journal.log)
        let (ours, theirs) = (store.makeContext(), store.makeContext())
        var mine = try #require(try await ours.first(MagicNote.all.sorted(by: byDate)))
        var yours = try #require(try await theirs.first(MagicNote.all.sorted(by: byDate)))
        mine.title = "mía"
        try await ours.update(&mine)
        yours.title = "tuya"
        try await theirs.update(&yours)
        var other = language.notes[2]
        try await theirs.insert(&other)
        #expect(try await ours.save() == .saved(1))
        let failure = await #expect(throws: RecordError.self) { try await theirs.save() }
        let conflict = Conflict(table: "note", key: "\(mine.id)", expected: 1, found: 2)
        #expect(failure == .conflict(conflict))
        #expect(
            conflict.description
                == "note \(mine.id) is version 2 by now, and the change was made on version 1: somebody else was quicker; read it again and repeat the change"
        )
        #expect(try await store.count(MagicNote.all) == 3)
        #expect(await theirs.hasChanges)
        await theirs.discard()
        try await theirs.refresh(&yours)
        #expect(yours == mine)
        yours.title = "tuya"
        try await theirs.update(&yours)
        #expect(try await theirs.save() == .saved(1))
        #expect(try await store.first(MagicNote.all.sorted(by: byDate))?.title == "tuya")
        #expect(journal.events(.warning).count == 1)
    }

    @Test func `a conflict is found at each level, and a removed row is one too`() async throws {
        let store = try await RecordStore.notes(.spanish)
        let parent = store.makeContext()
        let (one, two) = (parent.makeChild(), parent.makeChild())
        var first = try #require(try await one.first(MagicNote.all.sorted(by: byDate)))
        var second = first
        first.title = "a"
        try await one.update(&first)
        try await one.save(.parent)
        second.title = "b"
        try await two.update(&second)
        await #expect(throws: RecordError.self) { try await two.save(.parent) }
        await two.discard()
        second = first
        try await two.delete(second)
        try await two.save(.parent)
        await #expect(throws: RecordError.self) { try await parent.update(&first) }
        #expect(try await parent.save() == .saved(1))
        #expect(try await store.count(MagicNote.all) == 2)

        let late = store.makeContext()
        var note = try #require(try await late.first(MagicNote.all))
        try await store.delete(note)
        note.title = "c"
        try await late.update(&note)
        let failure = await #expect(throws: RecordError.self) { try await late.save() }
        #expect("\(try #require(failure))".contains("is there no more"))
    }

    @Test func `000-45 001-45 a hundred tasks that save into one context and through it lose nothing`() async throws {
        let folder = try TemporaryFolder()
        let store = try RecordStore.open(.named("a", in: folder.path), [MagicNote.self], log: .silent)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask {
                    let child = store.defaultContext.makeChild()
                    var note = Language.spanish.notes[index % 3]
                    note.title = "\(index)"
                    try await child.insert(&note)
                    try await child.save(index.isMultiple(of: 2) ? .store : .parent)
                    try await child.refresh(&note)
                    note.body = "¡hecho!"
                    try await child.update(&note)
                    try await child.save()
                }
            }
            try await group.waitForAll()
        }
        let kept = try await store.all(MagicNote.all)
        #expect(kept.count == 100 && kept.allSatisfy { $0.body == "¡hecho!" })
    }

    @Test(arguments: [UInt64](0..<10))
    func `what a context sees before it saves is what the store holds afterwards`(seed: UInt64) async throws {
        var random = Dice(seed: seed)
        let store = try RecordStore.open(.inMemory, [MagicNote.self], log: .silent)
        let context = store.makeContext()
        let query = try MagicNote.all.filtered(by: .contains("title", "a")).sorted(by: "-title,date")
            .limited(to: 4, after: 1)
        for _ in 0..<12 {
            for _ in 0..<random.next() % 6 {
                let all = try await context.all(MagicNote.all)
                switch random.next() % 3 {
                case 0 where !all.isEmpty: try await context.delete(random.pick(all))
                case 1 where !all.isEmpty:
                    var note = random.pick(all)
                    note.title = random.pick(["a", "b", "ba", "ca", "á"])
                    try await context.update(&note)
                default:
                    var note = random.pick(Language.spanish.notes)
                    note.title = random.pick(["a", "ab", "b"]) + "\(random.next() % 100)"
                    try await context.insert(&note)
                }
            }
            let (seen, count) = (try await context.all(query), try await context.count(MagicNote.all))
            try await context.save()
            let kept = try await store.all(query)
            // Numbers are given in the order of making, so that ties stay as they were.
            #expect(seen.map(\.title) == kept.map(\.title))
            #expect(try await store.count(MagicNote.all) == count)
        }
    }
}
