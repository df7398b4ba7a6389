internal import SQLite
internal import Synchronization

/// Numbers of records that are not in the store yet, and what became of them; shared by all contexts of a store.
final class ProvisionalNumbers: Sendable {
    private struct State {
        var last: Int64 = 0
        var given = Given()
    }

    private let state = Mutex(State())
    /// Who still holds a record that was new so many records ago has to read it again.
    private static let remembered = 10_000

    /// One that no other record has: below zero.
    func next() -> Int64 {
        state.withLock { state in
            state.last -= 1
            return state.last
        }
    }

    /// What the store gave.
    func settle(_ given: [RecordIdentity: Int64]) {
        guard !given.isEmpty else { return }
        state.withLock { state in
            state.given.numbers.merge(given) { _, new in new }
            state.given.round += 1
            guard state.given.numbers.count > 2 * Self.remembered else { return }
            let oldest = state.last + Int64(Self.remembered)
            state.given.numbers = state.given.numbers.filter { identity, _ in
                if case .integer(let number) = identity.key { number <= oldest } else { false }
            }
        }
    }

    /// The number in the store; nil where there is none yet, or the key is none of ours.
    func number(of identity: RecordIdentity) -> Int64? { state.withLock { $0.given.number(of: identity) } }

    /// All that were given until now: who numbers several things by it numbers them alike.
    var given: Given { state.withLock { $0.given } }

    /// What the store gave until some moment.
    struct Given: Sendable {
        fileprivate var numbers: [RecordIdentity: Int64] = [:]
        /// Other each time that the store gave some.
        fileprivate(set) var round = 0

        func number(of identity: RecordIdentity) -> Int64? {
            guard case .integer(let number) = identity.key, number < 0 else { return nil }
            return numbers[identity]
        }
    }
}
