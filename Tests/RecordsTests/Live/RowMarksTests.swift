internal import TestSupport
internal import Testing

@testable internal import Records

@Suite struct RowMarksTests {
    private struct Row: Hashable {
        var key: Int
        var text: Int
    }

    private func changes(from old: [Row], to new: [Row]) -> RowChanges<Int, Row> {
        let mark: (Row) -> RowMarks<Int>.Mark = { .init(key: $0.key, digest: $0.text) }
        let (former, present) = (RowMarks(old.map(mark)), RowMarks(new.map(mark)))
        #expect(present.steps(to: present).isEmpty, "told twice")
        let steps = former.steps(to: present)
        var changes = RowChanges<Int, Row>(deletions: steps.deletions)
        for step in steps.steps { changes.append(new[step.to], step) }
        return changes
    }

    private func rows(_ keys: [Int]) -> [Row] { keys.map { Row(key: $0, text: 0) } }

    @Test func `000-28 applied to the old list, the changes give the new one`() {
        var dice = Dice(seed: 28)
        for round in 0..<4_000 {
            // Few keys, so that some stand twice; or many, so that none does.
            let keys = UInt64(round % 2 == 0 ? 6 : 60)
            let list = { (dice: inout Dice) in
                (0..<Int(dice.next() % 12)).map { _ in
                    Row(key: Int(dice.next() % keys), text: Int(dice.next() % 3))
                }
            }
            let (old, new) = (list(&dice), list(&dice))
            let changes = changes(from: old, to: new)
            #expect(changes.applied(to: old) == new, "\(old) to \(new): \(changes)")
        }
    }

    @Test func `000-28 where rows only join or leave nothing moves, and each is told once`() {
        var dice = Dice(seed: 4)
        for _ in 0..<2_000 {
            let all = Array(0..<20)
            let old = all.filter { _ in dice.next() % 2 == 0 }
            let new = all.filter { _ in dice.next() % 2 == 0 }
            let changes = changes(from: rows(old), to: rows(new))
            #expect(changes.moves.isEmpty && changes.modifications.isEmpty)
            #expect(changes.deletions.map(\.key) == old.reversed().filter { !new.contains($0) })
            #expect(changes.insertions.map(\.row.key) == new.filter { !old.contains($0) })
        }
    }

    @Test func `000-28 no fewer rows could move`() {
        var dice = Dice(seed: 5)
        for _ in 0..<1_000 {
            let old = (0..<8).shuffled(using: &dice)
            let new = (0..<8).shuffled(using: &dice)
            // The longest run that keeps its order, by trying every subset.
            let places = new.map { old.firstIndex(of: $0) ?? 0 }
            let longest = (0..<256).map { subset -> Int in
                let run = places.indices.filter { subset >> $0 & 1 == 1 }.map { places[$0] }
                return zip(run, run.dropFirst()).allSatisfy { $0 < $1 } ? run.count : 0
            }.max()
            #expect(changes(from: rows(old), to: rows(new)).moves.count == 8 - (longest ?? 0))
        }
    }

    @Test func `000-28 places are those of the old list and of the new one`() {
        let old = [Row(key: 1, text: 1), Row(key: 2, text: 2), Row(key: 3, text: 3), Row(key: 4, text: 4)]
        let new = [Row(key: 5, text: 5), Row(key: 4, text: 4), Row(key: 1, text: 1), Row(key: 3, text: 9)]
        let changes = changes(from: old, to: new)
        #expect(changes.deletions.map { [$0.place, $0.key] } == [[1, 2]])
        #expect(changes.insertions.map { [$0.place, $0.row.key] } == [[0, 5]])
        #expect(changes.moves.map { [$0.from, $0.to, $0.row.key] } == [[3, 1, 4]])
        #expect(changes.modifications.map { [$0.from, $0.to, $0.row.text] } == [[2, 3, 9]])
    }

    @Test func `a list turned round and one shuffled are compared in no time to speak of`() {
        var dice = Dice(seed: 6)
        let many = Array(0..<20_000)
        #expect(changes(from: rows(many), to: rows(many.reversed())).moves.count == 19_999)
        let shuffled = changes(from: rows(many), to: rows(many.shuffled(using: &dice)))
        #expect(shuffled.moves.count > 19_000 && shuffled.deletions.isEmpty && shuffled.insertions.isEmpty)
    }
}
