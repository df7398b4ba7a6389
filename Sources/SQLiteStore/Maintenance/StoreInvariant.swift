/// Something that is always so in a store whose rows only this program writes, told as SQL.
struct StoreInvariant: Sendable {
    /// Counts the rows that are not so.
    let count: String
    /// What is not so, after the number: `windows tell other counts than they have members`.
    let finding: String
    /// Puts it right, where that can be told from other rows, else nil; ?1 is the present instant.
    let repair: String?

    /// In the order in which they are put right: counts come last, as the others move members.
    static let all = [
        StoreInvariant(
            count: """
                SELECT count(*) FROM query_articles JOIN windows ON windows.id = window_id
                WHERE windows.query_id <> query_articles.query_id
                """,
            finding: "articles of a query came with a window of another", repair: nil),
        StoreInvariant(
            count: """
                SELECT count(*) FROM windows AS a JOIN windows AS b ON b.query_id = a.query_id AND b.id > a.id
                WHERE a.window_from <= b.window_to AND b.window_from <= a.window_to
                """,
            finding: "windows overlap another of their query", repair: nil),
        StoreInvariant(
            count: """
                SELECT count(*) FROM articles
                WHERE vanished_at IS NOT NULL AND id IN (SELECT article_id FROM query_articles)
                """,
            finding: "articles are marked as gone although a query holds them",
            repair: """
                UPDATE articles SET vanished_at = NULL
                WHERE vanished_at IS NOT NULL AND id IN (SELECT article_id FROM query_articles)
                """),
        StoreInvariant(
            count: """
                SELECT count(*) FROM articles
                WHERE vanished_at IS NULL AND id NOT IN (SELECT article_id FROM query_articles)
                """,
            finding: "articles are not marked as gone although no query holds them",
            // As of now, since nobody knows when: `prune` must not remove one too early.
            repair: """
                UPDATE articles SET vanished_at = ?1
                WHERE vanished_at IS NULL AND id NOT IN (SELECT article_id FROM query_articles)
                """),
        StoreInvariant(
            count: """
                SELECT (SELECT count(*) FROM query_articles WHERE rank < 1)
                    + (SELECT count(*) FROM query_articles) - (SELECT count(*) FROM
                        (SELECT DISTINCT window_id, rank FROM query_articles))
                """,
            finding: "places in the order of a window are taken twice, or are none",
            repair: """
                UPDATE query_articles SET rank = placed.rank
                FROM (SELECT query_id, article_id,
                    row_number() OVER (PARTITION BY window_id ORDER BY rank, article_id) AS rank FROM query_articles) AS placed
                WHERE placed.query_id = query_articles.query_id AND placed.article_id = query_articles.article_id
                    AND placed.rank <> query_articles.rank
                """),
        StoreInvariant(
            count: """
                SELECT count(*) FROM windows WHERE (stored, _kept) IS NOT
                    (SELECT count(*), count(last_seen_at) FROM query_articles WHERE window_id = windows.id)
                """,
            finding: "windows tell other counts than they have members",
            repair: """
                UPDATE windows SET (stored, _kept) =
                    (SELECT count(*), count(last_seen_at) FROM query_articles WHERE window_id = windows.id)
                """),
    ]
}
