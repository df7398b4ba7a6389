extension HTTPError: CustomStringConvertible {
    /// Whether the same request may well succeed a little later, by the nature of the failure alone.
    ///
    /// What is wrong with a certificate, a redirect, a size or a budget stays wrong; networks recover.
    package var isTransient: Bool {
        switch self {
        case .cannotResolve, .cannotConnect, .timedOut, .cutBody, .malformed: true
        // A status of the proxy's own that may pass; 407 and 403 stay until somebody changes something.
        case .proxyRefused(_, let status): status == 408 || status == 429 || status >= 500
        case .headersTooLarge, .paused, .bodyTooLarge, .redirectRefused, .tooManyRedirects, .tlsFailed, .pinMismatch,
            .insecure, .daySpent,
            .dayReserved, .noBudget, .cancelled, .other:
            false
        }
    }

    /// Whether the server can have seen the request, and so counted it.
    package var mayHaveReachedServer: Bool {
        switch self {
        case .cannotResolve, .cannotConnect, .timedOut(.connect), .tlsFailed, .pinMismatch, .insecure, .daySpent,
            .dayReserved, .noBudget, .paused, .proxyRefused:
            false
        default: true
        }
    }

    /// One of a fixed set of words, for metrics and the journal of runs.
    package var reason: String {
        switch self {
        case .cannotResolve: "resolve"
        case .cannotConnect: "connect"
        case .timedOut(let phase): "timeout_" + phase.rawValue
        case .cutBody: "cut_body"
        case .bodyTooLarge: "body_too_large"
        case .redirectRefused: "redirect_refused"
        case .tooManyRedirects: "too_many_redirects"
        case .tlsFailed: "tls"
        case .pinMismatch: "pin_mismatch"
        case .insecure: "insecure"
        case .malformed: "malformed"
        case .headersTooLarge: "headers_too_large"
        case .proxyRefused: "proxy"
        case .paused: "paused"
        case .daySpent: "day_spent"
        case .dayReserved: "day_reserved"
        case .noBudget: "no_budget"
        case .cancelled: "cancelled"
        case .other: "other"
        }
    }

    /// What was tried, why it failed, and what to do next.
    package var description: String {
        switch self {
        case .cannotResolve(let host):
            "cannot find the address of \(host): check the name and this machine's DNS"
        case .cannotConnect(let host, let detail):
            "cannot connect to \(host): \(detail); check that it is reachable from here, or the proxy"
        case .timedOut(.connect): "no connection within connect_timeout; check the network or raise it"
        case .timedOut(.answer): "connected, but no answer began within idle_timeout; try later or raise it"
        case .timedOut(.idle): "the answer stopped midway for longer than idle_timeout; try later or raise it"
        case .timedOut(.whole): "the exchange did not end within timeout; try later or raise it"
        case .cutBody(let received, let expected):
            "the connection ended before the answer did (\(received) bytes of \(expected.map(String.init) ?? "an unknown number")); try again"
        case .bodyTooLarge(let limit): "the answer is larger than max_body (\(limit) bytes); raise it or ask for less"
        case .redirectRefused(let target, let reason):
            "the server redirects to \(target), which is not followed: \(reason); if that is right, configure the new address"
        case .tooManyRedirects(let limit): "more than \(limit) redirects in a row; check the address"
        case .tlsFailed(let detail):
            "no trusted encrypted connection: \(detail); check the certificate, ca_file and the clock"
        case .pinMismatch(let host):
            "the public key of \(host) is not pinned_public_key; if the server renewed its key, configure the new one"
        case .insecure(let host): "a key is not sent to \(host) in the clear; use https"
        case .malformed(let detail): "the answer is damaged: \(detail); try again"
        case .headersTooLarge(let limit):
            "the header of the answer is larger than \(limit) bytes; what answers there is not the API"
        case .proxyRefused(let proxy, 407):
            "the proxy \(proxy) wants a user name and password (status 407); "
                + "set https_proxy with them in the environment"
        case .proxyRefused(let proxy, 403):
            "the proxy \(proxy) does not allow the connection (status 403); ask who runs it, or set another proxy"
        case .proxyRefused(let proxy, let status):
            "the proxy \(proxy) gave no connection (status \(status)); try later, or set another proxy"
        case .paused(let until): "the provider refuses more requests for now; the next try is at \(until)"
        case .daySpent(let until):
            "the day's budget of requests is spent" + (until.map { "; it goes on at \($0)" } ?? "; try tomorrow")
        case .dayReserved(let until):
            "the rest of the day's budget of requests is kept for fresh days (reserve_for_fresh)"
                + (until.map { "; the backfill goes on at \($0)" } ?? "; try tomorrow")
        case .noBudget(let detail): "nothing is asked without counting it: \(detail)"
        case .cancelled: "the exchange was cancelled"
        case .other(let detail): "the exchange failed: \(detail)"
        }
    }
}
