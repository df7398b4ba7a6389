package import Articles
internal import Records
internal import SQLite

extension SQLiteArticleReader {
    /// Tells where a search text could not be read, and what is searched for instead.
    package func notices(on listing: ArticleListing) -> [String] {
        // One that cannot be searched for at all fails the listing.
        guard let search = listing.search, let text = try? SearchText(articles: search), let mistake = text.mistake
        else {
            return []
        }
        let words = text.plainWords.map { "\"\($0)\"" }.joined(separator: ", ")
        return ["the search text cannot be read, \(mistake); looked for the plain words \(words) instead, all of them"]
    }

    /// Hands the articles that a search finds to `body`, with their hits, in the order of the listing.
    ///
    /// - Parameter connection: in a transaction.
    /// - Returns: how many there were.
    func found(
        by listing: ArticleListing, in connection: borrowing Connection, tried: String,
        _ body: (StoredArticle) throws -> Void
    ) throws -> Int {
        var whole = listing
        if listing.sort == nil {
            whole.sort = RankedArticles.ties
            (whole.limit, whole.offset) = (nil, 0)
        }
        let selection = try ArticleSelection(whole, in: connection, tried: tried)
        let match = try ArticleSelection.match(of: listing, tried: tried) ?? ""
        var shown = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
            ShownArticles(
                rows: try connection.prepare(ArticleSelection.row(of: listing)),
                highlights: try Highlights(match, in: connection))
        }
        var order = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
            var hits = try SearchHits(match, areFormer: listing.asOf != nil, in: connection)
            return try HitOrder.of(&hits, listing, selection, in: connection)
        }
        while true {
            let articles = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                try shown.next(of: &order, in: connection)
            }
            for article in articles { try body(article) }
            if articles.count < Highlights.batch { return shown.count }
        }
    }
}

/// The hits of a listing in its order, without those before its offset and beyond its limit.
private struct HitOrder: ~Copyable {
    private var ranked: RankedArticles?
    private var listed: ArraySlice<SearchHits.Hit>
    private var left: Int

    private init(ranked: consuming RankedArticles?, listed: [SearchHits.Hit], left: Int?) {
        self.ranked = ranked
        self.listed = listed[...]
        self.left = left.map { max($0, 0) } ?? .max
    }

    static func of(
        _ hits: inout SearchHits, _ listing: ArticleListing, _ selection: ArticleSelection,
        in connection: borrowing Connection
    ) throws(SQLiteError) -> HitOrder {
        if var ranked = try RankedArticles.of(&hits, listing, in: connection) {
            for _ in 0..<max(listing.offset, 0) { guard try ranked.nextHit() != nil else { break } }
            return HitOrder(ranked: consume ranked, listed: [], left: listing.limit)
        }
        var ids = try connection.prepare(selection.sql)
        ids.bind(selection.values)
        var all: [SearchHits.Hit] = []
        while try ids.step() {
            if let id = ids.int64(0) { all.append(SearchHits.Hit(id: id, score: hits.score(of: id) ?? 0)) }
        }
        if listing.sort == nil {
            // Stable, so that those that answer equally well stay in the order of the selection.
            all.sort { $0.score > $1.score }
            all.removeFirst(min(max(listing.offset, 0), all.count))
        }
        return HitOrder(ranked: nil, listed: all, left: listing.limit)
    }

    mutating func next() throws(SQLiteError) -> SearchHits.Hit? {
        guard left > 0 else { return nil }
        left -= 1
        return if ranked != nil { try ranked?.nextHit() } else { listed.popFirst() }
    }
}

/// Articles with their hits, some at a time.
private struct ShownArticles: ~Copyable {
    private var rows: Statement
    private let highlights: Highlights
    private(set) var count = 0

    init(rows: consuming Statement, highlights: Highlights) {
        self.rows = rows
        self.highlights = highlights
    }

    /// The next articles; fewer than a batch at the end.
    mutating func next(
        of order: inout HitOrder, in connection: borrowing Connection
    ) throws(SQLiteError) -> [StoredArticle] {
        var articles: [StoredArticle] = []
        while articles.count < Highlights.batch, let hit = try order.next() {
            guard var article = try StoredArticleRow.article(hit.id, &rows) else { continue }
            article.hit = SearchHit(score: hit.score)
            articles.append(article)
        }
        guard !articles.isEmpty else { return [] }
        try highlights.mark(&articles, in: connection)
        count += articles.count
        return articles
    }
}
