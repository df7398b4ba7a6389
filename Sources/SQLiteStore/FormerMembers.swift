internal import Articles
internal import SQLite

/// What a query held before a run, walked in its order beside the articles that come.
///
/// A result that changed little comes in nearly the order of the former one, so that the next article is mostly the next
/// former member: comparing with it costs a fifth of looking it up. Members are read some hundred at a time, and no
/// statement stays open between pages. Where the order is lost the walk ends, and every article is looked up.
struct FormerMembers {
    /// A member as the store holds it now.
    struct Member {
        let id: Int64
        let digest: Int64?
        fileprivate let provider: String
        fileprivate let providerID: String
        fileprivate let rank: Int64
    }

    private let run: Int64
    private var ahead: ArraySlice<Member> = []
    private var lastRank: Int64 = -1
    private var misses = 0
    private var isOver = false

    private static let chunk = 512
    /// How far articles that left are skipped over.
    private static let reach = 8
    /// After so many articles in a row that are not there, the orders have nothing in common.
    private static let patience = 64

    init(of run: Int64) { self.run = run }

    /// The member with this key, if it is the next or one of the few after it; the walk goes on behind it.
    mutating func next(_ key: ArticleKey, in connection: borrowing Connection) throws(SQLiteError) -> Member? {
        if isOver { return nil }
        if ahead.count < Self.reach { try read(in: connection) }
        for index in ahead.indices.prefix(Self.reach)
        where ahead[index].providerID == key.id && ahead[index].provider == key.provider {
            defer { ahead = ahead[(index + 1)...] }
            misses = 0
            return ahead[index]
        }
        misses += 1
        if misses >= Self.patience || ahead.isEmpty {
            isOver = true
            ahead = []
        }
        return nil
    }

    private mutating func read(in connection: borrowing Connection) throws(SQLiteError) {
        let more = try connection.all(
            """
            SELECT id, digest, provider, provider_id, rank FROM main.query_articles
            JOIN main.articles ON articles.id = query_articles.article_id
            LEFT JOIN main._digests ON _digests.article_id = articles.id
            WHERE query_id = (SELECT query_id FROM main.runs WHERE id = ?1) AND rank > ?2 ORDER BY rank LIMIT ?3
            """, SQLiteValue(run), SQLiteValue(lastRank), .integer(Int64(Self.chunk))
        ) { row in
            Member(
                id: row.int64(0) ?? 0, digest: row.int64(1), provider: row.text(2) ?? "", providerID: row.text(3) ?? "",
                rank: row.int64(4) ?? 0)
        }
        lastRank = more.last?.rank ?? lastRank
        ahead = ahead + more
    }
}
