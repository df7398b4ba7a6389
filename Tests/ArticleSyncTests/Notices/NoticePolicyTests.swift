import ArticleSync
import Articles
import Chronology
import TestSupport
import Testing

@Suite struct `What is told about a query` {
    private static let start = Instant(secondsSince1970: 1_436_227_200)

    /// A story of runs: each at so many hours, what it came to, and whether it left contents of that instant.
    private struct Teller {
        var policy = NoticePolicy()
        var standing = NoticeStanding()
        var contentsAt: Instant?
        private var id: Int64 = 0

        init(staleAfterHours: Int? = nil, contentsAtHour hour: Int? = nil) {
            policy.staleAfter = staleAfterHours.map { .seconds($0 * 3_600) }
            contentsAt = hour.map { Self.at($0) }
        }

        static func at(_ hour: Int) -> Instant { start.adding(.seconds(hour * 3_600)) }

        /// What is told of a run that ended at an hour.
        mutating func run(
            _ hour: Int, _ outcome: RunOutcome, _ failure: SourceFailure.Kind? = nil, drift: [String] = []
        ) -> [NoticeKind] {
            id += 1
            let end = Self.at(hour)
            var run = Run(
                id: id, query: "q", startedAt: end.adding(.seconds(-5)), finishedAt: end, outcome: outcome,
                window: DayRange(last: 1, endingOn: end.utcDay), failure: failure)
            run.drift = drift
            if [.complete, .capped].contains(outcome) { contentsAt = end }
            return take(policy.judge(run, contentsAt: contentsAt, standing: standing, at: end))
        }

        mutating func look(_ hour: Int, plus duration: Duration = .zero) -> [NoticeKind] {
            take(policy.look(contentsAt: contentsAt, standing: standing, at: Self.at(hour).adding(duration)))
        }

        private mutating func take(_ verdict: NoticePolicy.Verdict) -> [NoticeKind] {
            standing = verdict.standing
            return verdict.kinds
        }
    }

    @Test(arguments: RunOutcome.allCases)
    func `of a first run only what failed or is held is told`(outcome: RunOutcome) {
        var teller = Teller()
        let told = teller.run(0, outcome)
        #expect(told == (outcome == .failed ? [.failed] : outcome == .held ? [.held] : []))
    }

    @Test func `the first of many failures is told, and again after each day of them`() {
        var teller = Teller()
        let told = (0..<80).map { teller.run($0, .failed, .transient) }
        let hours = told.indices.filter { told[$0] == [.failed] }
        #expect(hours == [0, 24, 48, 72])
        #expect(told.allSatisfy { $0.isEmpty || $0 == [.failed] })
        #expect(teller.standing.failingSince == Teller.at(0))
    }

    @Test func `a failure that is told from the future, by a clock since set back, is told again`() {
        var teller = Teller()
        #expect(teller.run(100, .failed) == [.failed])
        #expect(teller.run(0, .failed) == [.failed])
        #expect(teller.run(1, .failed).isEmpty)
    }

    @Test(arguments: [RunOutcome.parked, .cancelled, .interrupted, .skipped, .running])
    func `a run that was stopped neither begins nor ends anything`(outcome: RunOutcome) {
        var teller = Teller()
        #expect(teller.run(0, .failed) == [.failed])
        let standing = teller.standing
        #expect(teller.run(1, outcome).isEmpty)
        #expect(teller.standing == standing)
        #expect(teller.run(2, .failed).isEmpty)
        #expect(teller.run(3, .complete) == [.recovered])
        #expect(teller.run(4, outcome).isEmpty)
    }

    @Test func `the first good run after failures is told, and only the first`() {
        var teller = Teller()
        #expect(teller.run(0, .complete).isEmpty)
        #expect(teller.run(1, .failed) == [.failed])
        #expect(teller.run(2, .failed).isEmpty)
        #expect(teller.run(3, .complete) == [.recovered])
        #expect(teller.run(4, .complete).isEmpty)
        #expect(teller.run(5, .failed) == [.failed])
        #expect(teller.run(6, .capped) == [.recovered])
    }

    @Test(arguments: [RunOutcome.partial, .unverified, .held])
    func `a run that leaves older contents ends the failures and is no recovery`(outcome: RunOutcome) {
        var teller = Teller()
        _ = teller.run(0, .complete)
        #expect(teller.run(1, .failed) == [.failed])
        #expect(teller.run(2, outcome) == (outcome == .held ? [.held] : []))
        #expect(teller.standing.failingSince == nil)
        // Failures that begin anew are told anew.
        #expect(teller.run(3, .failed) == [.failed])
        #expect(teller.run(4, .complete) == [.recovered])
    }

    @Test func `a held result is told once, until none is held`() {
        var teller = Teller()
        #expect(teller.run(0, .held) == [.held])
        #expect(teller.run(1, .held).isEmpty)
        #expect(teller.run(2, .failed) == [.failed])
        #expect(teller.run(3, .held).isEmpty)
        #expect(teller.run(4, .parked).isEmpty)
        #expect(teller.run(5, .held).isEmpty)
        #expect(teller.run(6, .complete) == [.recovered])
        #expect(teller.run(7, .held) == [.held])
    }

    @Test func `a held result that is let go is no recovery, as nothing was told to be wrong`() {
        var teller = Teller()
        #expect(teller.run(0, .held) == [.held])
        #expect(teller.run(1, .complete).isEmpty)
    }

    @Test func `a run that failed for drift is told as both, once`() {
        var teller = Teller()
        #expect(teller.run(0, .failed, .drift) == [.failed, .drift])
        #expect(teller.run(1, .failed, .drift).isEmpty)
        #expect(teller.run(24, .failed, .drift) == [.failed])
        #expect(teller.run(25, .complete) == [.recovered])
        #expect(teller.run(26, .failed, .drift) == [.failed, .drift])
    }

    @Test func `news of the shape of answers is told once, other news again`() {
        var teller = Teller()
        #expect(teller.run(0, .complete, drift: ["`a` is new"]) == [.drift])
        #expect(teller.run(1, .complete, drift: ["`a` is new"]).isEmpty)
        #expect(teller.run(2, .complete, drift: ["`a` is new", "`b` is gone"]) == [.drift])
        #expect(teller.run(3, .failed, .transient) == [.failed])
        #expect(teller.run(4, .complete, drift: ["`a` is new", "`b` is gone"]) == [.recovered])
        #expect(teller.run(5, .complete).isEmpty)
        #expect(teller.run(6, .complete, drift: ["`a` is new"]) == [.drift])
    }

    @Test func `contents are told to be stale when they are older than they may be, to the millisecond, once`() {
        var teller = Teller(staleAfterHours: 48, contentsAtHour: 0)
        #expect(teller.look(0).isEmpty)
        #expect(
            teller.policy.nextLook(contentsAt: teller.contentsAt, standing: teller.standing)
                == Teller.at(48).adding(.milliseconds(1)))
        #expect(teller.look(48).isEmpty)
        #expect(teller.look(48, plus: .milliseconds(1)) == [.stale])
        #expect(teller.policy.nextLook(contentsAt: teller.contentsAt, standing: teller.standing) == nil)
        #expect(teller.look(500).isEmpty)
        #expect(teller.run(501, .failed) == [.failed])
        #expect(teller.run(502, .complete) == [.recovered])
        #expect(teller.policy.nextLook(contentsAt: teller.contentsAt, standing: teller.standing) != nil)
        #expect(teller.look(600) == [.stale])
    }

    @Test func `what was never stored, or may be of any age, is never stale`() {
        var never = Teller(staleAfterHours: 1)
        #expect(never.look(1_000).isEmpty)
        #expect(never.policy.nextLook(contentsAt: nil, standing: never.standing) == nil)
        var ageless = Teller(contentsAtHour: 0)
        #expect(ageless.look(1_000_000).isEmpty)
        #expect(ageless.policy.nextLook(contentsAt: ageless.contentsAt, standing: ageless.standing) == nil)
    }

    @Test func `a failing run may be the first to see that contents are stale`() {
        var teller = Teller(staleAfterHours: 2, contentsAtHour: 0)
        #expect(teller.run(3, .failed) == [.failed, .stale])
        #expect(teller.run(4, .parked).isEmpty)
    }

    @Test func `a run that was parked sees it too`() {
        var teller = Teller(staleAfterHours: 2, contentsAtHour: 0)
        #expect(teller.run(3, .parked) == [.stale])
    }

    @Test func `a standing that was kept and read again tells nothing again`() {
        var teller = Teller(staleAfterHours: 2, contentsAtHour: 0)
        #expect(teller.run(3, .failed, .drift) == [.failed, .drift, .stale])
        var another = Teller(staleAfterHours: 2, contentsAtHour: 0)
        another.standing = teller.standing
        #expect(another.run(4, .failed, .drift).isEmpty)
        #expect(another.look(5).isEmpty)
        #expect(another.run(6, .complete) == [.recovered])
    }

    @Test(arguments: 0..<40) func `whatever happens, what is told keeps its promises`(seed: UInt64) {
        var random = Dice(seed: seed)
        var teller = Teller(staleAfterHours: seed.isMultiple(of: 2) ? 30 : nil)
        var hour = 0
        var (isTroubled, isHeld) = (false, false)
        var lastFailed: Int?
        var staleOf: Set<Instant> = []
        for _ in 0..<400 {
            hour += Int.random(in: 0...9, using: &random)
            let outcome = RunOutcome.allCases.randomElement(using: &random)!
            let told =
                Bool.random(using: &random)
                ? teller.look(hour) : teller.run(hour, outcome, Bool.random(using: &random) ? .drift : .transient)
            #expect(Set(told).count == told.count)
            if told.contains(.failed) {
                #expect(lastFailed.map { hour - $0 >= 24 } ?? true)
                (lastFailed, isTroubled) = (hour, true)
            }
            if teller.standing.failingSince == nil { lastFailed = nil }
            if told.contains(.stale) {
                #expect(staleOf.insert(teller.contentsAt ?? Self.start).inserted)
                isTroubled = true
            }
            if told.contains(.held) { #expect(!isHeld) }
            isHeld = teller.standing.isHeld
            if told.contains(.recovered) {
                #expect(isTroubled)
                isTroubled = false
            }
            #expect(teller.standing.isTroubled == isTroubled)
        }
    }
}
