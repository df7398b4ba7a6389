internal import SQLite
internal import Synchronization

/// Numbers of records that are not in the store yet, and what became of them; shared by all contexts of a store.
final class ProvisionalNumbers: Sendable {
    private struct State {
        var last: Int64 = 0
        var given: [RecordIdentity: Int64] = [:]
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
            state.given.merge(given) { _, new in new }
            guard state.given.count > 2 * Self.remembered else { return }
            let oldest = state.last + Int64(Self.remembered)
            state.given = state.given.filter { identity, _ in
                if case .integer(let number) = identity.key { number <= oldest } else { false }
            }
        }
    }

    /// The number in the store; nil where there is none yet, or the key is none of ours.
    func number(of identity: RecordIdentity) -> Int64? {
        guard case .integer(let number) = identity.key, number < 0 else { return nil }
        return state.withLock { $0.given[identity] }
    }
}
