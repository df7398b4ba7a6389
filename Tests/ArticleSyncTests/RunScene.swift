internal import ArticleSync
internal import Articles
internal import Chronology
internal import Telemetry
internal import Testing

/// What tests of one run share: a query of two days, sources of so many articles, and the run itself.
protocol RunScene {}

extension RunScene {
    /// 2015-07-07T00:00:00Z.
    var now: Instant { Instant(secondsSince1970: 1_436_227_200) }

    func query(exactDays: Bool = false) throws -> ArticleQuery {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        var query = ArticleQuery(name: "basketball", provider: "p", window: .last(days: 2), timeZone: zone)
        query.text = "basketball"
        query.exactDays = exactDays
        return query
    }

    func article(_ id: Int, published: String? = nil) -> Article {
        var article = Article(key: ArticleKey(provider: "p", id: "\(id)"))
        article.publishedAt = published.flatMap { PublicationDate($0) }
        return article
    }

    /// Pages of two of so many articles.
    func source(of count: Int) -> ScriptedSource {
        let all = (0..<count).map { article($0) }
        return ScriptedSource { number, _ in
            ArticlePage(
                number: number, total: .exactly(count), articles: Array(all.dropFirst(number * 2).prefix(2)), bytes: 100
            )
        }
    }

    func perform(
        _ source: ScriptedSource, _ writer: RecordingWriter, exactDays: Bool = false, accept: Bool = false,
        origin: RunOrigin = .source
    ) async throws -> Run {
        let now = now
        return try await SyncRun(
            query: query(exactDays: exactDays), source: source, writer: writer, clock: WallClock { now },
            logger: .silent, accept: accept, origin: origin, requests: { 7 }
        ).perform()
    }

    func reading(_ days: DayRange, _ count: Int) -> WindowReading {
        var reading = WindowReading(days: days, status: .complete, announced: .exactly(count), readAt: now)
        (reading.unique, reading.stored, reading.pages) = (count, count, (count + 1) / 2)
        return reading
    }
}
