package import Chronology

/// Why there was no whole answer. No case ever holds a key or a URL with one.
package enum HTTPError: Error, Hashable, Sendable {
    case cannotResolve(host: String)
    case cannotConnect(host: String, detail: String)
    /// Which wait ran out.
    case timedOut(Phase)
    /// The connection ended before the body did.
    case cutBody(received: Int, expected: Int?)
    case bodyTooLarge(limit: Int)
    case redirectRefused(to: String, reason: String)
    case tooManyRedirects(limit: Int)
    case tlsFailed(detail: String)
    /// The server's public key is not the one pinned.
    case pinMismatch(host: String)
    /// The body's compression or the protocol's framing is damaged.
    case malformed(detail: String)
    /// Nothing left of the day's budget.
    case daySpent(until: Instant?)
    case cancelled
    case other(detail: String)

    package enum Phase: String, Sendable { case connect, idle, whole }
}
