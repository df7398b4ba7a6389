internal import Articles
internal import Rendering

/// `articlesync articles`: the articles of some queries, or of all.
struct ArticlesCommand: Command {
    static let declaration = CommandDeclaration(
        name: "articles",
        summary: "Read articles from the store",
        discussion: """
            Never waits for a sync that is going on, and sees the contents before it or after it, never a mixture.
            Without QUERY every article that some query holds is meant.

            A predicate compares columns: headline CONTAINS[cd] "knicks" AND word_count > 500 OR section IN
            {"Sports", "Arts"}. Sort keys are columns in order, descending with a dash in front:
            -published_at,headline.

            --search looks for words in headline, abstract, lead paragraph, byline and keywords, whatever their case and
            accents: knicks lakers has both, "new york" the phrase, bask* what begins so; also knicks OR lakers, knicks
            NOT lakers, brackets, NEAR(knicks win, 5), headline:knicks. The best come first: rare words count more than
            frequent ones, and a word in the headline more than one in keywords, abstract, or elsewhere. What was found
            is marked. A text that cannot be read so is taken as plain words, with a warning. json, jsonl and csv have
            score and snippet besides.

            --as-of shows the store as it was at an instant (2015-07-04T09:30:00Z, or with an offset such as +02:00), or
            at the end of a day in UTC (2015-07-04): which articles the queries held then, and what they said then. The
            provider's own order of then is not kept; the newest come first.
            """,
        arguments: [ArgumentDeclaration("QUERY", "Names of queries", arity: .any)],
        options: [
            OptionDeclaration("where", value: "PREDICATE", "Only articles that fit"),
            OptionDeclaration("search", value: "TEXT", "Only articles with these words, the best first"),
            OptionDeclaration("sort", value: "KEYS", "The order", default: "the provider's, or the best first"),
            OptionDeclaration("as-of", value: "INSTANT", "The store as it was then", default: "as it is"),
            OptionDeclaration("limit", short: "n", value: "N", "At most so many", default: "all"),
            OptionDeclaration("offset", value: "N", "Leave out the first so many", default: "0"),
            OptionDeclaration(
                "format", short: "f", value: "table|json|jsonl|csv", "How they are written", default: "table"),
        ],
        examples: [
            .init("articlesync articles climate --sort -published_at --limit 20", "The newest twenty of one query"),
            .init(
                "articlesync articles --where 'word_count > 2000' -f jsonl | jq -r .url",
                "The addresses of all long articles"),
            .init(
                "articlesync articles --search 'climate NOT \"climate control\"' -n 10",
                "The ten that are most about the climate of the world"),
            .init("articlesync articles climate --as-of 2015-07-04", "What one query held at the end of that day"),
        ])

    private let listing: ArticleListing
    private let format: ArticleFormat

    init(_ words: ParsedWords) throws(UsageMistake) {
        var listing = ArticleListing()
        listing.queries = words.arguments
        listing.predicate = words[option: "where"]
        listing.search = words[option: "search"]
        listing.sort = words[option: "sort"]
        listing.limit = try words.integer("limit")
        listing.offset = try words.integer("offset") ?? 0
        listing.asOf = try words.instant("as-of")
        self.listing = listing
        format = try words.choice("format", of: ArticleFormat.self) ?? .table
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settings()
        let reader = session.reader(settings)
        try session.requireStored(listing.queries, in: reader, settings)
        let output = session.context.output
        for notice in reader.notices(on: listing) {
            try session.context.errors.write(DiagnosticLines.text(["articlesync: \(notice)"]))
        }
        var renderer = ArticleRenderer(format, terminal: session.terminal, hits: listing.search != nil) {
            try output.write($0)
        }
        try renderer.begin()
        _ = try reader.articles(listing) { try renderer.row($0) }
        try renderer.end()
        return .done
    }
}
