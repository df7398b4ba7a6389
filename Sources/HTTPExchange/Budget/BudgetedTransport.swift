package import Chronology

/// Sends a request when a budget grants it, and tells the budget what came of it.
package struct BudgetedTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let budget: any RequestBudget
    private let isLimited: @Sendable (HTTPResponse) -> Bool
    private let wallClock: WallClock

    /// - Parameters:
    ///   - isLimited: whether an answer says that there were too many requests.
    ///   - wallClock: what a `Retry-After` date is compared with.
    package init(
        wrapping transport: any HTTPTransport, budget: any RequestBudget, wallClock: WallClock,
        isLimited: @escaping @Sendable (HTTPResponse) -> Bool = { $0.status == 429 }
    ) {
        self.transport = transport
        self.budget = budget
        self.wallClock = wallClock
        self.isLimited = isLimited
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let grant = try await budget.acquire(request.priority)
        guard !Task.isCancelled else {
            await budget.refund(grant)
            throw .cancelled
        }
        let outcome = await transport.outcome(of: request)
        switch outcome {
        case .success(let response) where isLimited(response):
            await budget.settle(grant, .limited(retryAfter: response.retryAfter(now: wallClock.now)))
        case .success: await budget.settle(grant, .accepted)
        case .failure(let error) where !error.mayHaveReachedServer: await budget.refund(grant)
        case .failure: await budget.settle(grant, .unheard)
        }
        return try outcome.get()
    }
}
