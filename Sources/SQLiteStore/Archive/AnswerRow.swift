internal import Articles
internal import Chronology
internal import SQLite

/// A kept answer as a row of `_answers`.
///
/// A row that was replaced and that others are compressed against stays, as one of pass -1: no request is answered by it.
struct AnswerRow {
    let id: Int64
    let size: Int
    /// What it was compressed against; nil for one that was compressed by itself.
    let base: Int64?
    let body: [UInt8]

    private static let select = "SELECT id, size, base_id, body FROM main._answers"
    private static let isRequest = """
        candidate_id = ?1 AND window_from = ?2 AND window_to = ?3 AND asked_from = ?4 AND asked_to = ?5
        AND reversed = ?6 AND pass = ?7 AND page = ?8
        """

    private init(_ row: borrowing Statement) {
        id = row.int64(0) ?? 0
        size = row.int(1) ?? 0
        base = row.int64(2)
        body = row.blob(3) ?? []
    }

    static func find(
        _ request: PageRequest, of candidate: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) -> AnswerRow? {
        try connection.withStatement("\(select) WHERE \(isRequest)") { statement throws(SQLiteError) in
            statement.bind([SQLiteValue(candidate)] + request.columns)
            return try statement.step() ? AnswerRow(statement) : nil
        }
    }

    static func base(
        _ id: Int64, of candidate: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) -> AnswerRow? {
        try connection.first(
            "\(select) WHERE id = ?1 AND candidate_id = ?2 AND base_id IS NULL", SQLiteValue(id), SQLiteValue(candidate)
        ) { AnswerRow($0) }
    }

    static func newestBase(
        of candidate: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) -> AnswerRow? {
        try connection.first(
            "\(select) WHERE candidate_id = ?1 AND base_id IS NULL ORDER BY id DESC LIMIT 1", SQLiteValue(candidate)
        ) { AnswerRow($0) }
    }

    /// - Parameter row: when it was kept, its size, its base, its frame.
    /// - Returns: false where there is an answer to the request.
    static func insert(
        _ request: PageRequest, of candidate: Int64, _ row: (at: Instant, size: Int, base: Int64?, frame: [UInt8]),
        in connection: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        try connection.withStatement(
            """
            INSERT INTO main._answers (candidate_id, window_from, window_to, asked_from, asked_to, reversed, pass, page,
                kept_at, size, base_id, body)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            ON CONFLICT (candidate_id, window_from, window_to, asked_from, asked_to, reversed, pass, page) DO NOTHING
            """
        ) { statement throws(SQLiteError) in
            statement.bind(
                [SQLiteValue(candidate)] + request.columns + [.text(row.at.description), SQLiteValue(row.size)])
            statement.bind(row.base, at: 11)
            statement.bind(row.frame, at: 12)
            try statement.run()
        }
        return connection.changes == 1
    }

    /// Takes the row of a request from it: away, or aside where others need it.
    static func retire(
        _ request: PageRequest, of candidate: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) {
        guard let id = try find(request, of: candidate, in: connection)?.id else { return }
        let aside = try connection.run(
            """
            UPDATE main._answers SET pass = -1, page = id
            WHERE id = ?1 AND EXISTS (SELECT 1 FROM main._answers AS other
                WHERE other.candidate_id = _answers.candidate_id AND other.base_id = ?1)
            """, SQLiteValue(id))
        if aside == 0 { try connection.run("DELETE FROM main._answers WHERE id = ?1", SQLiteValue(id)) }
    }

    /// Removes a row and those that were compressed against it.
    ///
    /// - Returns: how many there were.
    static func remove(
        _ id: Int64, of candidate: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) -> Int {
        try connection.run(
            "DELETE FROM main._answers WHERE candidate_id = ?2 AND (id = ?1 OR base_id = ?1)", SQLiteValue(id),
            SQLiteValue(candidate))
    }

    /// The requests of a candidate's window that have an answer, from a pass on, in the order of staging: the window from
    /// the front, from the end, then the parts of it that were asked once more.
    static func requests(
        of window: DayRange, pass: Int, candidate: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) -> [PageRequest] {
        try connection.all(
            """
            SELECT \(PageRequest.columnNames) FROM main._answers
            WHERE candidate_id = ?1 AND window_from = ?2 AND window_to = ?3 AND pass >= ?4 AND pass >= 0
            \(PageRequest.stagingOrder)
            """, SQLiteValue(candidate), .text(window.from.description), .text(window.to.description),
            SQLiteValue(pass)
        ) { PageRequest($0) }.compactMap { $0 }
    }

    /// Every request of a candidate that has an answer, window by window.
    static func requests(
        of candidate: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) -> [PageRequest] {
        try connection.all(
            "SELECT \(PageRequest.columnNames) FROM _answers WHERE candidate_id = ?1 AND pass >= 0 \(PageRequest.stagingOrder)",
            SQLiteValue(candidate)
        ) { PageRequest($0) }.compactMap { $0 }
    }
}

extension PageRequest {
    fileprivate static let columnNames = "window_from, window_to, asked_from, asked_to, reversed, pass, page"

    fileprivate static let stagingOrder = """
        ORDER BY window_from, window_to, (asked_from, asked_to) <> (window_from, window_to), asked_from, asked_to,
            pass, reversed, page
        """

    /// What `columnNames` name.
    fileprivate var columns: [SQLiteValue] {
        [
            .text(window.from.description), .text(window.to.description), .text(days.from.description),
            .text(days.to.description), .integer(order == .reversed ? 1 : 0), SQLiteValue(pass), SQLiteValue(page),
        ]
    }

    /// Reads `columnNames`; nil where another program wrote what are no days.
    fileprivate init?(_ row: borrowing Statement) {
        guard let window = RunColumns.window(row.text(0), row.text(1)),
            let days = RunColumns.window(row.text(2), row.text(3))
        else { return nil }
        self.init(
            window: window, days: days, order: row.int(4) == 1 ? .reversed : .usual, pass: row.int(5) ?? 0,
            page: row.int(6) ?? 0)
    }
}
