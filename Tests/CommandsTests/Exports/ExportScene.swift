internal import Articles
internal import Chronology
internal import Commands
internal import Expectations
internal import SQLiteStore
internal import TestSupport
internal import Testing

/// A folder with a configuration and a store that holds what is awkward in every format.
struct ExportScene {
    typealias Laws = ArticleStoreConformance

    let folder: TemporaryFolder
    let configuration: String
    var store: String { folder.file("articles.db") }
    var writer: SQLiteArticleWriter { SQLiteArticleWriter(path: store) }
    var reader: SQLiteArticleReader { SQLiteArticleReader(path: store) }

    static let query = Laws.query("july")

    init() throws {
        folder = try TemporaryFolder()
        configuration = try folder.write(
            """
            [store]
            path = "articles.db"
            [providers.nyt]
            api_key_env = "THE_KEY"
            [queries.july]
            text = "july"
            from = 2015-07-01
            to = 2015-07-07
            [queries.stale]
            text = "stale"
            from = 2015-07-01
            to = 2015-07-07
            stale_after = "1 day"
            """, to: "articlesync.toml")
    }

    /// One whole run of the query `july`.
    @discardableResult
    func sync(_ articles: [Article] = ExportScene.awkward, at seconds: Int64 = 0) async throws -> Run {
        try await Laws.sync(writer, [Laws.page(0, articles)], query: Self.query, at: seconds)
    }

    /// Runs the program in this process, an hour after the first run.
    func run(_ words: String...) async -> InProcess {
        await InProcess(
            words + ["--config", configuration], environment: ["THE_KEY": Place.key],
            clock: WallClock { Laws.at(3_600) })
    }

    /// The path of a file to export to.
    func file(_ name: String) -> String { folder.file(name) }

    func bytes(_ name: String) throws -> [UInt8] { try Files.read(file(name)) }

    static let awkward: [Article] = {
        let texts = [
            "plain", "", "=1+1", "a,b;c\t\"d\" 'e'", "line one\nline two\r\nthree\r", " spaces ", "\u{FEFF}mark",
            "東京 🏀 e\u{301} Año \u{202E}evil\u{2028}\u{7F}\u{1}", "\\ \"\" ,\"", "@SUM(A1:A2)",
        ]
        return texts.enumerated().map { number, text in
            var article = Laws.article("id-\(number)")
            article.headline = text
            article.abstract = number % 2 == 0 ? nil : text
            article.leadParagraph = text + text
            article.authors = number % 3 == 0 ? [] : [text, "B"]
            article.keywords = [text]
            article.wordCount = number % 4 == 0 ? nil : number * 1_000
            article.publishedAt = number % 2 == 0 ? .day(Laws.week.from) : .instant(Laws.at(Int64(number)))
            article.section = "S\(number % 3)"
            return article
        }
    }()
}
