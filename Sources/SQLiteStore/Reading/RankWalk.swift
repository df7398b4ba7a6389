internal import Articles
internal import Records
internal import SQLite

/// The first articles of a listing in the provider's order, met by going through the ranks of its queries side by side.
///
/// To sort a million articles by rank for a page of fifty takes most of a second; who begins with the first ranks has met
/// fifty soon, unless very few answer. So it goes through slices of ranks, each larger than the one before, and gives up
/// after some: what is left from there on is for the plain selection.
struct RankWalk: ~Copyable {
    /// How far it goes.
    struct Extent {
        /// So many members are looked at in the first slice, twice as many in each that follows.
        var first = 1_024
        var slices = 5
        /// Listings that ask for more, with those that are passed over, are not walked.
        var most = 10_000
        /// Where fewer headlines hold what is looked for, they are all looked at instead; nil for what is quickest.
        var few: Int?
    }

    /// A window's members have the ranks from `before` + 1 on.
    private struct Span {
        let window: Int64
        let query: Int64
        let before: Int
        let ranks: Int
    }

    private let spans: [Span]
    /// The last rank of each query.
    private let ends: [Int]
    private let values: [SQLiteValue]
    private var slice: Statement
    private var isInSlice = false
    private var slices: Int
    private var members: Int
    /// Members before this rank were looked at, or are now.
    private(set) var nextRank = 1
    /// Those that were met; nil where each can be met only once.
    private var met: Set<Int64>?

    private init(
        _ spans: [Span], once: Bool, extent: Extent, slice: consuming Statement, values: [SQLiteValue]
    ) {
        self.spans = spans
        ends = Dictionary(spans.map { ($0.query, $0.before + $0.ranks) }) { $1 }.values.sorted()
        met = once ? nil : []
        (slices, members) = (extent.slices, extent.first)
        self.slice = slice
        self.values = values
    }

    /// Nil where it is not the provider's order that is asked for, or where something else is quicker.
    static func of(
        _ listing: ArticleListing, _ filter: Filter?, extent: Extent, in connection: borrowing Connection
    ) throws(SQLiteError) -> RankWalk? {
        guard let limit = listing.limit, limit <= extent.most, listing.offset <= extent.most - limit,
            let compiled = try? Columns.walkedArticles.compile(filter ?? .always)
        else { return nil }
        if let query = compiled.trigramQuery(of: "headline"),
            try ArticleIndex.areFewer(
                than: extent.few ?? ArticleIndex.few(query), holding: query.lookup, in: connection)
        {
            return nil
        }
        let isOwed = try ArticleIndex.standing(in: connection).isOwed
        return RankWalk(
            try spans(of: listing.queries, in: connection), once: listing.queries.count == 1, extent: extent,
            slice: try connection.prepare(sql(compiled.sql.text, isOwed: isOwed)), values: compiled.sql.values)
    }

    /// The next article; nil where it has come to an end.
    mutating func next() throws(SQLiteError) -> Int64? {
        while true {
            if !isInSlice { guard try begin() else { return nil } }
            while try slice.step() {
                guard let id = slice.int64(0) else { continue }
                if met?.insert(id).inserted ?? true { return id }
            }
            isInSlice = false
        }
    }

    /// Whether there was nothing behind the end.
    var isWhole: Bool { (ends.last ?? 0) < nextRank }

    private mutating func begin() throws(SQLiteError) -> Bool {
        guard slices > 0, !isWhole else { return false }
        let queries = ends.count { $0 >= nextRank }
        let end = nextRank + max(members / max(queries, 1), 1)
        let parts = spans.compactMap { span -> String? in
            let (first, last) = (max(nextRank - span.before, 1), min(end - 1 - span.before, span.ranks))
            return first <= last ? "[\(span.window),\(span.before),\(first),\(last)]" : nil
        }
        slice.bind([.text("[" + parts.joined(separator: ",") + "]")] + values)
        (nextRank, slices, members, isInSlice) = (end, slices - 1, members * 2, true)
        return true
    }

    private static func spans(
        of queries: [String], in connection: borrowing Connection
    ) throws(SQLiteError) -> [Span] {
        let places = queries.map { _ in "?" }.joined(separator: ", ")
        var windows = try connection.prepare(
            """
            SELECT id, query_id, (SELECT max(rank) FROM query_articles WHERE window_id = windows.id) FROM windows
            WHERE \(queries.isEmpty ? "true" : "query_id IN (SELECT id FROM queries WHERE name IN (\(places)))")
            ORDER BY query_id, rank, window_from
            """)
        windows.bind(queries.map { .text($0) })
        var spans: [Span] = []
        while try windows.step() {
            guard let window = windows.int64(0), let query = windows.int64(1), let ranks = windows.int(2) else {
                continue
            }
            let before = spans.last.map { $0.query == query ? $0.before + $0.ranks : 0 } ?? 0
            spans.append(Span(window: window, query: query, before: before, ranks: ranks))
        }
        return spans
    }

    private static func sql(_ condition: String, isOwed: Bool) -> String {
        """
        SELECT m.article_id FROM json_each(?) AS s
            CROSS JOIN query_articles AS m ON m.window_id = s.value ->> 0
                AND m.rank BETWEEN s.value ->> 2 AND s.value ->> 3
            \(ArticleIndex.foldedHeadlines(for: condition, isOwed: isOwed))
            CROSS JOIN articles AS a ON a.id = m.article_id
        WHERE (\(condition)) ORDER BY (s.value ->> 1) + m.rank, a.published_at DESC, a.id
        """
    }
}

extension Columns {
    /// What can be said of an article without its rank.
    fileprivate static let walkedArticles = Columns(foldedArticles.all.filter { $0.name != "rank" })
}
