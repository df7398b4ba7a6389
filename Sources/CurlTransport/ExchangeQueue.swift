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
        /// Set while the loop lives: woken under the lock, and cleared under it before the loop frees what it wakes.
        var waker: Waker?
        /// Whether the loop has been woken and has not looked yet, so that a burst wakes it once.
        var isWoken = false

        mutating func wake() {
            guard !isWoken, let waker else { return }
            isWoken = true
            waker.wake()
        }
    }

    private let state = Mutex(State())

    /// Hands in an exchange, or settles it at once where the loop is closed.
    func submit(_ exchange: Exchange) {
        let isOpen = state.withLock { state in
            guard !state.news.isClosed else { return false }
            state.news.arrivals.append(exchange)
            state.wake()
            return true
        }
        if !isOpen { exchange.settle(.failure(.cancelled)) }
    }

    func withdraw(_ exchange: Exchange) {
        state.withLock { state in
            guard !state.news.isClosed else { return }
            state.news.withdrawn.append(exchange)
            state.wake()
        }
    }

    /// No more exchanges; the loop ends those it has.
    func close() {
        state.withLock { state in
            state.news.isClosed = true
            state.wake()
        }
    }

    /// For the loop: how it is woken from now on, or that it is not any more.
    func wake(by waker: Waker?) {
        state.withLock { state in
            state.waker = waker
            state.isWoken = false
        }
    }

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
