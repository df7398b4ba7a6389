internal import Articles
internal import Chronology
internal import Records
internal import SQLite

/// Whose answers a run reads and keeps.
struct RunAnswers {
    var window: DayRange
    /// The run's own candidate; nil for one that reads the contents again.
    var candidate: Int64?
    var keptPages = 0
    /// When a candidate that is gone on with was begun.
    var since: Instant?
    /// What was read, for a run that reads it again.
    var readings: [WindowReading] = []
    /// Candidates of windows that were read by others than the run's own.
    var others: [DayRange: Int64] = [:]

    init(window: DayRange, candidate: Int64? = nil, keptPages: Int = 0) {
        self.window = window
        self.candidate = candidate
        self.keptPages = keptPages
    }

    func candidate(holding window: DayRange) -> Int64? { others[window] ?? candidate }
}

/// Why something cannot be done with a candidate or the contents.
struct Refusal: Error {
    var kind = StoreFailure.Kind.refused
    let reason: String
    let hint: String?
}

extension StoreFile {
    /// Finds what a run is to read, or makes a candidate for what it will.
    func answers(
        for query: ArticleQuery, id: Int64, window: DayRange, from origin: RunOrigin, at now: Instant
    ) throws(SQLiteError) -> Result<RunAnswers, Refusal> {
        switch origin {
        case .source: .success(try gathering(query, id, window, at: now))
        case .candidate, .contents: try keptAnswers(for: query, id: id, window: window, from: origin)
        }
    }

    /// Finds what was read already and is to be read again; nothing is written.
    func keptAnswers(
        for query: ArticleQuery, id: Int64, window: DayRange, from origin: RunOrigin
    ) throws(SQLiteError) -> Result<RunAnswers, Refusal> {
        switch origin {
        case .source:
            .failure(Refusal(reason: "the source was not asked yet", hint: "`articlesync plan` tells what it would be"))
        case .candidate(let candidate): try answers(ofCandidate: candidate, query, id)
        case .contents: try answersOfContents(query, id, window)
        }
    }

    /// The candidate that is being gathered, to go on with; a new one where there is none that will do.
    private func gathering(
        _ query: ArticleQuery, _ id: Int64, _ window: DayRange, at now: Instant
    ) throws(SQLiteError) -> RunAnswers {
        let found = try connection.all(
            """
            SELECT id, window_from, window_to, updated_at, fingerprint,
                (SELECT count(*) FROM _answers WHERE candidate_id = candidates.id AND pass >= 0), started_at
            FROM candidates WHERE query_id = ?1 AND state = 'gathering' ORDER BY id DESC
            """, SQLiteValue(id)
        ) { row -> RunAnswers? in
            guard let window = RunColumns.window(row.text(1), row.text(2)), row.text(4) == query.fingerprint,
                let updated = RunColumns.instant(row.text(3)), now.since(updated) < RunTicket.longestPause,
                let pages = row.int(5), pages > 0
            else { return nil }
            var answers = RunAnswers(window: window, candidate: row.int64(0), keptPages: pages)
            answers.since = RunColumns.instant(row.text(6))
            return answers
        }
        let resumed = found.compactMap { $0 }.first
        // However many there are: no record is looked at.
        try connection.run(
            "DELETE FROM candidates WHERE query_id = ?1 AND state = 'gathering' AND id IS NOT ?2", SQLiteValue(id),
            SQLiteValue(resumed?.candidate))
        if let resumed { return resumed }
        var candidate = StoredCandidate(for: query, id: id, window: window, at: now)
        try connection.records { (connection) throws(RecordError) in
            try StoredCandidate.table.insert(&candidate, in: connection)
        }
        return RunAnswers(window: window, candidate: candidate.id)
    }

    /// What a held candidate was read from, or the generation that a stored one became.
    private func answers(
        ofCandidate candidate: Int64, _ query: ArticleQuery, _ id: Int64
    ) throws(SQLiteError) -> Result<RunAnswers, Refusal> {
        let found =
            try connection.first(
                CandidateColumns.select + " WHERE candidates.id = ?1 AND query_id = ?2", SQLiteValue(candidate),
                SQLiteValue(id)
            ) { try? StoredCandidate.table.record(of: $0) } ?? nil
        guard let found, let held = found.candidate else {
            return .failure(
                Refusal(
                    reason: "\(query.name) has no candidate \(candidate)", hint: "`articlesync candidates` lists them"))
        }
        guard found.fingerprint == query.fingerprint else {
            return .failure(
                Refusal(
                    reason: "candidate \(candidate) was asked otherwise: \(found.fingerprint)",
                    hint: "change the query back to accept it, or drop it"))
        }
        var answers = RunAnswers(window: held.window, candidate: candidate, keptPages: held.pages)
        let isWhole: Bool
        switch (held.state, held.generation) {
        case (.held, _):
            isWhole = try read(
                """
                SELECT \(WindowColumns.selection("r", pass: "pass")), r.candidate_id, \(Self.isKept("r.candidate_id", "r"))
                FROM _readings AS r WHERE r.candidate_id = ?1 AND r.since_generation IS NULL ORDER BY r.window_from
                """, [SQLiteValue(candidate)], &answers)
        case (.stored, let generation?):
            isWhole = try read(
                """
                SELECT \(WindowColumns.selection("w", pass: "_pass")), w._candidate_id, \(Self.isKept("w._candidate_id", "w"))
                FROM windows AS w WHERE w.query_id = ?1 AND w._since_generation <= ?2
                UNION ALL
                SELECT \(WindowColumns.selection("r", pass: "pass")), r.candidate_id, \(Self.isKept("r.candidate_id", "r"))
                FROM _readings AS r
                WHERE r.query_id = ?1 AND r.since_generation <= ?2 AND r.until_generation > ?2 ORDER BY 1
                """, [SQLiteValue(id), SQLiteValue(generation)], &answers)
        default:
            return .failure(
                Refusal(
                    reason: "candidate \(candidate) is neither held nor stored, but \(held.state.rawValue)",
                    hint: "`articlesync sync` goes on with one that is being gathered"))
        }
        guard isWhole, !answers.readings.isEmpty else {
            return .failure(
                Refusal(
                    reason: "not all answers that candidate \(candidate) was read from are kept",
                    hint: "`articlesync sync` asks for them anew"))
        }
        return .success(answers)
    }

    /// What the contents were read from, as far as answers are kept; windows without any are left out.
    private func answersOfContents(
        _ query: ArticleQuery, _ id: Int64, _ window: DayRange
    ) throws(SQLiteError) -> Result<RunAnswers, Refusal> {
        let stored = try connection.first(
            "SELECT window_from, window_to, fingerprint FROM queries WHERE id = ?1 AND generation > 0", SQLiteValue(id)
        ) { (window: RunColumns.window($0.text(0), $0.text(1)), fingerprint: $0.text(2) ?? "") }
        if let stored, stored.fingerprint != query.fingerprint {
            return .failure(
                Refusal(
                    reason: "its contents answer what was asked before: \(stored.fingerprint)",
                    hint: "`articlesync sync \(query.name)` asks what it asks now"))
        }
        var answers = RunAnswers(window: stored?.window ?? window)
        _ = try read(
            """
            SELECT \(WindowColumns.selection("w", pass: "_pass")), w._candidate_id, \(Self.isKept("w._candidate_id", "w"))
            FROM windows AS w WHERE w.query_id = ?1 ORDER BY w.window_from
            """, [SQLiteValue(id)], &answers)
        return .success(answers)
    }

    /// Whether a candidate has an answer to what a reading's window was asked with.
    private static func isKept(_ candidate: String, _ reading: String) -> String {
        """
        EXISTS (SELECT 1 FROM _answers AS a WHERE a.candidate_id = \(candidate)
            AND a.window_from = \(reading).window_from AND a.window_to = \(reading).window_to)
        """
    }

    /// Adds the readings whose answers are kept.
    ///
    /// - Returns: whether that was all of them.
    private func read(_ sql: String, _ values: [SQLiteValue], _ answers: inout RunAnswers) throws(SQLiteError) -> Bool {
        var isWhole = true
        try connection.withStatement(sql) { row throws(SQLiteError) in
            row.bind(values)
            while try row.step() {
                guard let reading = WindowColumns.reading(row), let candidate = row.int64(16), row.int(17) == 1 else {
                    isWhole = false
                    continue
                }
                answers.readings.append(reading)
                if candidate != answers.candidate { answers.others[reading.days] = candidate }
            }
        }
        return isWhole
    }
}
