/// Decides whether the manager may be told that all is well, from what the parts of the service say of themselves.
///
/// A part has jobs, or waits for its own alarm, or for nothing. Time is what a clock says that stands still while the
/// machine sleeps, as the manager's does: else every part seems stuck after a suspend.
package struct WatchdogPolicy<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// Something that has to get on, and how long it may take for one step.
    package struct Part: Hashable, Sendable {
        /// "scheduler", "writer".
        package let name: String
        /// Longer than the longest step that is still in order.
        package let allowance: Duration

        package init(_ name: String, allowance: Duration) {
            self.name = name
            self.allowance = allowance
        }
    }

    /// Whether there is a beat.
    package enum Verdict: Hashable, Sendable {
        case beat
        /// Work went on for so long without a step.
        case stuck(Part, for: Duration)
        /// The part wanted to wake so long ago, and did not.
        case overslept(Part, by: Duration)

        /// What is wrong, in words; nil where nothing is.
        package var complaint: String? {
            switch self {
            case .beat: nil
            case .stuck(let part, let time):
                "\(part.name) has got no further for \(Self.seconds(time)), allowed are \(Self.seconds(part.allowance))"
            case .overslept(let part, let time): "\(part.name) should have woken \(Self.seconds(time)) ago"
            }
        }

        private static func seconds(_ time: Duration) -> String { "\(time.components.seconds) s" }
    }

    private struct State: Sendable {
        var jobs = 0
        /// Of the last step.
        var stepAt: Instant
        /// When a part without jobs wants to wake; nil is whenever it is called.
        var wakesAt: Instant?
    }

    private var states: [Part: State] = [:]

    package init() {}

    /// A job of the part begins, or queues up behind others.
    ///
    /// One that comes while others go on is no step of theirs: new work must not hide that the old is stuck.
    package mutating func begin(_ part: Part, at now: Instant) {
        var state = states[part] ?? State(stepAt: now)
        if state.jobs == 0 { state.stepAt = now }
        state.jobs += 1
        state.wakesAt = nil
        states[part] = state
    }

    /// A job of the part got a step further.
    package mutating func step(_ part: Part, at now: Instant) { states[part]?.stepAt = now }

    /// A job of the part is done, which is a step for those that wait behind it.
    package mutating func end(_ part: Part, at now: Instant) {
        guard let jobs = states[part]?.jobs, jobs > 0 else { return }
        states[part]?.jobs = jobs - 1
        states[part]?.stepAt = now
    }

    /// The part has nothing to do until then; nil is until it is called.
    package mutating func wait(_ part: Part, until alarm: Instant?, at now: Instant) {
        states[part] = State(stepAt: now, wakesAt: alarm)
    }

    /// Whether all parts get on; of several that do not, the one that is worst.
    package func verdict(at now: Instant) -> Verdict {
        let complaints = states.compactMap { part, state -> (excess: Duration, name: String, verdict: Verdict)? in
            let since: Instant
            if state.jobs > 0 {
                since = state.stepAt
            } else if let alarm = state.wakesAt {
                since = alarm
            } else {
                return nil
            }
            let time = since.duration(to: now)
            guard time > part.allowance else { return nil }
            let verdict: Verdict = state.jobs > 0 ? .stuck(part, for: time) : .overslept(part, by: time)
            return (time - part.allowance, part.name, verdict)
        }
        // Names decide between equals, so that the answer is the same every time.
        return complaints.max { ($0.excess, $1.name) < ($1.excess, $0.name) }?.verdict ?? .beat
    }
}

/// How often the manager wants a sign of life.
package enum WatchdogInterval {
    /// Half of what `WATCHDOG_USEC` allows, as `sd_watchdog_enabled(3)` advises; nil where no watchdog is set, or where
    /// `WATCHDOG_PID` says that it is meant for another process.
    ///
    /// - Throws: `WatchdogIntervalError` where the time is no number above zero.
    package static func read(
        _ environment: [String: String], processID: Int32
    ) throws(WatchdogIntervalError) -> Duration? {
        guard let text = environment["WATCHDOG_USEC"] else { return nil }
        if let process = environment["WATCHDOG_PID"], process != "\(processID)" { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let time = Int64(text), time > 0 else {
            throw WatchdogIntervalError(text: text)
        }
        // A beat each millisecond keeps up with the shortest watchdog that makes sense.
        return max(.microseconds(time / 2), .milliseconds(1))
    }
}

/// `WATCHDOG_USEC` is not what the manager's documentation says it is.
package struct WatchdogIntervalError: Error, Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package var description: String {
        "WATCHDOG_USEC is `\(text)`: microseconds above zero are needed; no beats are sent"
    }
}
