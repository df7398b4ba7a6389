internal import Chronology
internal import TestSupport

/// A clock on which a sleep is over at once: whatever is to happen meanwhile happens, and it is then.
final class SteppingClock: Clock, Sendable {
    typealias Instant = ManualClock.Instant
    typealias Duration = Swift.Duration

    let manual: ManualClock
    private let meanwhile: @Sendable (_ deadline: Instant) async -> Void

    /// - Parameter meanwhile: may let time pass up to the deadline; the rest passes afterwards.
    init(_ manual: ManualClock, meanwhile: @escaping @Sendable (_ deadline: Instant) async -> Void = { _ in }) {
        self.manual = manual
        self.meanwhile = meanwhile
    }

    var now: Instant { manual.now }
    var minimumResolution: Swift.Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        await meanwhile(deadline)
        let rest = manual.now.duration(to: deadline)
        if rest > .zero { manual.advance(by: rest) }
    }
}
