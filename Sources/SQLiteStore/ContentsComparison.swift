internal import Articles
internal import Chronology
internal import SQLite

/// Compares what a run set aside with what its query holds, and writes nothing of the store.
struct ContentsComparison {
    let staging: Staging
    let ticket: RunTicket
    /// The query's row.
    let query: Int64
    private var tables: StagingTables { staging.tables }

    init(staging: Staging, ticket: RunTicket, query: Int64) {
        self.staging = staging
        self.ticket = ticket
        self.query = query
    }

    /// - Parameter examples: so many of what comes and changes are told, and so many of what goes.
    func difference(
        _ readings: [WindowReading], examples: Int, in connection: borrowing Connection
    ) throws(SQLiteError) -> ContentsDifference {
        try staging.index(connection)
        var difference = ContentsDifference()
        let readings = readings.sorted { $0.days.from < $1.days.from }
        for reading in readings { try compare(reading, examples, &difference, connection) }
        guard ticket.query.keep == .window else { return difference }
        let ledger = WindowLedger(query: query, run: ticket.run, generation: 0)
        let changes = WindowChanges(
            try ledger.present(connection), readings: readings, window: ticket.window, keep: .everything)
        let before = difference.examples.count
        for window in changes.superseded.map({ $0.present.id }) + readings.compactMap({ changes.reread[$0.days]?.id }) {
            try addLeavers(of: window, before + examples, &difference, connection)
        }
        return difference
    }

    /// Adds what comes with a reading and what it says otherwise.
    private func compare(
        _ reading: WindowReading, _ examples: Int, _ difference: inout ContentsDifference,
        _ connection: borrowing Connection
    ) throws(SQLiteError) {
        let places = StagedPlace.places(of: reading.days)
        let columns = ArticleColumns.names
        // What is held unchanged has no content of its own here.
        var rows = try connection.prepare(
            """
            SELECT q.article_id IS NOT NULL, m.article_id, \(ArticleColumns.list("c.")), \(ArticleColumns.list("a."))
            FROM \(tables.members) AS m
            LEFT JOIN \(tables.contents) AS c USING (position)
            LEFT JOIN main.query_articles AS q ON q.query_id = ?1 AND q.article_id = m.article_id
            LEFT JOIN main.articles AS a ON a.id = iif(q.article_id IS NULL OR c.position IS NOT NULL, m.article_id, NULL)
            WHERE m.position BETWEEN ?2 AND ?3 AND (q.article_id IS NULL OR c.position IS NOT NULL)
            ORDER BY m.position
            """)
        rows.bind([SQLiteValue(query), SQLiteValue(places.lowerBound), SQLiteValue(places.upperBound)])
        while try rows.step() {
            let isMember = rows.int(0) == 1
            let comes = !rows.isNull(2)
            let fields = columns.indices.filter { comes && rows.value(2 + $0) != rows.value(2 + columns.count + $0) }
            if isMember, fields.isEmpty { continue }
            if isMember { difference.changed += 1 } else { difference.added += 1 }
            guard difference.examples.count < examples else { continue }
            let place = comes ? 2 : 2 + columns.count
            func text(_ name: String) -> String? { columns.firstIndex(of: name).flatMap { rows.text(place + $0) } }
            difference.examples.append(
                ContentsDifference.Example(
                    change: isMember ? .changed : .added,
                    key: ArticleKey(provider: text("provider") ?? "", id: text("provider_id") ?? ""),
                    headline: text("headline"),
                    fields: isMember ? fields.map { columns[$0] } : []))
        }
    }

    /// Adds what a window holds and was not set aside.
    private func addLeavers(
        of window: Int64, _ examples: Int, _ difference: inout ContentsDifference, _ connection: borrowing Connection
    ) throws(SQLiteError) {
        let leavers = """
            FROM main.query_articles AS q WHERE q.window_id = ?1
                AND NOT EXISTS (SELECT 1 FROM \(tables.members) AS m WHERE m.article_id = q.article_id)
                AND NOT EXISTS (SELECT 1 FROM \(tables.merges) AS x WHERE x.article_id = q.article_id)
            """
        difference.removed +=
            try connection.first("SELECT count(*) \(leavers)", SQLiteValue(window)) { $0.int(0) ?? 0 } ?? 0
        let rows = try connection.all(
            """
            SELECT provider, provider_id, headline FROM main.articles JOIN (SELECT article_id, rank \(leavers)) ON id = article_id
            ORDER BY rank LIMIT ?2
            """, SQLiteValue(window), SQLiteValue(max(examples - difference.examples.count, 0))
        ) { row in
            ContentsDifference.Example(
                change: .removed, key: ArticleKey(provider: row.text(0) ?? "", id: row.text(1) ?? ""),
                headline: row.text(2))
        }
        difference.examples += rows
    }
}
