package import Records

/// What the store holds, by name: every public table and view.
extension Entities {
    /// What `records` reads and writes.
    package static let store = Entities([
        .articles, .notes, .queries, .queryArticles, .runs, .windows, .generations, .candidates, .revisions,
        .currentArticles, .queryStatuses, .coverage,
    ])
}

extension Entity {
    static let articles: Entity = {
        var articles = Entity(
            "articles", "an article, whatever number of queries found it",
            columns: Columns(
                Columns.article() + [.lastSeen(of: "articles"), .instant("vanished_at", or: .missing)]),
            access: .readOnly("syncs bring articles and keep them in step with their provider (`articlesync sync`)"))
        articles.narrowing = { filter in
            guard let lookup = filter.trigramQuery(of: "headline")?.lookup, case .match = lookup else { return nil }
            let holders = ArticleIndex.holders(of: lookup)
            return SQLFragment(
                "articles.id IN (\(holders.text) UNION ALL SELECT id FROM (\(ArticleIndex.unindexed)))", holders.values)
        }
        return articles
    }()

    static let queries = Entity(
        "queries", "a query that was synced, and what its contents are",
        columns: Columns([
            .integer("id"), .text("name"), .text("provider"), .text("fingerprint"), .integer("generation"),
            .instant("window_from", or: .missing), .instant("window_to", or: .missing),
            .text("coverage", or: .missing), .instant("contents_at", or: .missing),
        ]), access: .readOnly("queries are written in the configuration, and syncs fill them (`articlesync sync`)"))

    static let queryArticles = Entity(
        "query_articles", "that a query holds an article now",
        columns: Columns([
            .integer("query_id"), .integer("article_id"), .integer("window_id"), .integer("rank"),
            .instant("last_seen_at", or: .missing),
        ]), access: .readOnly("what a query holds is what its provider has for it (`articlesync sync`)"))

    static let runs = Entity(
        "runs", "a run of a query: the journal",
        columns: Columns([
            .integer("id"), .integer("query_id"), .instant("started_at"), .instant("finished_at", or: .missing),
            .text("outcome"), .instant("window_from"), .instant("window_to"), .integer("announced", or: .missing),
            .bool("announced_at_least"), .integer("fetched"), .integer("unique_articles"), .integer("stored"),
            .integer("added"), .integer("changed"), .integer("removed"), .integer("dropped"), .integer("pages"),
            .integer("requests"), .integer("bytes"), .text("reason", or: .missing), .text("failure", or: .missing),
            .integer("candidate_id", or: .missing), .list("notices"),
        ]), access: .readOnly("runs write the journal, and `articlesync prune` shortens it"))

    static let windows = Entity(
        "windows", "days of a query as they were read: the ledger of coverage",
        columns: Columns([
            .integer("id"), .integer("query_id"), .instant("window_from"), .instant("window_to"), .integer("rank"),
            .integer("announced", or: .missing), .bool("announced_at_least"), .integer("fetched"),
            .integer("unique_articles"), .integer("dropped"), .integer("stored"), .integer("pages"),
            .integer("cap", or: .missing), .text("status"), .text("holes"), .text("reason", or: .missing),
            .integer("run_id", or: .missing), .instant("covered_at"),
        ]), access: .readOnly("syncs keep the ledger (`articlesync sync`)"))

    static let generations = Entity(
        "generations", "a replacement of the contents of a query",
        columns: Columns([
            .integer("query_id"), .integer("generation"), .integer("run_id", or: .missing), .instant("stored_at"),
            .text("fingerprint"), .instant("window_from", or: .missing), .instant("window_to", or: .missing),
            .text("coverage", or: .missing), .integer("articles"),
        ]), access: .readOnly("each replacement makes one, and no other has them"))

    static let candidates = Entity(
        "candidates", "a result on its way into the contents of a query",
        columns: Columns([
            .integer("id"), .integer("query_id"), .text("state"), .text("fingerprint"), .instant("window_from"),
            .instant("window_to"), .instant("started_at"), .instant("updated_at"), .integer("announced", or: .missing),
            .bool("announced_at_least"), .integer("articles"), .text("coverage", or: .missing),
            .text("reason", or: .missing), .integer("agreements"), .integer("generation", or: .missing),
            .integer("run_id", or: .missing),
        ]), access: .readOnly("`articlesync candidates accept` and `drop` decide on those that are held"))

    static let revisions = Entity(
        "revisions", "a field of an article before and after a change",
        columns: Columns([
            .integer("id"), .integer("article_id"), .integer("run_id", or: .missing), .instant("seen_at"),
            .text("field"), .text("old", or: .missing), .text("new", or: .missing),
        ]), access: .readOnly("syncs write down what changed (`articlesync history` shows it)"))

    static let currentArticles = Entity(
        "current_articles", "an article as one query holds it now",
        columns: Columns(
            [.text("query"), .integer("window_rank"), .integer("rank")] + Columns.article() + [
                .instant("last_seen_at", or: .missing)
            ]), access: .readOnly("it is a view of articles, which syncs bring (`articlesync sync`)"))

    static let queryStatuses = Entity(
        "query_statuses", "a query with its contents and its last run",
        columns: Columns(
            key: "name",
            [
                .text("name"), .text("provider"), .integer("generation"), .text("coverage", or: .missing),
                .instant("window_from", or: .missing), .instant("window_to", or: .missing),
                .instant("contents_at", or: .missing), .integer("articles"), .text("last_outcome", or: .missing),
                .instant("last_started_at", or: .missing), .text("last_reason", or: .missing),
            ]), access: .readOnly("it is a view of queries and runs (`articlesync status` tells more)"))

    static let coverage = Entity(
        "coverage", "days of a query: what the provider announced and what came",
        columns: Columns([
            .text("query"), .instant("window_from"), .instant("window_to"), .text("status"),
            .integer("announced", or: .missing), .bool("announced_at_least"), .integer("stored"),
            .integer("missing", or: .missing), .integer("dropped"), .text("reason", or: .missing),
            .instant("covered_at"),
        ]), access: .readOnly("it is a view of windows, which syncs keep (`articlesync sync`)"))
}

/// Columns as one word each; what may be missing says so.
extension Column {
    enum Presence { case present, missing }

    static func text(_ name: String, or presence: Presence = .present) -> Column {
        Column(name, .text, isNullable: presence == .missing)
    }

    static func integer(_ name: String, or presence: Presence = .present) -> Column {
        Column(name, .integer, isNullable: presence == .missing)
    }

    static func bool(_ name: String) -> Column { Column(name, .bool, isNullable: false) }

    static func instant(_ name: String, or presence: Presence = .present) -> Column {
        Column(name, .instant, isNullable: presence == .missing)
    }

    static func list(_ name: String, sql: String? = nil) -> Column {
        Column(name, .list, sql: listSQL(sql ?? "\"\(name)\""), isNullable: false)
    }

    /// A list as SQL; the empty one where another program wrote what is none, which would fail whoever takes its elements.
    static func listSQL(_ sql: String) -> String {
        "iif(json_valid(\(sql)), iif(json_type(\(sql)) = 'array', \(sql), '[]'), '[]')"
    }
}
