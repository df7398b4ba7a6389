internal import Articles
internal import Chronology
internal import SQLiteStore
internal import TestSupport

/// Replacing one day of a query that holds 100,000 articles in a thousand days.
struct WindowBenchmark {
    private static let (days, articlesPerDay) = (1_000, 100)
    private let corpus = ArticleCorpus()
    private let from = CalendarDay(daysSince1970: 15_000)

    func run() async throws -> [Figure] {
        let folder = try TemporaryFolder()
        let writer = SQLiteArticleWriter(path: folder.file("articles.db"))
        let fill = try await replace(0..<Self.days, with: writer, first: 0)
        let same = try await median { _ in try await replace(500..<501, with: writer, first: 0) }
        let others = try await median { try await replace(500..<501, with: writer, first: ($0 + 1) * 1_000_000) }
        return [
            Figure(
                name: "replace nothing by 100,000 articles in 1,000 windows",
                value: "\((Double(Self.days * Self.articlesPerDay) / fill).shown) rows/s"),
            Figure(name: "replace one of the windows by the same", value: "\((same * 1_000).shown) ms"),
            Figure(name: "replace one of the windows by others", value: "\((others * 1_000).shown) ms"),
        ]
    }

    private func median(_ measure: (Int) async throws -> Double) async throws -> Double {
        var seconds: [Double] = []
        for round in 0..<7 { seconds.append(try await measure(round)) }
        return seconds.median
    }

    /// One run over some days; gives its seconds, from the first page to the commit.
    private func replace(_ days: Range<Int>, with writer: SQLiteArticleWriter, first: Int) async throws -> Double {
        let all = DayRange(last: Self.days, endingOn: from.adding(days: Self.days - 1))
        guard let zone = TimeZone.utc else { throw BenchmarkFailure("there is no UTC") }
        let query = ArticleQuery(name: "all", provider: "nyt", window: .fixed(all), timeZone: zone)
        let now = Instant(secondsSince1970: 1_436_000_000)
        var making = 0.0
        let start = Child.now
        let ticket = try await writer.begin(query, window: all, from: .source, at: now)
        var readings: [WindowReading] = []
        for day in days {
            let before = Child.now
            let window = DayRange(last: 1, endingOn: from.adding(days: day))
            let articles = (0..<Self.articlesPerDay).map {
                corpus.article(first + day * Self.articlesPerDay + $0)
            }
            let page = ArticlePage(number: 0, total: .exactly(articles.count), articles: articles)
            making += Child.now - before
            _ = try await writer.stage(page, as: PageRequest(window: window), for: ticket)
            readings.append(WindowReading(days: window, status: .complete, announced: page.total, readAt: now))
        }
        let ending = RunEnding(.complete, coverage: .complete, counts: RunCounts())
        let run = try await writer.replace(ticket, readings: readings, ending: ending, at: now)
        guard run.counts.stored == Self.days * Self.articlesPerDay else {
            throw BenchmarkFailure("\(run.counts.stored) were stored")
        }
        return Child.now - start - making
    }
}
