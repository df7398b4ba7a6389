import ArticleSync
import Articles
import Chronology
import Testing

@Suite struct `A verdict on a run` {
    private let july = DayRange(last: 31, endingOn: CalendarDay(daysSince1970: 16_647))

    private func query(_ shrinkGuard: ShrinkGuard = ShrinkGuard()) throws -> ArticleQuery {
        var query = ArticleQuery(
            name: "q", provider: "p", window: .fixed(july), timeZone: try #require(TimeZone.utc))
        query.text = "asked"
        query.shrinkGuard = shrinkGuard
        return query
    }

    /// A reading of the whole window, or of some days of it.
    private func reading(_ count: Int, _ status: Coverage = .complete, _ days: DayRange? = nil) -> WindowReading {
        let covered = status == .complete && count == 0 ? Coverage.empty : status
        var reading = WindowReading(
            days: days ?? july, status: covered, announced: .exactly(count),
            readAt: Instant(secondsSince1970: 1_438_400_000))
        (reading.unique, reading.stored) = (count, count)
        if status != .complete { reading.reason = "something is missing" }
        return reading
    }

    private func verdict(
        _ readings: [WindowReading], staged: Int? = nil, standing: [WindowReading] = [],
        current: RunTicket.Contents = .init(), held: [Candidate] = [], shrinkGuard: ShrinkGuard = ShrinkGuard(),
        accept: Bool = false
    ) throws -> RunVerdict {
        RunVerdict(
            readings: readings, staged: staged ?? readings.reduce(0) { $0 + $1.unique }, standing: standing,
            current: current, held: held, query: try query(shrinkGuard), accept: accept)
    }

    private func holding(
        _ articles: Int, _ coverage: Coverage = .complete, asked: String? = nil, windows: [WindowReading]? = nil
    ) throws -> RunTicket.Contents {
        .init(
            articles: articles, generation: 1, coverage: coverage, fingerprint: try asked ?? query().fingerprint,
            windows: windows ?? [reading(articles, coverage)])
    }

    private func candidate(_ articles: Int, agreements: Int, _ coverage: Coverage = .complete) -> Candidate {
        let at = Instant(secondsSince1970: 1_438_300_000)
        return Candidate(
            id: 1, query: "q", state: .held, window: july, startedAt: at, updatedAt: at, articles: articles,
            coverage: coverage, agreements: agreements)
    }

    @Test func `replaces when every announced article came`() throws {
        let readings = [reading(34)]
        #expect(try verdict(readings) == .replace(readings, .complete, .complete, reason: nil))
        #expect(try verdict(readings, current: holding(30)) == .replace(readings, .complete, .complete, reason: nil))
    }

    @Test func `calls a window with nothing announced empty, the run complete, and asks about the filter`() throws {
        for current in [RunTicket.Contents(), try holding(0, .empty)] {
            guard case .replace(_, .complete, .empty, let reason?) = try verdict([reading(0)], current: current) else {
                Issue.record("zero was passed over in silence")
                continue
            }
            #expect(reason.contains("is the filter right?"))
        }
    }

    @Test func `leaves contents of which no window is due`() throws {
        #expect(try verdict([], standing: [reading(5)], current: holding(5)) == .leave(.complete))
    }

    private static let shortfalls: [Coverage] = [.partial, .capped, .unverified]

    @Test(arguments: shortfalls) func `never lets incomplete replace complete`(shortfall: Coverage) throws {
        let decided = try verdict([reading(10, shortfall)], current: holding(10))
        guard case .hold(let outcome, let coverage, let reason, 0) = decided else {
            Issue.record("complete contents were replaced: \(decided)")
            return
        }
        #expect(outcome.rawValue == shortfall.rawValue)
        #expect(coverage == shortfall)
        #expect(
            reason == "something is missing; the complete former contents stay (--accept replaces them)")
    }

    @Test(arguments: shortfalls) func `stores incomplete where nothing complete was, and says so`(
        shortfall: Coverage
    ) throws {
        for current in [RunTicket.Contents(), try holding(8, shortfall), try holding(10, asked: "something else")] {
            let decided = try verdict([reading(10, shortfall)], current: current)
            guard case .replace(_, let outcome, let coverage, let reason?) = decided else {
                Issue.record("\(shortfall) over \(current) was not stored with a reason")
                continue
            }
            #expect(outcome.rawValue == shortfall.rawValue)
            #expect(coverage == shortfall)
            #expect(!reason.isEmpty)
        }
    }

    @Test(arguments: shortfalls) func `lets a person accept what is incomplete`(shortfall: Coverage) throws {
        let decided = try verdict([reading(10, shortfall)], current: holding(10), accept: true)
        guard case .replace = decided else {
            Issue.record("\(decided)")
            return
        }
    }

    @Test func `an incomplete window stays out, and the others of the run go on`() throws {
        let days = july.parts(31)
        let former = [reading(5, .complete, days[0]), reading(5, .complete, days[1]), reading(5, .partial, days[2])]
        let readings = [reading(4, .partial, days[0]), reading(6, .complete, days[1]), reading(4, .partial, days[2])]
        let decided = try verdict(readings, current: holding(15, .partial, windows: former))
        guard case .replace(let taken, .partial, .partial, let reason?) = decided else {
            Issue.record("\(decided)")
            return
        }
        #expect(taken.map(\.days) == [days[1], days[2]])
        #expect(
            reason == "\(days[0]): something is missing; and 1 more of 3 windows; the complete former contents of "
                + "\(days[0]) stay")
    }

    @Test func `windows that overlap a former one are replaced with it or not at all`() throws {
        let halves = july.halves
        let former = [reading(20)]
        let readings = [reading(12, .complete, halves[0]), reading(5, .partial, halves[1])]
        guard case .hold(.partial, .partial, _, 0) = try verdict(readings, current: holding(20, windows: former)) else {
            Issue.record("half of a window was replaced")
            return
        }
    }

    @Test func `holds nothing where there was something`() throws {
        let decided = try verdict([reading(0)], current: holding(1))
        let reason = "nothing came where there had been 1 article; the former contents stay (--accept replaces them)"
        #expect(decided == .hold(.held, .empty, reason: reason, agreements: 0))
    }

    @Test(arguments: [(49, true), (50, false), (100, false), (400, false)])
    func `holds what shrank by more than max_shrink`(size: Int, held: Bool) throws {
        let decided = try verdict([reading(size)], current: holding(100))
        if case .hold(.held, _, _, _) = decided { #expect(held) } else { #expect(!held) }
    }

    @Test func `counts the windows that stand towards the size`() throws {
        let days = july.parts(31)
        let standing = [reading(80, .complete, days[1])]
        let current = try holding(100, windows: [reading(20, .complete, days[0])] + standing)
        let decided = try verdict([reading(0, .complete, days[0])], standing: standing, current: current)
        guard case .replace(_, .complete, .complete, nil) = decided else {
            Issue.record("\(decided)")
            return
        }
    }

    @Test func `believes a small result when two further runs came to the same`() throws {
        for (agreements, believed) in [(0, false), (1, true), (5, true)] {
            let decided = try verdict(
                [reading(10)], current: holding(100), held: [candidate(10, agreements: agreements)])
            switch decided {
            case .hold(.held, .complete, let reason, let count):
                #expect(!believed && count == agreements + 1)
                #expect(reason.contains("one run before came to the same"))
            case .replace(_, .complete, .complete, let reason?):
                #expect(believed && reason.hasPrefix("accepted, as \(agreements + 2) runs came to 10 articles: "))
            default: Issue.record("\(decided)")
            }
        }
        // A tenth more or less is the same; anything else begins anew.
        for (size, isSame) in [(9, true), (11, true), (5, false), (20, false)] {
            let decided = try verdict([reading(size)], current: holding(100), held: [candidate(10, agreements: 1)])
            if case .replace = decided { #expect(isSame, "\(size)") } else { #expect(!isSame, "\(size)") }
        }
        let incomplete = try verdict(
            [reading(10)], current: holding(100), held: [candidate(10, agreements: 4, .partial)])
        guard case .hold(.held, _, _, 0) = incomplete else {
            Issue.record("a result was believed for an incomplete one: \(incomplete)")
            return
        }
    }

    @Test func `never accepts an incomplete result by itself`() throws {
        let decided = try verdict(
            [reading(10, .partial)], current: holding(100), held: [candidate(10, agreements: 7)])
        guard case .hold(.held, .partial, _, _) = decided else {
            Issue.record("\(decided)")
            return
        }
    }

    @Test func `measures what came against what the last result had, not against all that is kept`() throws {
        let kept = RunTicket.Contents(
            articles: 290, confirmed: 73, generation: 4, coverage: .complete, fingerprint: try query().fingerprint)
        #expect(
            try verdict([reading(70)], current: kept) == .replace([reading(70)], .complete, .complete, reason: nil))
        guard case .hold(.held, _, let reason, _) = try verdict([reading(30)], current: kept) else {
            Issue.record("a shrunken result was believed")
            return
        }
        #expect(reason.contains("where there had been 73 articles"))
    }

    @Test func `holds fewer than min_articles, even the first time`() throws {
        let least = ShrinkGuard(minimumArticles: 5)
        guard case .hold(.held, _, _, _) = try verdict([reading(4)], shrinkGuard: least) else {
            Issue.record("four articles were believed")
            return
        }
        let decided = try verdict([reading(5)], shrinkGuard: least)
        #expect(decided == .replace([reading(5)], .complete, .complete, reason: nil))
    }

    @Test func `does not measure an edited query against what it used to ask`() throws {
        let decided = try verdict([reading(3)], current: holding(500, asked: "something else"))
        #expect(decided == .replace([reading(3)], .complete, .complete, reason: nil))
    }
}
