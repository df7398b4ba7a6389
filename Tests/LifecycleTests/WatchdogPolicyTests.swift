internal import Lifecycle
internal import TestSupport
internal import Testing

@Suite struct WatchdogPolicyTests {
    private typealias Policy = WatchdogPolicy<ManualClock.Instant>
    private static let writer = Policy.Part("writer", allowance: .seconds(30))
    private static let scheduler = Policy.Part("scheduler", allowance: .seconds(10))

    private static func second(_ seconds: Int) -> ManualClock.Instant {
        ManualClock().now.advanced(by: .seconds(seconds))
    }

    /// A step of the story, and the verdicts that follow it at some seconds.
    private enum Event {
        case begin(Int), step(Int), end(Int), wait(Int, until: Int?)
    }

    private func expect(
        _ story: [Event], beatsUntil last: Int?, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var policy = Policy()
        var now = 0
        for event in story {
            switch event {
            case .begin(let at): (now, _) = (at, policy.begin(Self.writer, at: Self.second(at)))
            case .step(let at): (now, _) = (at, policy.step(Self.writer, at: Self.second(at)))
            case .end(let at): (now, _) = (at, policy.end(Self.writer, at: Self.second(at)))
            case .wait(let at, let alarm):
                (now, _) = (at, policy.wait(Self.writer, until: alarm.map(Self.second), at: Self.second(at)))
            }
        }
        let verdicts = (now...2_000).map { ($0, policy.verdict(at: Self.second($0))) }
        let firstSilence = verdicts.first { $0.1 != .beat }?.0
        #expect(firstSilence == last.map { $0 + 1 }, sourceLocation: sourceLocation)
        // Silence lasts until something is said.
        if let firstSilence {
            #expect(verdicts.drop { $0.0 < firstSilence }.allSatisfy { $0.1 != .beat }, sourceLocation: sourceLocation)
        }
    }

    @Test func `nothing said is nothing wrong`() { expect([], beatsUntil: nil) }

    @Test func `a job may take its allowance, and not a moment more`() {
        expect([.begin(0)], beatsUntil: 30)
        var policy = Policy()
        policy.begin(Self.writer, at: Self.second(0))
        #expect(policy.verdict(at: Self.second(30)) == .beat)
        let late = Self.second(30).advanced(by: .nanoseconds(1))
        #expect(policy.verdict(at: late) == .stuck(Self.writer, for: .seconds(30) + .nanoseconds(1)))
    }

    @Test func `a step gives the allowance anew`() {
        expect([.begin(0), .step(25)], beatsUntil: 55)
        expect([.begin(0), .step(25), .step(50), .step(75)], beatsUntil: 105)
    }

    @Test func `a job that is done takes for ever`() {
        expect([.begin(0), .end(10)], beatsUntil: nil)
        expect([.begin(0), .step(5), .end(10)], beatsUntil: nil)
    }

    @Test func `a job that begins after a rest has its whole allowance`() {
        expect([.begin(0), .end(10), .begin(500)], beatsUntil: 530)
    }

    @Test func `jobs that queue up do not hide that the first is stuck`() {
        expect([.begin(0), .begin(20), .begin(28)], beatsUntil: 30)
    }

    @Test func `a job that is done is a step for those behind it`() {
        expect([.begin(0), .begin(5), .end(20)], beatsUntil: 50)
        expect([.begin(0), .begin(5), .end(20), .end(40)], beatsUntil: nil)
    }

    @Test func `an end without a beginning changes nothing`() {
        expect([.end(0)], beatsUntil: nil)
        expect([.begin(0), .end(1), .end(2), .begin(3)], beatsUntil: 33)
    }

    @Test func `a step without a job is no job`() {
        expect([.step(0)], beatsUntil: nil)
        expect([.begin(0), .end(1), .step(2)], beatsUntil: nil)
    }

    @Test func `who waits for its alarm has to wake, with the allowance on top`() {
        expect([.wait(0, until: 1_000)], beatsUntil: 1_030)
        expect([.wait(0, until: 100), .begin(90), .end(95), .wait(95, until: 200)], beatsUntil: 230)
    }

    @Test func `who waits for nothing may wait for ever`() {
        expect([.wait(0, until: nil)], beatsUntil: nil)
        expect([.begin(0), .wait(10, until: nil)], beatsUntil: nil)
    }

    @Test func `waking takes the alarm away`() {
        expect([.wait(0, until: 100), .begin(50), .end(51)], beatsUntil: nil)
        expect([.wait(0, until: 100), .begin(50)], beatsUntil: 80)
    }

    @Test func `an alarm that is already past counts from then`() {
        expect([.wait(20, until: 0)], beatsUntil: 30)
    }

    @Test func `a clock that goes back is no reason for silence`() {
        var policy = Policy()
        policy.begin(Self.writer, at: Self.second(100))
        #expect(policy.verdict(at: Self.second(0)) == .beat)
    }

    @Test func `one part that is stuck is enough, and the worst is named`() {
        var policy = Policy()
        policy.begin(Self.writer, at: Self.second(0))
        policy.wait(Self.scheduler, until: Self.second(50), at: Self.second(0))
        #expect(policy.verdict(at: Self.second(30)) == .beat)
        #expect(policy.verdict(at: Self.second(40)) == .stuck(Self.writer, for: .seconds(40)))
        // At 90 s the writer is 60 s beyond what is allowed, the scheduler 30 s.
        #expect(policy.verdict(at: Self.second(90)) == .stuck(Self.writer, for: .seconds(90)))
        policy.end(Self.writer, at: Self.second(90))
        #expect(policy.verdict(at: Self.second(90)) == .overslept(Self.scheduler, by: .seconds(40)))
        policy.begin(Self.scheduler, at: Self.second(90))
        #expect(policy.verdict(at: Self.second(90)) == .beat)
    }

    @Test func `of equals always the same is named`() {
        let parts = ["a", "b", "c", "d"].map { Policy.Part($0, allowance: .seconds(1)) }
        for order in [parts, parts.reversed()] {
            var policy = Policy()
            for part in order { policy.begin(part, at: Self.second(0)) }
            #expect(policy.verdict(at: Self.second(5)) == .stuck(parts[0], for: .seconds(5)))
        }
    }

    @Test func `a complaint says which part, since when and what is allowed`() {
        #expect(Policy.Verdict.beat.complaint == nil)
        #expect(
            Policy.Verdict.stuck(Self.writer, for: .milliseconds(45_600)).complaint
                == "writer has got no further for 45 s, allowed are 30 s")
        #expect(
            Policy.Verdict.overslept(Self.scheduler, by: .seconds(12)).complaint
                == "scheduler should have woken 12 s ago")
    }

    @Test(
        arguments: [
            ([:], nil), (["WATCHDOG_PID": "7"], nil), (["WATCHDOG_USEC": "30000000"], .seconds(15)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], .seconds(15)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], nil), (["WATCHDOG_USEC": "1"], .milliseconds(1)),
            (["WATCHDOG_USEC": "\(Int64.max)"], .microseconds(Int64.max / 2)),
        ] as [([String: String], Duration?)])
    func `the interval is half of what is asked for, and for this process alone`(
        environment: [String: String], interval: Duration?
    ) throws {
        #expect(try WatchdogInterval.read(environment, processID: 7) == interval)
    }

    @Test(arguments: ["", "0", "-1", "30s", " 30", "99999999999999999999", "+5", "٣"])
    func `an interval that is none is named`(text: String) {
        let error = #expect(throws: WatchdogIntervalError.self) {
            try WatchdogInterval.read(["WATCHDOG_USEC": text], processID: 7)
        }
        #expect(
            error?.description == "WATCHDOG_USEC is `\(text)`: microseconds above zero are needed; no beats are sent")
    }
}
