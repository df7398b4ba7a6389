internal import Synchronization

/// Counts exchanges, from any task; a run reads it before and after.
package final class ExchangeMeter: Sendable {
    /// Totals since the meter began.
    package struct Reading: Hashable, Sendable {
        /// Requests sent, whatever came of them.
        package var requests = 0
        /// Of those, how many had no whole answer.
        package var failures = 0
        /// Bytes of bodies, decompressed.
        package var bytes = 0

        package init() {}

        /// What has come to it since an earlier reading.
        package func since(_ earlier: Reading) -> Reading {
            var difference = self
            difference.requests -= earlier.requests
            difference.failures -= earlier.failures
            difference.bytes -= earlier.bytes
            return difference
        }
    }

    private let totals = Mutex(Reading())

    package init() {}

    /// The totals so far.
    package var reading: Reading { totals.withLock { $0 } }

    fileprivate func add(_ outcome: Result<HTTPResponse, HTTPError>) {
        totals.withLock { totals in
            totals.requests += 1
            switch outcome {
            case .success(let response): totals.bytes += response.body.count
            case .failure: totals.failures += 1
            }
        }
    }
}

/// Counts every exchange on a meter.
package struct MeteringTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let meter: ExchangeMeter

    package init(wrapping transport: any HTTPTransport, meter: ExchangeMeter) {
        self.transport = transport
        self.meter = meter
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let outcome = await transport.outcome(of: request)
        meter.add(outcome)
        return try outcome.get()
    }
}
