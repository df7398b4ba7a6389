package import Articles
package import Chronology

extension SQLiteArticleWriter {
    package func answer(to request: PageRequest, for ticket: RunTicket) async throws(StoreFailure) -> [UInt8]? { nil }

    package func keep(
        _ answer: [UInt8], to request: PageRequest, for ticket: RunTicket, at now: Instant
    ) async throws(StoreFailure) {
        throw StoreFailure(.other, tried: "keep an answer", reason: "answers are not kept yet")
    }

    package func keepOdd(
        _ answer: [UInt8], reason: String, for ticket: RunTicket, at now: Instant
    ) async throws(StoreFailure) {
        throw StoreFailure(.other, tried: "keep an answer", reason: "answers are not kept yet")
    }

    package func answers(of reading: WindowReading, for ticket: RunTicket) async throws(StoreFailure) -> [PageRequest] {
        throw StoreFailure(.other, tried: "list the answers kept", reason: "answers are not kept yet")
    }
}
