package import Articles
package import Chronology
internal import SQLite

/// Answers are kept compressed; one that cannot be read back is removed, logged, and as if it had never been kept.
extension SQLiteArticleWriter {
    package func answer(to request: PageRequest, for ticket: RunTicket) async throws(StoreFailure) -> [UInt8]? {
        defer { logDamages(of: ticket.query.name) }
        return try perform("look for a kept answer of \(ticket.query.name)") { file throws(SQLiteError) in
            try file.answer(to: request, for: ticket)
        }
    }

    /// An answer to the same request that was kept before is replaced.
    package func keep(
        _ answer: [UInt8], to request: PageRequest, for ticket: RunTicket, at now: Instant
    ) async throws(StoreFailure) {
        defer { logDamages(of: ticket.query.name) }
        let tried = "keep \(request) of \(ticket.query.name)"
        let isKept = try perform(tried) { file throws(SQLiteError) in
            try file.keep(answer, to: request, for: ticket, at: now)
        }
        _ = try requireOpen(isKept ? true : nil, ticket, tried)
    }

    /// The newest five of a query are kept, and the first mebibyte of each; where one is cut the reason says so.
    package func keepOdd(
        _ answer: [UInt8], reason: String, for ticket: RunTicket, at now: Instant
    ) async throws(StoreFailure) {
        try perform("keep an odd answer of \(ticket.query.name)") { file throws(SQLiteError) in
            try OddAnswers.keep(answer, reason: reason, run: ticket.run, at: now, in: file.connection)
        }
    }

    package func answers(
        of reading: WindowReading, for ticket: RunTicket
    ) async throws(StoreFailure) -> [PageRequest] {
        try perform("list the kept answers of \(ticket.query.name)") { file throws(SQLiteError) in
            try file.answers(of: reading, for: ticket)
        }
    }

    /// What a provider's answers have looked like so far, as it was kept; nil where nothing was.
    package func shape(of provider: String) throws(StoreFailure) -> String? {
        try perform("read the shape of \(provider)'s answers") { file throws(SQLiteError) in
            try ProviderShapes.shape(of: provider, in: file.connection)
        }
    }

    /// Keeps what a provider's answers look like, in place of what was kept before.
    package func keep(shape: String, of provider: String, at now: Instant) throws(StoreFailure) {
        try perform("keep the shape of \(provider)'s answers") { file throws(SQLiteError) in
            try ProviderShapes.keep(shape, of: provider, at: now, in: file.connection)
        }
    }
}
