internal import Articles
internal import Chronology
internal import SQLite
internal import TestSupport

@testable internal import SQLiteStore

/// A store whose rows a test writes itself, so that what is read does not hang on how it is written.
struct RawStore {
    let inspection: StoreInspection
    let connection: SharedConnection

    /// A connection that a test lends to whom it likes.
    final class SharedConnection {
        let value: Connection
        init(_ value: consuming Connection) { self.value = value }
    }

    init() throws {
        inspection = try StoreInspection()
        let opened = try StoreOpening.forWriting(inspection.path, busyTimeout: .seconds(5), tried: "test")
        connection = SharedConnection(opened)
    }

    var path: String { inspection.path }
    var reader: SQLiteArticleReader { inspection.reader }

    func execute(_ sql: String) throws { try connection.value.execute(sql) }

    static func at(_ seconds: Int64) -> Instant { Instant(secondsSince1970: 1_436_000_000 + seconds) }

    static func days(_ from: String, _ to: String) -> DayRange {
        guard let from = DayFormat.iso.day(from: from), let to = DayFormat.iso.day(from: to),
            let range = DayRange(from: from, to: to)
        else { preconditionFailure("no such days") }
        return range
    }

    static let week = days("2015-07-01", "2015-07-07")

    static func query(_ name: String = "basketball") throws -> ArticleQuery {
        guard let utc = TimeZone.utc else { throw TestFailure("the system has no time zones") }
        var query = ArticleQuery(name: name, provider: "nyt", window: .fixed(week), timeZone: utc)
        query.text = name
        return query
    }

    /// A run that is open, with a candidate that is gathered.
    func begin(_ name: String = "basketball", at seconds: Int64 = 0) throws -> RunTicket {
        let query = try Self.query(name)
        try connection.value.run(
            "INSERT OR IGNORE INTO queries (name, provider, fingerprint) VALUES (?1, 'nyt', ?2)", .text(name),
            .text(query.fingerprint))
        try connection.value.run(
            """
            INSERT INTO runs (query_id, started_at, outcome, window_from, window_to)
            SELECT id, ?2, 'running', ?3, ?4 FROM queries WHERE name = ?1
            """, .text(name), .text(Self.at(seconds).description), .text(Self.week.from.description),
            .text(Self.week.to.description))
        let run = connection.value.lastInsertedID
        try connection.value.run(
            """
            INSERT INTO candidates (query_id, state, fingerprint, window_from, window_to, started_at, updated_at)
            SELECT id, 'gathering', ?2, ?3, ?4, ?5, ?5 FROM queries WHERE name = ?1
            """, .text(name), .text(query.fingerprint), .text(Self.week.from.description),
            .text(Self.week.to.description), .text(Self.at(seconds).description))
        var ticket = RunTicket(
            run: run, query: query, window: Self.week, startedAt: Self.at(seconds), current: RunTicket.Contents())
        ticket.candidate = connection.value.lastInsertedID
        return ticket
    }

    func number(_ sql: String) throws -> Int { try inspection.number(sql) }
}

/// Pages like those of an API, the same for the same number.
enum InventedPages {
    private static let corpus = ArticleCorpus(words: 5_000)

    static func page(_ number: Int, documents: Int = 10) -> [UInt8] {
        let documents = (0..<documents).map { place in
            let article = corpus.article(number * 10 + place)
            return """
                {"_id":"\(article.key.id)","web_url":"\(article.url ?? "")","headline":{"main":"\(article.headline ?? "")",\
                "kicker":null,"content_kicker":null,"print_headline":null,"name":null,"seo":null,"sub":null},\
                "abstract":"\(article.abstract ?? "")","lead_paragraph":"\(article.leadParagraph ?? "")",\
                "pub_date":"\(article.publishedAt.map { $0.description } ?? "")","document_type":"article","news_desk":"Sports",\
                "byline":{"original":"\(article.byline ?? "")","person":[],"organization":null},"word_count":\(place)}
                """
        }
        return Array(
            #"{"status":"OK","copyright":"invented","response":{"docs":[\#(documents.joined(separator: ","))]}}"#.utf8)
    }
}
