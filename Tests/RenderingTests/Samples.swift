internal import Articles
internal import Chronology
internal import TestSupport

/// Invented values that the tests of the room share.
enum Samples {
    static func instant(_ text: String) throws -> Instant {
        guard let instant = Instant(iso8601: text) else { throw TestFailure("no instant: \(text)") }
        return instant
    }

    static func days(_ from: String, _ to: String) throws -> DayRange {
        guard let first = DayFormat.iso.day(from: from), let last = DayFormat.iso.day(from: to),
            let range = DayRange(from: first, to: last)
        else { throw TestFailure("no days: \(from) \(to)") }
        return range
    }

    /// An article with every field, and with what is awkward in each format.
    static func full() throws -> StoredArticle {
        var article = Article(key: ArticleKey(provider: "nyt", id: "nyt://article/0001"))
        article.url = "https://example.org/2015/07/04/sports/knicks.html"
        article.headline = "Knicks win, \"finally\": a long evening at the Garden ends well"
        article.abstract = "Line one\nline two"
        article.leadParagraph =
            "The ball went around the rim twice and then, as if it had thought the matter over, it fell in. "
            + "Nobody in the building had expected that, least of all the man who had thrown it."
        article.byline = "By Ada Lovelace and Mary Somerville"
        article.authors = ["Ada Lovelace", "Mary Somerville"]
        article.source = "The Example Times"
        article.section = "Sports"
        article.kind = "news"
        article.publishedAt = PublicationDate("2015-07-04T09:30:00Z")
        article.updatedAt = PublicationDate("2015-07-05")
        article.wordCount = 1_204
        article.language = "en"
        article.imageURL = "https://example.org/knicks.jpg"
        article.keywords = ["Basketball", "Knicks, the"]
        return StoredArticle(
            id: 1, article: article, firstSeenAt: try instant("2015-07-04T10:00:00Z"),
            changedAt: try instant("2015-07-05T10:00:00.250Z"), lastSeenAt: try instant("2015-07-06T10:00:00Z"),
            queries: ["basketball", "new-york"])
    }

    /// An article of which the provider said nothing, and which no query holds any more.
    static func bare() throws -> StoredArticle {
        let seen = try instant("2015-07-04T10:00:00Z")
        return StoredArticle(
            id: 2, article: Article(key: ArticleKey(provider: "nyt", id: "0002")), firstSeenAt: seen, changedAt: seen,
            lastSeenAt: seen, vanishedAt: try instant("2015-07-08T10:00:00Z"))
    }

    /// An article in other scripts, with an attack on the terminal.
    static func foreign() throws -> StoredArticle {
        var row = try bare()
        row.id = 3
        row.vanishedAt = nil
        row.article.headline = "東京でバスケットボール 🏀 e\u{301}te\u{301} \u{1B}[31mred\u{202E}evil\u{7}"
        row.article.section = "Zürich\r\nWelt"
        row.article.publishedAt = PublicationDate("2015-07-05")
        row.article.url = "https://example.org/東京"
        row.article.wordCount = 87
        return row
    }

    static func completeRun() throws -> Run {
        var counts = RunCounts()
        counts.announced = .exactly(34)
        counts.fetched = 36
        counts.unique = 34
        counts.stored = 34
        counts.added = 3
        counts.changed = 1
        counts.pages = 4
        counts.requests = 4
        counts.bytes = 81_234
        return Run(
            id: 17, query: "basketball", startedAt: try instant("2015-07-08T10:00:00Z"),
            finishedAt: try instant("2015-07-08T10:00:00.800Z"), outcome: .complete,
            window: try days("2015-07-01", "2015-07-07"), counts: counts)
    }

    static func partialRun() throws -> Run {
        var counts = RunCounts()
        counts.announced = .atLeast(10_000)
        counts.fetched = 120
        counts.unique = 118
        counts.stored = 98
        counts.dropped = 2
        counts.requests = 13
        var run = Run(
            id: 18, query: "climate", startedAt: try instant("2015-07-08T10:00:01Z"),
            finishedAt: try instant("2015-07-08T10:01:20Z"), outcome: .partial,
            window: try days("2015-07-02", "2015-07-08"), counts: counts,
            reason: "page 13 was not JSON; run `articlesync sync climate` again", failure: .poisonPage)
        run.notices = [
            "`response.docs[*].slideshow_credits` is new", "https://example.org/a of 2015-07-03 has two ids",
        ]
        return run
    }

    static func failedRun() throws -> Run {
        var counts = RunCounts()
        counts.requests = 1
        return Run(
            id: 19, query: "tides", startedAt: try instant("2015-07-08T10:02:00Z"),
            finishedAt: try instant("2015-07-08T10:02:00.040Z"), outcome: .failed,
            window: try days("2015-07-08", "2015-07-08"), counts: counts, reason: "the key was refused",
            failure: .badKey)
    }

    static func runningRun() throws -> Run {
        Run(
            id: 20, query: "basketball", startedAt: try instant("2015-07-08T10:03:00Z"),
            window: try days("2015-07-01", "2015-07-07"))
    }
}
