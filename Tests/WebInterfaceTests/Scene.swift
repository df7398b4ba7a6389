internal import Articles
internal import Chronology
internal import Rendering
internal import Synchronization
internal import TestSupport

@testable internal import WebInterface

/// Invented values that the tests of the room share.
enum Scene {
    static let noon = Instant(secondsSince1970: 1_436_011_200)

    static func ago(_ seconds: Int64) -> Instant { noon.adding(.seconds(-seconds)) }

    static func days() throws -> DayRange {
        let day = noon.utcDay
        guard let range = DayRange(from: day, to: day) else { throw TestFailure("no days") }
        return range
    }

    static func run(
        _ query: String, _ outcome: RunOutcome = .complete, seconds: Int64 = 2, failure: SourceFailure.Kind? = nil,
        reason: String? = nil
    ) throws -> Run {
        var counts = RunCounts()
        counts.added = 3
        counts.changed = 2
        counts.removed = 1
        return Run(
            id: 1, query: query, startedAt: ago(60 + seconds), finishedAt: outcome == .running ? nil : ago(60),
            outcome: outcome, window: try days(), counts: counts, reason: reason, failure: failure)
    }

    static func standing(_ queries: ServiceStanding.Query...) -> ServiceStanding {
        ServiceStanding(startedAt: ago(3_600), reload: ServiceStanding.Reload(at: ago(1_800)), queries: queries)
    }

    /// One query that is fresh, one that is stale, one that nobody ever ran, and one that is no longer configured.
    static func reading() throws -> ServiceReading {
        var budget = ProviderBudget(provider: "nyt", perMinute: 5, perDay: 500)
        budget.leftThisMinute = 4
        budget.leftToday = 482
        budget.dayReturnsAt = noon.adding(.seconds(600))
        budget.pausedUntil = noon.adding(.seconds(5))
        return ServiceReading(
            at: noon,
            standing: standing(
                .init(name: "basketball", provider: "nyt", nextRunAt: noon.adding(.milliseconds(90_250))),
                .init(name: "climate", provider: "nyt", isRunning: true, failures: 2),
                .init(name: "never", provider: "own")),
            statuses: .success(try statuses()), budgets: [budget], limits: ["climate": .seconds(3_600)])
    }

    static func statuses() throws -> [QueryStatus] {
        let fresh = QueryStatus(
            name: "basketball", provider: "nyt", fingerprint: "nyt", window: try days(), articles: 1_204, generation: 3,
            contentsAt: ago(60), coverage: .complete, lastRun: try run("basketball"), freshness: .fresh(since: ago(60)))
        let stale = QueryStatus(
            name: "climate", provider: "nyt", fingerprint: "nyt", articles: 7, generation: 1, contentsAt: ago(172_800),
            coverage: .capped, lastRun: try run("climate", .failed, failure: .drift, reason: "no total\nin it"),
            freshness: .stale(since: ago(172_800), reason: "no total\nin it"))
        return [fresh, stale, QueryStatus(name: "gone", provider: "nyt", fingerprint: "nyt")]
    }
}

/// A reader that knows statuses alone, and counts how often it is asked for them.
final class StatusReader: ArticleReader {
    typealias Answer = @Sendable () throws(StoreFailure) -> [QueryStatus]

    private let answer: Answer
    private let asked = Mutex(0)

    init(_ answer: @escaping Answer) { self.answer = answer }

    var timesAsked: Int { asked.withLock { $0 } }

    func statuses(staleAfter limits: [String: Duration], at now: Instant) throws(StoreFailure) -> [QueryStatus] {
        asked.withLock { $0 += 1 }
        return try answer()
    }

    static let failure = StoreFailure(.missing, tried: "read articles.db", reason: "there is no such file")

    func articles(_ listing: ArticleListing, _ body: (StoredArticle) throws -> Void) throws -> Int {
        throw Self.failure
    }
    func article(_ reference: String) throws(StoreFailure) -> StoredArticle? { throw Self.failure }
    func runs(query: String?, limit: Int) throws(StoreFailure) -> [Run] { throw Self.failure }
    func history(of reference: String) throws(StoreFailure) -> ArticleHistory? { throw Self.failure }
    func windows(of query: String) throws(StoreFailure) -> [WindowReading] { throw Self.failure }
    func candidates(of query: String) throws(StoreFailure) -> [Candidate] { throw Self.failure }
    func contents(of query: String) throws(StoreFailure) -> RunTicket.Contents { throw Self.failure }
    func gathered(for query: ArticleQuery) throws(StoreFailure) -> GatheredAnswers? { throw Self.failure }
    func oddAnswers(of query: String) throws(StoreFailure) -> [OddAnswer] { throw Self.failure }
}
