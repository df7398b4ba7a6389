internal import Chronology
internal import FoundationEssentials
internal import Records
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import PredicateMacro

@Suite struct `A predicate of the macro` {
    /// The three fronts: what evaluate says, what the filter says in memory, what SQL says.
    private func agree(_ predicates: [Predicate<Story>], seed: UInt64, count: Int = 60) async throws {
        var stories = RandomStories(random: Dice(seed: seed))
        let store = try RecordStore.open(.inMemory, [Story.self], log: .silent)
        let rows = (1...count).map { stories.story(id: Int64($0)) }
        _ = try await store.insert(contentsOf: rows)
        for predicate in predicates {
            let filter = try Filter(predicate)
            let compiled = try Story.table.columns.compile(filter)
            let expected = try rows.filter { try predicate.evaluate($0) }.map(\.id)
            let inMemory = rows.filter { row in compiled.matches { Story.table.value(of: $0, in: row) } }.map(\.id)
            let bySQL = try await store.all(Story.all.filtered(by: predicate).sorted(by: "id")).map(\.id)
            #expect(bySQL == expected && inMemory == expected, "\(filter)")
            #expect(try Filter(filter.description, over: Story.table.columns) == filter, "\(filter)")
        }
    }

    @Test(arguments: [UInt64](0..<6))
    func `compares what stands for a missing date by instant`(seed: UInt64) async throws {
        var random = Dice(seed: seed)
        let (fallback, limit) = (random.pick(RandomStories.changes), random.pick(RandomStories.changes))
        let predicates: [Predicate<Story>] = [
            #Predicate { ($0.changed ?? fallback) < limit }, #Predicate { ($0.changed ?? fallback) <= limit },
            #Predicate { ($0.changed ?? fallback) > limit }, #Predicate { ($0.changed ?? fallback) == limit },
            #Predicate { limit >= ($0.changed ?? fallback) }, #Predicate { ($0.changed ?? fallback) != limit },
        ]
        try await agree(predicates, seed: seed)
    }

    @Test func `compares what stands for a missing text as the store compares texts`() throws {
        let (decomposed, composed) = ("e\u{301}", "\u{E9}")
        let story = Story(
            id: 1, title: "", section: nil, words: 0, score: 0, rank: nil, isOpinion: false, tags: [],
            date: Instant(secondsSince1970: 0), kind: .news, changed: nil)
        for (predicate, expected) in [
            (#Predicate<Story> { ($0.section ?? decomposed) == composed }, false),
            (#Predicate<Story> { ($0.section ?? decomposed) < composed }, true),
            (#Predicate<Story> { ($0.section ?? decomposed) == decomposed }, true),
        ] {
            let compiled = try Story.table.columns.compile(Filter(predicate))
            #expect(compiled.matches { Story.table.value(of: $0, in: story) } == expected, "\(predicate)")
        }
    }

    @Test(arguments: [UInt64](0..<6))
    func `000-18 001-18 means the same rows as evaluate, as the filter in memory and as its text`(
        seed: UInt64
    ) async throws {
        var random = Dice(seed: seed &+ 100)
        let (text, other) = (random.pick(RandomStories.texts), random.pick(RandomStories.texts))
        let (number, date) = (Int(random.next() % 4), random.pick(RandomStories.dates))
        let (kind, list, numbers) = (random.pick(Kind.allCases), [text, other], [number, 3])
        let absent: String? = nil
        let predicates: [Predicate<Story>] = [
            #Predicate { $0.title.contains(text) && $0.words > number },
            #Predicate { !($0.title == text) || $0.words <= number },
            #Predicate { $0.section == nil }, #Predicate { $0.section != nil },
            #Predicate { $0.section == absent }, #Predicate { $0.section == text },
            #Predicate { $0.section != text }, #Predicate { ($0.section ?? other) == text },
            #Predicate { ($0.section ?? other) != text }, #Predicate { ($0.rank ?? 1) >= number },
            #Predicate { ($0.rank ?? number) < 1 }, #Predicate { 1 < $0.words },
            #Predicate { $0.score > $0.score }, #Predicate { $0.title != $0.title },
            #Predicate { list.contains($0.title) }, #Predicate { numbers.contains($0.words) },
            #Predicate { (1...2).contains($0.words) }, #Predicate { (0..<number).contains($0.words) },
            #Predicate { ($0.words != -1) }, #Predicate { $0.title.starts(with: text) },
            #Predicate { $0.title.isEmpty || $0.tags.isEmpty }, #Predicate { $0.title.count > number },
            #Predicate { $0.title.count == number }, #Predicate { $0.title.count <= 1 },
            #Predicate { $0.tags.count > 0 }, #Predicate { $0.tags.contains(text) },
            #Predicate { $0.tags.contains(where: { $0 == text || $0.contains(other) }) },
            #Predicate { $0.tags.contains(where: { !$0.starts(with: text) }) },
            #Predicate { $0.tags.allSatisfy { $0 != text && !$0.isEmpty } },
            #Predicate { !$0.tags.allSatisfy { $0.contains(text) } },
            #Predicate { $0.section?.contains(text) == true }, #Predicate { $0.section?.contains(text) == false },
            #Predicate { $0.section?.contains(text) != true }, #Predicate { $0.section?.contains(text) == nil },
            #Predicate { $0.section?.contains(text) ?? true }, #Predicate { $0.section?.isEmpty ?? false },
            #Predicate { if let section = $0.section { section.contains(text) } else { false } },
            #Predicate { $0.isOpinion }, #Predicate { !$0.isOpinion }, #Predicate { $0.isOpinion == false },
            #Predicate { $0.isOpinion ? $0.words > number : $0.words != number },
            #Predicate { $0.date >= date && $0.kind == kind }, #Predicate { $0.kind != kind || $0.date < date },
            #Predicate { $0.score * 1 == $0.score }, #Predicate { $0.score >= 0.5 },
            #Predicate { _ in true }, #Predicate { _ in false },
            #Predicate { ($0.words > 1) == ($0.title == text) },
        ]
        var translatable: [Predicate<Story>] = []
        for predicate in predicates where (try? Filter(predicate)) != nil { translatable.append(predicate) }
        // Arithmetic, and a truth value of two columns, are all that has no form.
        #expect(predicates.count - translatable.count == 2)
        try await agree(translatable, seed: seed)
    }

    @Test(arguments: [UInt64](0..<8))
    func `000-20 001-20 means the same however it is put together`(seed: UInt64) async throws {
        var trees = RandomTrees(random: Dice(seed: seed))
        var stories = RandomStories(random: Dice(seed: seed))
        let store = try RecordStore.open(.inMemory, [Story.self], log: .silent)
        let rows = (1...40).map { stories.story(id: Int64($0)) }
        _ = try await store.insert(contentsOf: rows)
        let scope = Scope<Story>(names: [trees.variable.key: .row])
        for _ in 0..<100 {
            let tree = trees.tree(depth: 4)
            let filter = try scope.condition(of: tree)
            let compiled = try Story.table.columns.compile(filter)
            let expected = try rows.filter { try tree.evaluate(PredicateBindings((trees.variable, $0))) }.map(\.id)
            let inMemory = rows.filter { row in compiled.matches { Story.table.value(of: $0, in: row) } }.map(\.id)
            let bySQL = try await store.all(Story.all.filtered(by: filter).sorted(by: "id")).map(\.id)
            let read = try Filter(filter.description, over: Story.table.columns)
            #expect(bySQL == expected && inMemory == expected && read == filter, "\(filter)")
        }
    }

    @Test func `000-21 001-21 what was captured is a value, whatever it says`() async throws {
        let store = try RecordStore.open(.inMemory, [Story.self], log: .silent)
        var stories = RandomStories(random: Dice(seed: 1))
        var story = stories.story(id: 1)
        story.title = "'; DROP TABLE story; --"
        _ = try await store.insert(contentsOf: [story])
        for hostile in ["' OR 1 --", "%", "\") OR 1", "'; DROP TABLE story; --"] {
            let found = try await store.all(Story.all.filtered(by: #Predicate { $0.title == hostile }))
            #expect(found == (hostile == story.title ? [story] : []))
        }
    }

    @Test func `what has no form in a filter is refused, and its node named`() {
        for (predicate, node, reason) in [
            (#Predicate<Story> { $0.words + 1 > 2 }, "Arithmetic<", "there is no such thing in a filter"),
            (#Predicate<Story> { $0.title.capitals > 1 }, "KeyPath<KeyPath<", "only count and isEmpty"),
            (#Predicate<Story> { $0.tags.count > 1 }, "Comparison<", "only whether it is empty"),
            (
                #Predicate<Story> { $0.tags.contains(where: { $0.contains("a") && $0.contains("b") }) },
                "SequenceContainsWhere<", "of each element one thing can be tested"
            ),
            (#Predicate<Story> { $0.rank! > 1 }, "ForcedUnwrap<", "there is no such thing in a filter"),
            (#Predicate<Story> { ($0.words > 1) == $0.isOpinion }, "Equal<", "a filter compares a property with"),
            (
                #Predicate<Story> { $0.headline == "a" }, "KeyPath<Variable<Story>",
                "no property of Story that is a column"
            ),
        ] as [(Predicate<Story>, String, String)] {
            let refusal = #expect(throws: UntranslatablePredicate.self) { try Filter(predicate) }
            #expect(
                refusal?.node.contains(node) == true && refusal?.reason.contains(reason) == true,
                "\(String(describing: refusal))")
            #expect(refusal?.description.hasPrefix("cannot make a filter of ") == true)
        }
    }
}

extension Story {
    /// No column.
    var headline: String { title }
}

extension String {
    var capitals: Int { count { $0.isUppercase } }
}
