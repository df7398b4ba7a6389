package import Chronology

/// Keeps the answers that runs got, so that nothing is asked twice and everything can be read again.
package protocol AnswerArchive: Sendable {
    /// The answer that was kept to a request of this run's candidate; nil where none was.
    func answer(to request: PageRequest, for ticket: RunTicket) async throws(StoreFailure) -> [UInt8]?

    /// Keeps a good answer, durably before it returns.
    func keep(
        _ answer: [UInt8], to request: PageRequest, for ticket: RunTicket, at now: Instant
    ) async throws(StoreFailure)

    /// Keeps an answer that was not understood, the newest few of a query, for `explain`.
    func keepOdd(
        _ answer: [UInt8], reason: String, for ticket: RunTicket, at now: Instant
    ) async throws(StoreFailure)

    /// What answers were kept of a reading, in the order in which they are to be staged.
    func answers(of reading: WindowReading, for ticket: RunTicket) async throws(StoreFailure) -> [PageRequest]
}
