import Records
import TestSupport
import Testing

/// What happens around saves and reads that are under way.
@Suite(.timeLimit(.minutes(1))) struct `Contexts in the meantime` {
    @Test func `000-45 001-45 an edit during a save and one after it are both kept`() async throws {
        let store = try RecordStore.open(.inMemory, [GatedNote.self], log: .silent)
        let context = store.makeContext()
        var note = GatedNote(title: "edited around a save")
        try await context.insert(&note)
        let gate = Gate(at: note.title)
        async let saved = context.save()
        await gate.untilReached()
        note.body = "during"
        try await context.update(&note)
        gate.open()
        #expect(try await saved == .saved(1))
        note.body = "after"
        try await context.update(&note)
        #expect(note.id == 1 && note.version == 3)
        #expect(try await context.all(GatedNote.all) == [note])
        #expect(try await context.save() == .saved(1))
        #expect(try await store.all(GatedNote.all) == [note])
        #expect(await !context.hasChanges)
    }

    @Test func `000-45 001-45 an edit in a child of what the parent saves meanwhile is one change with the next`()
        async throws
    {
        let store = try RecordStore.open(.inMemory, [GatedNote.self], log: .silent)
        let parent = store.makeContext()
        var note = GatedNote(title: "edited below a save")
        try await parent.insert(&note)
        let child = parent.makeChild()
        note.body = "before"
        try await child.update(&note)
        #expect(try await parent.save() == .saved(1))
        note.body = "after"
        try await child.update(&note)
        #expect(try await child.save() == .saved(1))
        #expect(try await store.all(GatedNote.all) == [note])
        #expect(note.id == 1 && note.body == "after")
    }

    @Test func `rows that are removed while a list is read are made up for`() async throws {
        let store = try RecordStore.open(.inMemory, [GatedNote.self], log: .silent)
        for number in 1...5 {
            var note = GatedNote(title: "row \(number) of a list that is being read")
            try await store.insert(&note)
        }
        let context = store.makeContext()
        let byID = GatedNote.all.sorted(by: SortTerms([.init("id")]))
        var notes = try await context.all(byID)
        notes[0].body = "touched"
        try await context.update(&notes[0])
        let gate = Gate(at: notes[0].title)
        async let listed = context.all(byID.limited(to: 2))
        await gate.untilReached()
        try await context.delete(notes[1])
        try await context.delete(notes[2])
        gate.open()
        #expect(try await listed == [notes[0], notes[3]])
    }

    @Test func `keys that differ in their normal form are two records`() async throws {
        let store = try RecordStore.open(.inMemory, [Term.self], log: .silent)
        let context = store.makeContext()
        var composed = Term(term: "\u{E9}t\u{E9}", meaning: "summer")
        var decomposed = Term(term: "e\u{301}te\u{301}", meaning: "been")
        try await context.insert(&composed)
        try await context.insert(&decomposed)
        #expect(try await context.save() == .saved(2))
        decomposed.meaning = "was"
        try await context.update(&decomposed)
        let seen = try await context.records([composed.recordID, decomposed.recordID])
        #expect(seen.map(\.meaning) == ["summer", "was"])
        try await context.delete(composed)
        #expect(try await context.save() == .saved(2))
        #expect(try await store.all(Term.all).map(\.meaning) == ["was"])
    }

    @Test(arguments: [false, true])
    func `001-45 a record that is removed and made again goes on counting its versions`(inChild: Bool) async throws {
        let store = try RecordStore.open(.inMemory, [Term.self], log: .silent)
        var term = Term(term: "été", meaning: "1")
        try await store.insert(&term)
        let old = term
        for meaning in ["2", "3"] {
            term.meaning = meaning
            try await store.update(&term)
        }
        let context = store.makeContext()
        try await context.delete(term)
        var again = Term(term: "été", meaning: "again")
        let maker = inChild ? context.makeChild() : context
        try await maker.insert(&again)
        #expect(try await maker.save() == .saved(1))
        try await maker.refresh(&again)
        #expect(again.version == 4 && again.meaning == "again")
        var late = old
        late.meaning = "late"
        await #expect(throws: RecordError.self) { try await store.update(&late) }
        again.meaning = "edited"
        try await maker.update(&again)
        try await maker.save()
        #expect(try await store.all(Term.all) == [again])
    }

    @Test func `001-45 a record that is removed and made again can be edited at once`() async throws {
        let store = try RecordStore.open(.inMemory, [Term.self], log: .silent)
        var term = Term(term: "año", meaning: "1")
        try await store.insert(&term)
        let context = store.makeContext()
        try await context.delete(term)
        var again = Term(term: "año", meaning: "again")
        try await context.insert(&again)
        again.meaning = "edited"
        try await context.update(&again)
        try await context.save()
        #expect(try await store.all(Term.all) == [again])
        #expect(again.version == 3)
    }
}
