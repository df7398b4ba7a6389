internal import Articles
internal import Chronology
internal import Records
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
        let isHeld = try connection.records { (connection) throws(RecordError) in
            guard var held = try StoredCandidate.table.find(RecordID(candidate), in: connection),
                held.state == .gathering || held.state == .held
            else { return false }
            held.hold(ending, articles: articles, agreements: agreements, run: run)
            _ = try StoredCandidate.table.update(&held, in: connection)
            return true
        }
        guard isHeld else { return }
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
        // One statement over however many are held beside it: no record is looked at.
        try connection.run(
            """
            DELETE FROM candidates WHERE query_id = ?1 AND state = 'held' AND id <> ?2 AND id NOT IN
                (SELECT id FROM candidates WHERE query_id = ?1 AND state = 'held' AND id <> ?2 ORDER BY id DESC LIMIT ?3)
            """, SQLiteValue(query), SQLiteValue(candidate),
            SQLiteValue(agreements > 0 ? 0 : Self.heldCandidates - 1))
    }

    /// Leaves a candidate that is being gathered for the next run, if there is anything to go on with.
    func leave(_ candidate: Int64, _ ending: RunEnding, articles: Int?) throws(SQLiteError) {
        let goesOn = ending.outcome == .complete ? false : try hasAnswers(candidate)
        try connection.records { (connection) throws(RecordError) in
            guard var left = try StoredCandidate.table.find(RecordID(candidate), in: connection),
                left.state == .gathering
            else { return }
            guard goesOn else { return try StoredCandidate.table.delete(left.recordID, in: connection) }
            left.note(ending.counts.announced)
            if let articles { left.articles = articles }
            _ = try StoredCandidate.table.update(&left, in: connection)
        }
    }

    /// Whether an answer is kept of it, be it one that others are compressed against alone.
    private func hasAnswers(_ candidate: Int64) throws(SQLiteError) -> Bool {
        try connection.first(
            "SELECT EXISTS (SELECT 1 FROM _answers WHERE candidate_id = ?1)", SQLiteValue(candidate)
        ) { $0.int(0) == 1 } ?? false
    }

    /// Drops a candidate that is held or gathered, with its answers, unless a run reads or fills it.
    ///
    /// - Returns: why not, where it cannot be.
    func drop(candidate: Int64) throws(SQLiteError) -> Refusal? {
        try connection.transaction(.immediate) { () throws(SQLiteError) -> Refusal? in
            let found = try connection.records { (connection) throws(RecordError) in
                try StoredCandidate.table.find(RecordID(candidate), in: connection)
            }
            guard let found else {
                return Refusal(
                    reason: "there is no candidate \(candidate)", hint: "`articlesync candidates` lists them")
            }
            guard found.state == .held || found.state == .gathering else {
                return Refusal(
                    reason: "candidate \(candidate) is \(found.state.rawValue)",
                    hint: "only what is held or gathered can be dropped")
            }
            let owners = try connection.all(
                """
                SELECT _owner FROM runs WHERE outcome = 'running' AND candidate_id = ?1 AND query_id = ?2
                """, SQLiteValue(candidate), SQLiteValue(found.queryID)
            ) { $0.text(0).flatMap { ProcessIdentity($0) } }
            if let owner = owners.compactMap({ $0 }).first(where: { !$0.hasEnded(seenFrom: identity) }) {
                return Refusal(
                    kind: .going, reason: "a run in process \(owner.pid) is working on candidate \(candidate)",
                    hint: "try again when it has ended")
            }
            try connection.records { (connection) throws(RecordError) in
                try StoredCandidate.table.delete(found.recordID, in: connection)
            }
            return nil
        }
    }
}
