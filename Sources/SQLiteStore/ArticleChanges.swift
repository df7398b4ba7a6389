internal import Articles
internal import Chronology
internal import SQLite

/// Brings the articles that the store knew before to what a run says of them.
struct ArticleChanges {
    let tables: StagingTables
    let run: Int64
    let now: Instant

    /// Makes one article of those that turned out to be one: memberships, notes and history go over to the one that
    /// stays.
    func merge(_ connection: borrowing Connection) throws(SQLiteError) {
        let merges = try connection.all(
            "SELECT x.article_id, m.article_id FROM \(tables.merges) AS x JOIN \(tables.members) AS m USING (position)"
        ) { (from: $0.int64(0) ?? 0, into: $0.int64(1) ?? 0) }
        for (from, into) in merges where from != into {
            for statement in Self.mergeStatements {
                try connection.run(statement, SQLiteValue(from), SQLiteValue(into))
            }
        }
    }

    private static let mergeStatements = [
        "UPDATE OR IGNORE query_articles SET article_id = ?2 WHERE article_id = ?1",
        // What is left of it are members of queries that hold the other too.
        """
        UPDATE windows SET stored = stored - 1, _kept = _kept - (SELECT count(last_seen_at) FROM query_articles
            WHERE window_id = windows.id AND article_id = ?1)
        WHERE id IN (SELECT window_id FROM query_articles WHERE article_id = ?1) AND ?2
        """,
        "UPDATE OR IGNORE _former_members SET article_id = ?2 WHERE article_id = ?1",
        "DELETE FROM query_articles WHERE article_id = ?1 AND ?2",
        "UPDATE notes SET article_id = ?2 WHERE article_id = ?1",
        "UPDATE revisions SET article_id = ?2 WHERE article_id = ?1",
        "UPDATE _aliases SET article_id = ?2 WHERE article_id = ?1",
        """
        INSERT INTO _aliases (provider, provider_id, article_id)
        SELECT provider, provider_id, ?2 FROM articles WHERE id = ?1
        ON CONFLICT (provider, provider_id) DO UPDATE SET article_id = excluded.article_id
        """,
        """
        UPDATE articles SET first_seen_at = (SELECT first_seen_at FROM articles WHERE id = ?1)
        WHERE id = ?2 AND rtrim(first_seen_at, 'Z') > (SELECT rtrim(first_seen_at, 'Z') FROM articles WHERE id = ?1)
        """,
        """
        UPDATE articles SET vanished_at = NULL
        WHERE id = ?2 AND vanished_at IS NOT NULL AND id IN (SELECT article_id FROM query_articles WHERE article_id = ?2)
        """,
        "DELETE FROM articles WHERE id = ?1 AND ?2",
    ]

    /// Updates the articles whose content is another, with a revision a field.
    ///
    /// One statement updates all of them: the full-text index is written out before every statement that changes it.
    ///
    /// - Returns: how many have changed. A digest alone that is another is no change.
    func update(_ connection: borrowing Connection) throws(SQLiteError) -> Int {
        let count = try revise(connection)
        let columns = ArticleColumns.names
        if count > 0 {
            try connection.execute(
                """
                UPDATE main.articles AS a SET \(columns.map { "\($0) = c.\($0)" }.joined(separator: ", ")),
                    changed_at = '\(now)', last_seen_at = '\(now)'
                FROM \(tables.changed) AS x, \(tables.contents) AS c
                WHERE a.id = x.article_id AND c.position = x.position
                """)
        }
        try connection.execute(
            """
            INSERT OR REPLACE INTO main._digests (article_id, digest)
            SELECT m.article_id, m.digest FROM \(tables.suspects) AS s CROSS JOIN \(tables.members) AS m USING (position)
            LEFT JOIN main._digests AS d ON d.article_id = m.article_id WHERE d.digest IS NOT m.digest
            """)
        return count
    }

    /// Writes what is going to change, field by field.
    private func revise(_ connection: borrowing Connection) throws(SQLiteError) -> Int {
        let columns = ArticleColumns.names
        var differing = try connection.prepare(
            """
            SELECT s.position, a.id, \(ArticleColumns.list("a.")), \(ArticleColumns.list("c."))
            FROM \(tables.suspects) AS s CROSS JOIN \(tables.members) AS m USING (position)
            CROSS JOIN \(tables.contents) AS c USING (position) CROSS JOIN main.articles AS a ON a.id = m.article_id
            LEFT JOIN main._digests AS d ON d.article_id = m.article_id WHERE d.digest IS NOT m.digest
            """)
        var revision = try connection.prepare(
            "INSERT INTO main.revisions (article_id, run_id, seen_at, field, old, new) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        var changed = try connection.prepare("INSERT INTO \(tables.changed) (article_id, position) VALUES (?1, ?2)")
        var count = 0
        while try differing.step() {
            guard let position = differing.int64(0), let id = differing.int64(1) else { continue }
            var hasChanged = false
            for (index, name) in columns.enumerated() {
                let (old, new) = (differing.value(2 + index), differing.value(2 + columns.count + index))
                guard old != new else { continue }
                hasChanged = true
                revision.bind(
                    [SQLiteValue(id), SQLiteValue(run), .text(now.description), .text(name), old.asText, new.asText])
                try revision.run()
                if name == "provider_id" { try rename(id, from: old, to: new, connection) }
            }
            guard hasChanged else { continue }
            changed.bind([SQLiteValue(id), SQLiteValue(position)])
            try changed.run()
            count += 1
        }
        return count
    }

    /// The id that an article had is an older one from now on, and its new one is none any more.
    private func rename(
        _ article: Int64, from old: SQLiteValue, to new: SQLiteValue, _ connection: borrowing Connection
    ) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO _aliases (provider, provider_id, article_id) SELECT provider, ?2, id FROM articles WHERE id = ?1
            ON CONFLICT (provider, provider_id) DO UPDATE SET article_id = excluded.article_id
            """, SQLiteValue(article), old)
        try connection.run(
            """
            DELETE FROM _aliases WHERE provider = (SELECT provider FROM articles WHERE id = ?1) AND provider_id = ?2
            """, SQLiteValue(article), new)
    }

    /// Keeps the older ids that came with articles.
    func rememberAliases(_ connection: borrowing Connection) throws(SQLiteError) {
        try connection.execute(
            """
            INSERT INTO main._aliases (provider, provider_id, article_id)
            SELECT x.provider, x.provider_id, m.article_id
            FROM \(tables.aliases) AS x JOIN \(tables.members) AS m USING (position)
            JOIN main.articles AS a ON a.id = m.article_id
            WHERE (a.provider, a.provider_id) <> (x.provider, x.provider_id)
            ON CONFLICT (provider, provider_id) DO UPDATE SET article_id = excluded.article_id
            WHERE article_id <> excluded.article_id
            """)
    }
}

extension SQLiteValue {
    /// The value as a text column holds it.
    fileprivate var asText: SQLiteValue {
        switch self {
        case .integer(let value): .text("\(value)")
        case .real(let value): .text("\(value)")
        case .null, .text, .blob: self
        }
    }
}
