package import Chronology

/// Sends a request when a budget grants it, and tells the budget what came of it.
package struct BudgetedTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let budget: any RequestBudget
    private let asker: String
    private let wallClock: WallClock

    /// - Parameters:
    ///   - asker: the query whose requests these are.
    ///   - wallClock: what a `Retry-After` date is compared with.
    package init(
        wrapping transport: any HTTPTransport, budget: any RequestBudget, wallClock: WallClock, asker: String = ""
    ) {
        self.transport = transport
        self.budget = budget
        self.wallClock = wallClock
        self.asker = asker
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let grant = try await budget.acquire(request.priority, for: asker)
        guard !Task.isCancelled else {
            await budget.refund(grant)
            throw .cancelled
        }
        let outcome = await transport.outcome(of: request)
        switch outcome {
        case .success(let response): await budget.settle(grant, BudgetAnswer(response, at: wallClock.now))
        case .failure(let error) where !error.mayHaveReachedServer: await budget.refund(grant)
        case .failure: await budget.settle(grant, .unheard)
        }
        return try outcome.get()
    }
}

extension BudgetAnswer {
    /// What an answer says: a 429 always limits, a 5xx if it names a wait.
    init(_ response: HTTPResponse, at now: Instant) {
        let wait = response.retryAfter(now: now)
        switch response.status {
        case 429: self = .limited(retryAfter: wait)
        case 500...599 where wait != nil: self = .limited(retryAfter: wait)
        default: self = .accepted
        }
    }
}
