internal import Articles
internal import Expectations
internal import Testing

@Suite struct `A walk beside the former members` {
    private typealias Laws = ArticleStoreConformance

    /// The same for the same seed.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 31
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `finds each article once, whatever came, went and changed its place`(seed: UInt64) async throws {
        let store = try StoreInspection()
        let writer = store.writer
        var dice = Dice(state: seed)
        var ids = (0..<90).map { "a\($0)" }
        try await Laws.sync(writer, [Laws.page(0, ids)])
        for round in 1...6 {
            let before = Set(ids)
            for _ in 0..<Int.random(in: 0...12, using: &dice) {
                ids.remove(at: Int.random(in: ids.indices, using: &dice))
            }
            for number in 0..<Int.random(in: 0...5, using: &dice) {
                ids.insert("r\(round)-\(number)", at: Int.random(in: 0...ids.count, using: &dice))
            }
            if Int.random(in: 0..<3, using: &dice) == 0 { ids.shuffle(using: &dice) }
            let cut = Int.random(in: 0...ids.count, using: &dice)
            let run = try await Laws.sync(
                writer, [Laws.page(0, Array(ids[..<cut])), Laws.page(1, Array(ids[cut...]))], at: Int64(round * 10))
            #expect(try store.ids() == ids)
            #expect(run.counts.added == Set(ids).subtracting(before).count)
            #expect(run.counts.removed == before.subtracting(ids).count)
            #expect(run.counts.changed == 0)
        }
        try store.check()
    }

    @Test func `reads on where a chunk ends`() async throws {
        let store = try StoreInspection()
        let writer = store.writer
        let ids = (0..<1_400).map { "a\($0)" }
        try await Laws.sync(writer, [Laws.page(0, ids)])
        let kept = ids.enumerated().filter { $0.offset % 100 != 7 }.map(\.element)
        let run = try await Laws.sync(writer, [Laws.page(0, kept)], at: 10)
        #expect(try store.ids() == kept)
        #expect(run.counts.added == 0 && run.counts.changed == 0 && run.counts.removed == 14)
    }
}
