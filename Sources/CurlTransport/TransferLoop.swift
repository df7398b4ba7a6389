internal import CCurl
internal import HTTPExchange

/// Drives all transfers on the thread that calls `run`.
struct TransferLoop: ~Copyable {
    private let queue: ExchangeQueue
    private let configuration: CurlTransport.Configuration
    private let multi: MultiHandle
    private var active: [EasyHandle.ID: Transfer] = [:]
    private var spare: [Transfer] = []

    /// Serves a queue until it is closed, then ends what is under way.
    static func run(_ queue: ExchangeQueue, configuration: CurlTransport.Configuration) {
        guard let multi = MultiHandle(connectionsPerHost: configuration.connectionsPerHost) else {
            queue.close()
            for exchange in queue.take().arrivals {
                exchange.settle(.failure(.other(detail: "libcurl cannot be set up")))
            }
            return
        }
        queue.wake(multi)
        var loop = TransferLoop(queue: queue, configuration: configuration, multi: multi)
        loop.run()
        queue.wake(nil)
    }

    private init(queue: ExchangeQueue, configuration: CurlTransport.Configuration, multi: MultiHandle) {
        self.queue = queue
        self.configuration = configuration
        self.multi = multi
    }

    private mutating func run() {
        while true {
            let news = queue.take()
            let now = Transfer.Moment.now
            for exchange in news.arrivals { begin(exchange, at: now) }
            for exchange in news.withdrawn { end(exchange) }
            if news.isClosed { break }
            multi.perform()
            while let (id, code) = multi.nextEnded() { conclude(id, code) }
            expire()
            multi.poll(milliseconds: patience())
        }
        for transfer in active.values { end(transfer, with: .failure(.cancelled)) }
    }

    private mutating func begin(_ exchange: Exchange, at now: Transfer.Moment) {
        do throws(HTTPError) {
            let transfer: Transfer
            if let rested = spare.popLast() { transfer = rested } else { transfer = try Transfer(configuration) }
            try transfer.begin(exchange, at: now)
            start(transfer)
        } catch {
            exchange.settle(.failure(error))
        }
    }

    private mutating func start(_ transfer: Transfer) {
        active[transfer.easy.id] = transfer
        if !multi.add(transfer.easy) { end(transfer, with: .failure(.other(detail: "libcurl takes no transfer"))) }
    }

    private mutating func conclude(_ id: EasyHandle.ID, _ code: CURLcode) {
        guard let transfer = active[id] else { return }
        multi.remove(transfer.easy)
        if let outcome = transfer.conclude(code) { end(transfer, with: outcome) } else { start(transfer) }
    }

    private mutating func end(_ exchange: Exchange) {
        guard let transfer = active.values.first(where: { $0.exchange === exchange }) else { return }
        end(transfer, with: .failure(.cancelled))
    }

    private mutating func end(_ transfer: Transfer, with outcome: Exchange.Outcome) {
        multi.remove(transfer.easy)
        active[transfer.easy.id] = nil
        spare.append(transfer)
        transfer.rest()?.settle(outcome)
    }

    private mutating func expire() {
        let now = Transfer.Moment.now
        for transfer in active.values {
            if let error = transfer.expired(at: now) { end(transfer, with: .failure(error)) }
        }
    }

    /// How long nothing of the loop's own is due, in milliseconds.
    private func patience() -> Int32 {
        guard let next = active.values.map(\.deadline).min() else { return .max }
        return Int32(clamping: max((next - .now).wholeMilliseconds, 0))
    }
}
