internal import Articles
internal import Chronology
internal import SQLite

extension StoreFile {
    /// Keeps an answer of a run's candidate, in one transaction; one that keeps nothing has none.
    ///
    /// - Returns: false where the run is not open, or its candidate is gone.
    func keep(
        _ answer: [UInt8], to request: PageRequest, for ticket: RunTicket, at now: Instant
    ) throws(SQLiteError) -> Bool {
        guard ticket.candidate != 0 else { return true }
        return try keptAnswers().keep(
            answer, to: request, of: ticket.candidate, run: ticket.run, at: now, in: connection)
    }

    func answer(to request: PageRequest, for ticket: RunTicket) throws(SQLiteError) -> [UInt8]? {
        let candidate = candidate(holding: request.window, for: ticket)
        guard candidate != 0 else { return nil }
        return try keptAnswers().answer(to: request, of: candidate, in: connection)
    }

    func answers(of reading: WindowReading, for ticket: RunTicket) throws(SQLiteError) -> [PageRequest] {
        let candidate = candidate(holding: reading.days, for: ticket)
        return try AnswerRow.requests(of: reading.days, pass: reading.pass, candidate: candidate, in: connection)
    }

    /// What was found damaged since the last time.
    func takeDamages() -> [KeptAnswers.Damage] { kept?.takeDamages() ?? [] }

    /// Windows of a run on a candidate or on the contents may have come with other candidates than the ticket's.
    private func candidate(holding window: DayRange, for ticket: RunTicket) -> Int64 {
        candidate(holding: window, for: ticket.run) ?? ticket.candidate
    }

    private func keptAnswers() throws(SQLiteError) -> KeptAnswers {
        if let kept { return kept }
        let made = try KeptAnswers()
        kept = made
        return made
    }
}
