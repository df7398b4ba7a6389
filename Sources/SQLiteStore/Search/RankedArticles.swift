internal import Articles
internal import Records
internal import SQLite

/// The hits that a listing means, best first, and of those that answer equally well the newest; read as they are asked for.
struct RankedArticles: ~Copyable {
    /// Those that are still to be looked at.
    private var hits: BestFirst
    private var wanted: Statement
    private let values: [SQLiteValue]
    private var tied: [Int64] = []
    private var score = 0.0
    private var next = 0

    private init(taking hits: inout SearchHits, wanted: consuming Statement, values: [SQLiteValue]) {
        self.hits = BestFirst(taking: &hits.all)
        self.wanted = wanted
        self.values = values
    }

    /// - Parameter hits: of which none are left there, unless nil is returned.
    /// - Returns: nil where what the listing asks of an article cannot be told from the article alone, such as its rank.
    static func of(
        _ hits: inout SearchHits, _ listing: ArticleListing, in connection: borrowing Connection
    ) throws(SQLiteError) -> RankedArticles? {
        guard listing.asOf == nil, listing.sort == nil,
            let order = try? SortTerms(ties, over: .articles).sql(over: .articles)
        else { return nil }
        var condition = SQLFragment("true", [])
        if let predicate = listing.predicate {
            guard let filter = try? Columns.articles.compile(Filter(predicate, over: .articles)).sql else { return nil }
            condition = filter
        }
        let places = listing.queries.map { _ in "?" }.joined(separator: ", ")
        let named = "AND q.query_id IN (SELECT id FROM queries WHERE name IN (\(places)))"
        let sql = """
            SELECT a.id FROM json_each(?) AS hit JOIN articles AS a ON a.id = hit.value
            WHERE EXISTS (SELECT 1 FROM query_articles AS q WHERE q.article_id = a.id \(places.isEmpty ? "" : named))
                AND (\(condition.text)) ORDER BY \(order)
            """
        let values: [SQLiteValue] = listing.queries.map { .text($0) } + condition.values
        do throws(SQLiteError) {
            return RankedArticles(taking: &hits, wanted: try connection.prepare(sql), values: values)
        } catch {
            // It names what stands outside the article's row.
            guard error.kind == .error else { throw error }
            return nil
        }
    }

    /// The order of those that answer equally well.
    static let ties = "-published_at,id"

    /// The next article; nil at the end.
    mutating func nextHit() throws(SQLiteError) -> SearchHits.Hit? {
        while next == tied.count {
            let best = hits.nextTied()
            guard let first = best.first else { return nil }
            score = first.score
            next = 0
            tied = []
            wanted.bind([.text("[" + best.map { String($0.id) }.joined(separator: ",") + "]")] + values)
            while try wanted.step() { if let id = wanted.int64(0) { tied.append(id) } }
        }
        next += 1
        return SearchHits.Hit(id: tied[next - 1], score: score)
    }
}
