internal import Articles
internal import Chronology
internal import SQLite

/// What becomes of candidates.
extension StoreFile {
    /// So many held ones of a query are kept at most.
    private static let heldCandidates = 3

    func heldCandidates(of query: Int64) throws(SQLiteError) -> [Candidate] {
        try connection.all(
            CandidateColumns.select + " WHERE query_id = ?1 AND state = 'held' ORDER BY candidates.id DESC",
            SQLiteValue(query)
        ) { CandidateColumns.candidate($0) }.compactMap { $0 }
    }

    /// Keeps a result with what it was read as, in place of earlier ones where it agrees with them.
    func hold(
        _ candidate: Int64, of query: Int64, _ readings: [WindowReading], _ ending: RunEnding, articles: Int,
        agreements: Int, run: Int64
    ) throws(SQLiteError) {
        try connection.run(
            """
            UPDATE candidates SET state = 'held', announced = ?2, announced_at_least = ?3, articles = ?4, coverage = ?5,
                reason = ?6, agreements = ?7, run_id = ?8
            WHERE id = ?1 AND state IN ('gathering', 'held')
            """, SQLiteValue(candidate), SQLiteValue(ending.counts.announced?.count),
            .integer(ending.counts.announced?.isMinimum == true ? 1 : 0), SQLiteValue(articles),
            SQLiteValue(ending.coverage?.rawValue), SQLiteValue(ending.reason), SQLiteValue(agreements),
            SQLiteValue(run))
        guard connection.changes == 1 else { return }
        try connection.run(
            "DELETE FROM _readings WHERE candidate_id = ?1 AND since_generation IS NULL", SQLiteValue(candidate))
        for reading in readings {
            let values = WindowColumns.values(reading)
            let places = (1...values.count).map { "?\($0)" }.joined(separator: ", ")
            let next = values.count + 1
            try connection.withStatement(
                """
                INSERT INTO _readings (\(WindowColumns.list()), query_id, candidate_id, run_id, pass)
                VALUES (\(places), ?\(next), ?\(next + 1), ?\(next + 2), ?\(next + 3))
                """
            ) { statement throws(SQLiteError) in
                statement.bind(
                    values + [
                        SQLiteValue(query), SQLiteValue(candidate), SQLiteValue(run), SQLiteValue(reading.pass),
                    ])
                try statement.run()
            }
        }
        try connection.run(
            """
            DELETE FROM candidates WHERE query_id = ?1 AND state = 'held' AND id <> ?2 AND id NOT IN
                (SELECT id FROM candidates WHERE query_id = ?1 AND state = 'held' AND id <> ?2 ORDER BY id DESC LIMIT ?3)
            """, SQLiteValue(query), SQLiteValue(candidate),
            SQLiteValue(agreements > 0 ? 0 : Self.heldCandidates - 1))
    }

    /// Leaves a candidate that is being gathered for the next run, if there is anything to go on with.
    func leave(_ candidate: Int64, _ ending: RunEnding, articles: Int?) throws(SQLiteError) {
        guard ending.outcome != .complete else {
            return _ = try connection.run(
                "DELETE FROM candidates WHERE id = ?1 AND state = 'gathering'", SQLiteValue(candidate))
        }
        try connection.run(
            """
            DELETE FROM candidates WHERE id = ?1 AND state = 'gathering'
                AND NOT EXISTS (SELECT 1 FROM _answers WHERE candidate_id = ?1)
            """, SQLiteValue(candidate))
        try connection.run(
            """
            UPDATE candidates SET announced = coalesce(?2, announced),
                announced_at_least = iif(?2 IS NULL, announced_at_least, ?3), articles = coalesce(?4, articles)
            WHERE id = ?1 AND state = 'gathering'
            """, SQLiteValue(candidate), SQLiteValue(ending.counts.announced?.count),
            .integer(ending.counts.announced?.isMinimum == true ? 1 : 0), SQLiteValue(articles))
    }

    /// Drops a candidate that is held or gathered, with its answers, unless a run reads or fills it.
    ///
    /// - Returns: why not, where it cannot be.
    func drop(candidate: Int64) throws(SQLiteError) -> Refusal? {
        try connection.transaction(.immediate) { () throws(SQLiteError) -> Refusal? in
            let state = try connection.first("SELECT state FROM candidates WHERE id = ?1", SQLiteValue(candidate)) {
                $0.text(0)
            }
            guard let state, let state else {
                return Refusal(
                    reason: "there is no candidate \(candidate)", hint: "`articlesync candidates` lists them")
            }
            guard state == "held" || state == "gathering" else {
                return Refusal(
                    reason: "candidate \(candidate) is \(state)", hint: "only what is held or gathered can be dropped")
            }
            let owners = try connection.all(
                """
                SELECT _owner FROM runs WHERE outcome = 'running' AND candidate_id = ?1
                    AND query_id = (SELECT query_id FROM candidates WHERE id = ?1)
                """, SQLiteValue(candidate)
            ) { $0.text(0).flatMap { ProcessIdentity($0) } }
            if let owner = owners.compactMap({ $0 }).first(where: { !$0.hasEnded(seenFrom: identity) }) {
                return Refusal(
                    kind: .going, reason: "a run in process \(owner.pid) is working on candidate \(candidate)",
                    hint: "try again when it has ended")
            }
            try connection.run("DELETE FROM candidates WHERE id = ?1", SQLiteValue(candidate))
            return nil
        }
    }
}
