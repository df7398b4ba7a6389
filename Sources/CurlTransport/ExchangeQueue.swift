internal import HTTPExchange
internal import Synchronization

/// What callers hand to the loop's thread, and what wakes it.
final class ExchangeQueue: Sendable {
    /// What has come in since the last look.
    struct News {
        var arrivals: [Exchange] = []
        /// Exchanges that nobody waits for any more.
        var withdrawn: [Exchange] = []
        var isClosed = false
    }

    private struct State {
        var news = News()
        /// What the loop waits on, while it lives.
        var multi: MultiHandle?
        /// Whether the loop has been woken and has not looked yet, so that a burst wakes it once.
        var isWoken = false

        /// Whom to wake, where that is not on its way already.
        ///
        /// To be done outside the lock: the loop takes it at once.
        mutating func sleeper() -> MultiHandle? {
            defer { isWoken = true }
            return isWoken ? nil : multi
        }
    }

    private let state = Mutex(State())

    /// Hands in an exchange, or settles it at once where the loop is closed.
    func submit(_ exchange: Exchange) {
        let (isOpen, sleeper) = state.withLock { state in
            guard !state.news.isClosed else { return (false, nil as MultiHandle?) }
            state.news.arrivals.append(exchange)
            return (true, state.sleeper())
        }
        sleeper?.wake()
        if !isOpen { exchange.settle(.failure(.cancelled)) }
    }

    func withdraw(_ exchange: Exchange) {
        let sleeper = state.withLock { state -> MultiHandle? in
            guard !state.news.isClosed else { return nil }
            state.news.withdrawn.append(exchange)
            return state.sleeper()
        }
        sleeper?.wake()
    }

    /// No more exchanges; the loop ends those it has.
    func close() {
        let sleeper = state.withLock { state in
            state.news.isClosed = true
            return state.sleeper()
        }
        sleeper?.wake()
    }

    /// For the loop: what it waits on from now on, or that it is gone.
    func wake(_ multi: MultiHandle?) { state.withLock { $0.multi = multi } }

    /// For the loop: what there is to do.
    func take() -> News {
        state.withLock { state in
            let news = state.news
            state.news.arrivals = []
            state.news.withdrawn = []
            state.isWoken = false
            return news
        }
    }
}
