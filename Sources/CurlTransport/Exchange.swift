internal import HTTPExchange
internal import Synchronization

/// One exchange under way: settled exactly once, by whoever comes first (the loop, a cancellation, the shutdown).
final class Exchange: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPError>

    private enum State {
        case unheard
        case awaited(CheckedContinuation<Outcome, Never>)
        /// Before anybody waited for it.
        case settledEarly(Outcome)
        case settled
    }

    let request: HTTPRequest
    private let state = Mutex<State>(.unheard)

    init(_ request: HTTPRequest) { self.request = request }

    /// Sends the outcome to a continuation; whether there is still something to do.
    func await(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let early = state.withLock { state -> Outcome? in
            if case .settledEarly(let outcome) = state {
                state = .settled
                return outcome
            }
            state = .awaited(continuation)
            return nil
        }
        if let early { continuation.resume(returning: early) }
        return early == nil
    }

    /// Ends the exchange; nothing happens where it has ended already.
    func settle(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            switch state {
            case .unheard: state = .settledEarly(outcome)
            case .awaited(let continuation):
                state = .settled
                return continuation
            case .settledEarly, .settled: break
            }
            return nil
        }
        continuation?.resume(returning: outcome)
    }
}
