internal import Articles
internal import Chronology
internal import SQLite

/// What happened to one article, put together from the tables that remember it.
struct ArticleEvents {
    /// One time in which a query held the article.
    struct Membership: Hashable {
        var query: String
        /// Nil where it began before the store remembered such things.
        var since: Moment?
        /// Nil where it goes on, or its end is forgotten.
        var until: Moment?
    }

    /// An instant, and the run that saw what happened then.
    struct Moment: Hashable {
        var at: Instant
        var run: Int64?
    }

    var firstSeen: Instant
    /// As the store says now.
    var vanished: Instant?
    var memberships: [Membership]
    /// Oldest first.
    var changes: [ArticleHistory.Event]

    /// Everything, oldest first; what happened at one instant in the order first seen, joined, changed, left, vanished.
    var inOrder: [ArticleHistory.Event] {
        let joined = memberships.compactMap { member in
            member.since.map { ArticleHistory.Event(at: $0.at, what: .joined(query: member.query), run: $0.run) }
        }
        let left = memberships.compactMap { member in
            member.until.map { ArticleHistory.Event(at: $0.at, what: .left(query: member.query), run: $0.run) }
        }
        let seen = ArticleHistory.Event(at: firstSeen, what: .firstSeen, run: joined.first { $0.at == firstSeen }?.run)
        let all = [seen] + joined + changes + left + vanishings(left)
        return all.enumerated().sorted { one, other in
            (one.element.at, one.element.what.place, one.offset) < (
                other.element.at, other.element.what.place, other.offset
            )
        }.map(\.element)
    }

    /// The instants from which no query held it, each once; the store's own word is taken for the last.
    private func vanishings(_ left: [ArticleHistory.Event]) -> [ArticleHistory.Event] {
        var found: [ArticleHistory.Event] = []
        for event in left where !found.contains(where: { $0.at == event.at }) {
            let isHeld = memberships.contains { member in
                (member.since.map { $0.at <= event.at } ?? true) && (member.until.map { $0.at > event.at } ?? true)
            }
            if !isHeld { found.append(ArticleHistory.Event(at: event.at, what: .vanished, run: event.run)) }
        }
        if let vanished, !found.contains(where: { $0.at == vanished }) {
            found.append(ArticleHistory.Event(at: vanished, what: .vanished))
        }
        return found
    }
}

extension ArticleEvents {
    init(of article: StoredArticle, in connection: borrowing Connection) throws(SQLiteError) {
        firstSeen = article.firstSeenAt
        vanished = article.vanishedAt
        // What is older than the first generation that the store remembers of a query began nobody knows when.
        memberships = try connection.all(
            """
            SELECT queries.name, iif(first.generation > 1 AND since.generation = first.generation, NULL, since.stored_at),
                since.run_id, until.stored_at, until.run_id
            FROM (SELECT query_id, _since_generation AS since, NULL AS until FROM query_articles WHERE article_id = ?1
                UNION ALL SELECT query_id, since_generation, until_generation FROM _former_members WHERE article_id = ?1
                ) AS m
            JOIN queries ON queries.id = m.query_id
            LEFT JOIN generations AS since ON since.query_id = m.query_id AND since.generation = m.since
            LEFT JOIN generations AS until ON until.query_id = m.query_id AND until.generation = m.until
            LEFT JOIN (SELECT query_id, min(generation) AS generation FROM generations GROUP BY query_id) AS first
                ON first.query_id = m.query_id
            ORDER BY queries.name, m.since
            """, SQLiteValue(article.id)
        ) { row in
            Membership(
                query: row.text(0) ?? "", since: Moment(row.text(1), run: row.int64(2)),
                until: Moment(row.text(3), run: row.int64(4)))
        }
        changes = try connection.all(
            "SELECT seen_at, field, old, new, run_id FROM revisions WHERE article_id = ?1 ORDER BY id",
            SQLiteValue(article.id)
        ) { row in
            ArticleHistory.Event(
                at: RunColumns.instant(row.text(0)) ?? article.firstSeenAt,
                what: .changed(field: row.text(1) ?? "", old: row.text(2), new: row.text(3)), run: row.int64(4))
        }
    }
}

extension ArticleEvents.Moment {
    fileprivate init?(_ at: String?, run: Int64?) {
        guard let at = RunColumns.instant(at) else { return nil }
        self.init(at: at, run: run)
    }
}

extension ArticleHistory.Event.What {
    /// Where it stands among what happened at the same instant.
    fileprivate var place: Int {
        switch self {
        case .firstSeen: 0
        case .joined: 1
        case .changed: 2
        case .left: 3
        case .vanished: 4
        }
    }
}
