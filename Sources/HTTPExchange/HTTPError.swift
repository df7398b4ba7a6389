package import Chronology

/// Why there was no whole answer.
///
/// No case ever holds a key or a URL with one.
package enum HTTPError: Error, Hashable, Sendable {
    case cannotResolve(host: String)
    case cannotConnect(host: String, detail: String)
    /// Which wait ran out.
    case timedOut(Phase)
    /// The connection ended before the body did; counts are bytes as they travelled.
    case cutBody(received: Int, expected: Int?)
    /// More bytes than allowed, after decompression.
    case bodyTooLarge(limit: Int)
    case redirectRefused(to: String, reason: String)
    case tooManyRedirects(limit: Int)
    case tlsFailed(detail: String)
    /// The server's public key is not the one pinned.
    case pinMismatch(host: String)
    /// A key would travel in the clear to another machine.
    case insecure(host: String)
    /// The body's compression or the protocol's framing is damaged.
    case malformed(detail: String)
    /// More bytes of headers than allowed.
    case headersTooLarge(limit: Int)
    /// A proxy answered the request for a tunnel, or for its own password, with a status of its own.
    case proxyRefused(proxy: String, status: Int)
    /// The server asked for a pause, or refused the query again and again, and it is not over.
    case paused(until: Instant)
    /// Nothing left of the day's budget.
    case daySpent(until: Instant?)
    /// What is left of the day's budget is not for a backfill.
    case dayReserved(until: Instant?)
    /// The budget cannot be asked, and nothing is sent without it.
    case noBudget(detail: String)
    case cancelled
    case other(detail: String)

    /// What the exchange was waiting for.
    package enum Phase: String, Sendable, CaseIterable {
        /// The name, the connection and its encryption.
        case connect
        /// The first byte of an answer, the request being sent.
        case answer
        /// The next byte of an answer that has begun.
        case idle
        /// The end of the exchange, redirects included.
        case whole
    }
}
