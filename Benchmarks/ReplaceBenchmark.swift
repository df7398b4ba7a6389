internal import Articles
internal import Chronology
internal import SQLiteStore
internal import TestSupport

/// Replacing 100,000 articles, full-text index included, each measurement in a process of its own.
struct ReplaceBenchmark {
    private static let articles = 100_000

    func run() throws -> [Figure] {
        let folder = try TemporaryFolder()
        let store = folder.file("articles.db")
        let this = try Child.beside("Benchmarks")
        func measure() throws -> (seconds: Double, memory: Double) {
            let output = folder.file("seconds.txt")
            let usage = try Child([this, "measure", store, "\(Self.articles)"], output: output).usage()
            guard usage.status == 0, let seconds = Double(try Files.text(output).split(separator: "\n").first ?? "")
            else { throw BenchmarkFailure("the measurement ended with status \(usage.status)") }
            return (seconds, usage.memory)
        }
        let first = try measure()
        let again = try (0..<3).map { _ in try measure() }
        let seconds = again.map(\.seconds).median
        return [
            Figure.atLeast(
                "replace nothing by 100,000 articles", Double(Self.articles) / first.seconds, 25_000, "rows/s"),
            Figure.atMost("replace nothing by 100,000 articles: peak memory", first.memory, 64, "MB"),
            Figure.atMost("replace them by the same: share of that time", seconds / first.seconds, 0.1, ""),
            Figure(
                name: "replace them by the same: peak memory", value: "\((again.map(\.memory).max() ?? 0).shown) MB"),
        ]
    }
}

/// The child: one replacement, from the first page to the commit; prints its seconds.
///
/// Articles are made and let go page by page while it goes on, as with a decoder; the time that takes is taken off.
struct ReplaceMeasurement {
    private let store: String
    private let count: Int

    init(_ words: ArraySlice<String>) throws {
        guard words.count == 2, let first = words.first, let count = words.last.flatMap(Int.init) else {
            throw BenchmarkFailure("usage: Benchmarks measure STORE COUNT")
        }
        store = first
        self.count = count
    }

    func run() async throws {
        let corpus = ArticleCorpus()
        let days = DayRange(last: 3_650, endingOn: CalendarDay(daysSince1970: 16_617))
        guard let zone = TimeZone.utc else { throw BenchmarkFailure("there is no UTC") }
        let query = ArticleQuery(name: "all", provider: "nyt", window: .fixed(days), timeZone: zone)
        let now = Instant(secondsSince1970: 1_436_000_000)
        var making = 0.0
        let start = Child.now
        let writer = SQLiteArticleWriter(path: store)
        let ticket = try await writer.begin(query, window: days, from: .source, at: now)
        var pages = corpus.pages(of: count, size: 1_000).makeIterator()
        var page: ArticlePage?
        while true {
            let before = Child.now
            page = nil
            page = pages.next()
            making += Child.now - before
            guard let page else { break }
            _ = try await writer.stage(page, as: PageRequest(window: days, page: page.number), for: ticket)
        }
        var counts = RunCounts()
        counts.announced = .exactly(count)
        var reading = WindowReading(days: days, status: .complete, announced: .exactly(count), readAt: now)
        (reading.fetched, reading.unique) = (count, count)
        let ending = RunEnding(.complete, coverage: .complete, counts: counts)
        let run = try await writer.replace(ticket, readings: [reading], ending: ending, at: now)
        let seconds = Child.now - start - making
        guard run.counts.stored == count else { throw BenchmarkFailure("\(run.counts.stored) were stored") }
        print(seconds)
    }
}
