package import Chronology
internal import Synchronization

/// A clock that never ticks by itself: time passes when a test says so.
package final class ManualClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package var offset: Swift.Duration = .zero

        package func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant()
        /// How far the clock on the wall is ahead of this one, beyond the start.
        var drift: Swift.Duration = .zero
        var nextID = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var watchers: [(id: Int, count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func newID() -> Int {
            nextID += 1
            return nextID
        }
    }

    private let start: Chronology.Instant
    private let state = Mutex(State())

    /// - Parameter start: what the wall says at the beginning.
    package init(startingAt start: Chronology.Instant = Chronology.Instant(secondsSince1970: 1_435_708_800)) {
        self.start = start
    }

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Swift.Duration { .zero }

    /// The same time on the wall.
    package var wallClock: WallClock {
        WallClock { [self] in state.withLock { start.adding($0.now.offset + $0.drift) } }
    }

    /// Moves the clock on the wall alone, as an administrator does; sleepers do not notice.
    package func jump(by duration: Swift.Duration) { state.withLock { $0.drift += duration } }

    /// How many sleep right now.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The time until the next sleeper wakes.
    package var nextWake: Swift.Duration? {
        state.withLock { state in state.sleepers.map(\.deadline).min().map { $0.offset - state.now.offset } }
    }

    /// Lets time pass and wakes those whose time has come, the earliest first.
    package func advance(by duration: Swift.Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.deadline <= state.now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Returns as soon as so many sleep, or when the test is cancelled at its time limit.
    package func sleepers(_ count: Int = 1) async {
        let id = state.withLock { $0.newID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    let isOver = state.sleepers.count >= count || state.cancelled.remove(id) != nil
                    if !isOver { state.watchers.append((id, count, continuation)) }
                    return isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard let index = state.watchers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.watchers.remove(at: index).continuation
            }
            continuation?.resume()
        }
    }

    package func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let id = state.withLock { $0.newID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                fallAsleep(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func fallAsleep(_ sleeper: Sleeper) {
        enum Outcome { case asleep([CheckedContinuation<Void, Never>]), due, cancelled }
        let outcome = state.withLock { state -> Outcome in
            if state.cancelled.remove(sleeper.id) != nil { return .cancelled }
            if sleeper.deadline <= state.now { return .due }
            state.sleepers.append(sleeper)
            let count = state.sleepers.count
            let content = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return .asleep(content)
        }
        switch outcome {
        case .asleep(let watchers): for watcher in watchers { watcher.resume() }
        case .due: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
