internal import Articles
internal import Rendering
internal import SQLiteStore

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

            --follow goes on after the listing and tells what becomes of it as soon as anybody writes the store: + added,
            - removed, ~ changed or moved, with the places before and after, counted from 1. A store that is not there
            yet is waited for. It ends on Ctrl-C, SIGTERM, or when nobody reads its output any more. At most \
            \(LiveArticles.mostArticles)
            articles are followed.

            As jsonl it writes an object for each article or change: set (0 is the listing, then counted up), remaining
            (lines of the set that follow), seen_at, change (initial, removed, added, moved, changed), moved, old_position,
            position, provider, provider_id, article (as the store has it now, or null). To apply a set, take out what was
            removed or has moved at old_position, then put in what was added or has moved, the lowest position first.
            """,
        arguments: [ArgumentDeclaration("QUERY", "Names of queries", arity: .any)],
        options: [
            OptionDeclaration("where", value: "PREDICATE", "Only articles that fit"),
            OptionDeclaration("search", value: "TEXT", "Only articles with these words, the best first"),
            OptionDeclaration("sort", value: "KEYS", "The order", default: "the provider's, or the best first"),
            OptionDeclaration("as-of", value: "INSTANT", "The store as it was then", default: "as it is"),
            OptionDeclaration("limit", short: "n", value: "N", "At most so many", default: "all"),
            OptionDeclaration("offset", value: "N", "Leave out the first so many", default: "0"),
            OptionDeclaration("follow", "Go on with what becomes of them"),
            OptionDeclaration(
                "format", short: "f", value: "table|json|jsonl|csv", "How they are written", default: "table"),
            OptionDeclaration("bom", "A byte order mark, for Excel (csv)"),
            OptionDeclaration(
                "safe-for-spreadsheets", "An apostrophe before what would be a formula: = + - @ (csv)"),
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
            .init("articlesync articles --sort -published_at -n 20 --follow", "The newest twenty, and what comes"),
        ])

    let listing: ArticleListing
    private let format: ArticleFormat
    private let csv: CSVForm
    /// How it goes on; nil where it ends with the listing.
    private let following: ListingFormat?

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
        csv = try words.csvForm(isCSV: format == .csv)
        following = words.has("follow") ? try Self.following(listing, format) : nil
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settingsForReading()
        if let following { return try await follow(as: following, in: session, settings) }
        let reader = session.reader(settings)
        try session.requireStored(listing.queries, in: reader, settings)
        let output = session.context.output
        for notice in reader.notices(on: listing) {
            try session.context.errors.write(DiagnosticLines.text(["articlesync: \(notice)"]))
        }
        var renderer = ArticleRenderer(
            format, csv: csv, terminal: session.terminal, hits: listing.search != nil
        ) { try format == .table ? output.write($0) : output.write(data: $0) }
        try renderer.begin()
        _ = try reader.articles(listing) { try renderer.row($0) }
        try renderer.end()
        return .done
    }
}
