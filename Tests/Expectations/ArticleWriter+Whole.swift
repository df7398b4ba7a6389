package import Articles
package import Chronology

/// Runs that read their window in one piece.
extension ArticleWriter {
    /// Begins a run that asks its source.
    package func begin(
        _ query: ArticleQuery, window: DayRange, at now: Instant
    ) async throws(StoreFailure) -> RunTicket {
        try await begin(query, window: window, from: .source, at: now)
    }

    /// Stages a page of the run's whole window.
    package func stage(_ page: ArticlePage, for ticket: RunTicket) async throws(StoreFailure) -> Int {
        try await stage(page, as: PageRequest(window: ticket.window, page: page.number), for: ticket)
    }

    /// Puts everything that was staged in place of everything that the query held.
    package func replace(_ ticket: RunTicket, ending: RunEnding, at now: Instant) async throws(StoreFailure) -> Run {
        let status: Coverage = ending.coverage ?? .complete
        return try await replace(
            ticket, readings: [WindowReading(days: ticket.window, status: status, readAt: now)], ending: ending, at: now
        )
    }
}
