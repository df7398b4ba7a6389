internal import Articles
internal import SQLite

/// What is known to be one article while it is set aside: its ids, its places, and the articles of the store.
struct StagedGroup {
    /// Where the one stands that brought them together.
    let position: Int64
    private(set) var ids: [String] = []
    /// The first is the one that stays.
    private(set) var articles: [Int64] = []
    /// Places set aside before.
    var positions: Set<Int64> = []

    init(position: Int64, ids: [String]) {
        self.position = position
        for id in ids { add(id: id) }
    }

    var winner: Int64 { min(position, positions.min() ?? position) }

    mutating func add(id: String) { if !ids.contains(id) { ids.append(id) } }

    mutating func add(article: Int64) { if !articles.contains(article) { articles.append(article) } }

    /// The winner's own article stays before any other.
    mutating func prefer(article: Int64) { articles = [article] + articles.filter { $0 != article } }
}

/// Finds and keeps the ties between what is set aside, for the few articles that have any.
final class StagedTies {
    /// What is to be put back where a page is not set aside after all.
    struct State {
        fileprivate var merged: [Int64: Int64] = [:]
        fileprivate var hasIDs = false
    }

    var state = State()
    let tables: StagingTables

    /// Whether members are, so that writing them has become slower.
    private(set) var isIndexed = false

    init(_ tables: StagingTables) { self.tables = tables }

    private var merged: [Int64: Int64] {
        get { state.merged }
        set { state.merged = newValue }
    }

    /// The article that another turned out to be, or the article itself.
    func survivor(of article: Int64) -> Int64 { merged.isEmpty ? article : merged[article] ?? article }

    /// Whether an id belongs to an article that came with more than one id or more than once.
    func hold(_ key: ArticleKey, in connection: borrowing Connection) throws(SQLiteError) -> Bool {
        guard state.hasIDs else { return false }
        return try !connection.all(
            "SELECT 1 FROM \(tables.ids) WHERE provider = ?1 AND provider_id = ?2", .text(key.provider), .text(key.id)
        ) { _ in true }.isEmpty
    }

    /// Makes members be found by their article.
    func index(_ connection: borrowing Connection) throws(SQLiteError) {
        isIndexed = true
        try connection.run(tables.index)
    }

    /// Adds what was set aside before and is the same article, with all that is known of it.
    func gather(_ group: inout StagedGroup, _ provider: String, in connection: borrowing Connection) throws(SQLiteError)
    {
        try index(connection)
        var found: Set<Int64> = []
        for article in group.articles {
            found.formUnion(
                try connection.all(
                    "SELECT position FROM \(tables.members) WHERE article_id = ?1", SQLiteValue(article)
                ) { $0.int64(0) ?? 0 })
        }
        for id in group.ids {
            found.formUnion(
                try connection.all(
                    """
                    SELECT position FROM \(tables.ids) WHERE provider = ?1 AND provider_id = ?2
                    UNION SELECT position FROM \(tables.newcomers) JOIN \(tables.contents) USING (position)
                    WHERE digest = ?3 AND provider = ?1 AND provider_id = ?2
                    """, .text(provider), .text(id),
                    SQLiteValue(ContentDigest.of(ArticleKey(provider: provider, id: id)))
                ) { $0.int64(0) ?? 0 })
        }
        group.positions = found
        for position in found.sorted() {
            let article = try connection.first(
                "SELECT article_id FROM \(tables.members) WHERE position = ?1", SQLiteValue(position)
            ) { $0.int64(0) }
            if let article = article ?? nil {
                group.add(article: article)
                if position == group.winner { group.prefer(article: article) }
            }
            let others = try connection.all(
                "SELECT article_id FROM \(tables.merges) WHERE position = ?1", SQLiteValue(position)
            ) { $0.int64(0) ?? 0 }
            for other in others { group.add(article: other) }
            let ids = try connection.all(
                """
                SELECT provider_id FROM \(tables.contents) WHERE position = ?1
                UNION SELECT provider_id FROM \(tables.aliases) WHERE position = ?1
                """, SQLiteValue(position)
            ) { $0.text(0) ?? "" }
            for id in ids { group.add(id: id) }
        }
    }

    /// Forgets places that are no longer an article's.
    func remove(_ positions: some Sequence<Int64>, in connection: borrowing Connection) throws(SQLiteError) {
        for position in positions {
            for table in tables.placed {
                try connection.run("DELETE FROM \(table) WHERE position = ?1", SQLiteValue(position))
            }
        }
    }

    /// Says that the store may hold the article at a place otherwise.
    func suspect(_ position: Int64, in connection: borrowing Connection) throws(SQLiteError) {
        try connection.run("INSERT OR IGNORE INTO \(tables.suspects) VALUES (?1)", SQLiteValue(position))
    }

    /// Says that a newcomer stands elsewhere than it was to.
    func moveNewcomer(
        _ key: ArticleKey, to position: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) {
        try connection.run(
            "UPDATE \(tables.newcomers) SET position = ?1 WHERE digest = ?2", SQLiteValue(position),
            SQLiteValue(ContentDigest.of(key)))
    }

    /// Says which article of the store stands at a place.
    func setArticle(_ article: Int64, at position: Int64, in connection: borrowing Connection) throws(SQLiteError) {
        try connection.run(
            "UPDATE \(tables.members) SET article_id = ?1 WHERE position = ?2", SQLiteValue(article),
            SQLiteValue(position))
    }

    /// Keeps a group for what comes after it.
    func remember(_ group: StagedGroup, _ provider: String, in connection: borrowing Connection) throws(SQLiteError) {
        state.hasIDs = true
        for id in group.ids {
            try connection.run(
                "INSERT OR REPLACE INTO \(tables.ids) (provider, provider_id, position) VALUES (?1, ?2, ?3)",
                .text(provider), .text(id), SQLiteValue(group.winner))
            guard group.ids.count > 1 else { continue }
            try connection.run(
                "INSERT OR IGNORE INTO \(tables.aliases) (position, provider, provider_id) VALUES (?1, ?2, ?3)",
                SQLiteValue(group.winner), .text(provider), .text(id))
        }
        guard let survivor = group.articles.first else { return }
        for other in group.articles.dropFirst() {
            try connection.run(
                "INSERT OR REPLACE INTO \(tables.merges) (article_id, position) VALUES (?1, ?2)", SQLiteValue(other),
                SQLiteValue(group.winner))
            merged[other] = survivor
        }
        for (other, into) in merged where group.articles.contains(into) { merged[other] = survivor }
        merged[survivor] = nil
    }
}
