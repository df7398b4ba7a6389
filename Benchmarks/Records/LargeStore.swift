internal import Articles
internal import Chronology
internal import SQLiteStore

/// A store of 1,000,000 articles, written by the writer that every sync uses: some queries, a run a year of each.
struct LargeStore {
    static let count = 1_000_000

    /// A query: so many articles, spread evenly over its years.
    struct Part {
        let name: String
        let count: Int
        let years: ClosedRange<Int>
    }

    static let parts = [
        Part(name: "politics", count: 400_000, years: 2_006...2_015),
        Part(name: "world", count: 250_000, years: 1_996...2_005),
        Part(name: "business", count: 200_000, years: 2_006...2_015),
        Part(name: "sports", count: 100_000, years: 2_008...2_015),
        Part(name: "climate", count: 40_000, years: 2_000...2_015),
        Part(name: "arts", count: 9_000, years: 2_015...2_015),
        Part(name: "basketball", count: 1_000, years: 2_014...2_014),
    ]

    let path: String
    private let corpus = NewsCorpus()

    init(path: String) { self.path = path }

    /// Fills the store, which is not there yet.
    func fill() async throws {
        let writer = SQLiteArticleWriter(path: path)
        var first = 0
        for part in Self.parts {
            let years = part.years.count
            for (index, year) in part.years.enumerated() {
                let (from, to) = (part.count * index / years, part.count * (index + 1) / years)
                try await replace(part, year: year, numbers: first + from..<first + to, with: writer)
            }
            first += part.count
        }
        // A query whose articles others hold already.
        let mixed = Part(name: "mixed", count: 40_000, years: 2_015...2_015)
        try await replace(mixed, year: 2_015, numbers: 360_000..<400_000, of: Self.parts[0], with: writer)
    }

    /// One run over a year of a query, the newest article first.
    func replace(
        _ part: Part, year: Int, numbers: Range<Int>, of owner: Part? = nil, with writer: SQLiteArticleWriter
    ) async throws {
        guard let zone = TimeZone.utc, let window = Self.days(year...year), let all = Self.days(part.years) else {
            throw BenchmarkFailure("there is no year \(year)")
        }
        let query = ArticleQuery(name: part.name, provider: "nyt", window: .fixed(all), timeZone: zone)
        let now = Instant(secondsSince1970: 1_467_000_000)
        let ticket = try await writer.begin(query, window: all, from: .source, at: now)
        for page in 0..<(numbers.count + 999) / 1_000 {
            let start = numbers.lowerBound + page * 1_000
            let places = start..<min(start + 1_000, numbers.upperBound)
            let articles = places.map { number in
                let share = Double(number - numbers.lowerBound) / Double(numbers.count)
                return corpus.article(number, on: window.to.adding(days: -Int(share * 365)))
            }
            let content = ArticlePage(number: page, total: .exactly(numbers.count), articles: articles)
            _ = try await writer.stage(content, as: PageRequest(window: window, page: page), for: ticket)
        }
        var counts = RunCounts()
        counts.announced = .exactly(numbers.count)
        var reading = WindowReading(days: window, status: .complete, announced: .exactly(numbers.count), readAt: now)
        (reading.fetched, reading.unique) = (numbers.count, numbers.count)
        let ending = RunEnding(.complete, coverage: .complete, counts: counts)
        _ = try await writer.replace(ticket, readings: [reading], ending: ending, at: now)
    }

    private static func days(_ years: ClosedRange<Int>) -> DayRange? {
        guard let from = DayFormat.iso.day(from: "\(years.lowerBound)-01-01"),
            let to = DayFormat.iso.day(from: "\(years.upperBound)-12-31")
        else { return nil }
        return DayRange(from: from, to: to)
    }
}
