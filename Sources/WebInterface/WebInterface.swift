package import Articles
package import Chronology
package import HTTPServer
package import Rendering

/// What the service tells over HTTP: whether it lives, whether its store answers, whether its contents are current, and
/// its metrics.
///
/// Read-only, and for names of this machine alone: another `Host` is answered with 421. The store is read at most once a
/// second, however many ask.
package struct WebInterface: HTTPHandler {
    private let gate: HostGate
    private let metrics: ServiceMetrics
    private let health: @Sendable () -> String?
    private let reading: SharedReading

    /// Closures are called on the server's threads, at most once a second but for `health`, which is called for each
    /// request to `/-/healthy`; none may block for long.
    ///
    /// - Parameters:
    ///   - address: where the server listens; the port does not matter.
    ///   - hosts: more names, without ports, that a client may use for this server.
    ///   - standing: what the service knows of itself now.
    ///   - staleAfter: how old the contents of each query may be, by name.
    ///   - budgets: what is left of each provider's budget; one with a `problem` has no figures.
    ///   - health: why the process is not healthy; nil where it is.
    package init(
        address: ListenAddress, hosts: [String] = [], reader: any ArticleReader, metrics: ServiceMetrics,
        clock: WallClock, standing: @escaping @Sendable () -> ServiceStanding,
        staleAfter: @escaping @Sendable () -> [String: Duration],
        budgets: @escaping @Sendable () -> [ProviderBudget] = { [] },
        health: @escaping @Sendable () -> String? = { nil }
    ) {
        gate = HostGate(address: address, names: hosts)
        self.metrics = metrics
        self.health = health
        reading = SharedReading(clock: clock) { now in
            let limits = staleAfter()
            let statuses = Result { () throws(StoreFailure) in try reader.statuses(staleAfter: limits, at: now) }
            return ServiceReading(
                at: now, standing: standing(), statuses: statuses, budgets: budgets(), limits: limits)
        }
    }

    package func respond(to request: ServerRequest) -> ServerResponse {
        let hosts = request.headers.filter { $0.name.lowercased() == "host" }.map(\.value)
        guard gate.admits(hosts) else {
            return .plain(421, "this server is not called \(hosts.joined(separator: ", ").harmless)\n")
        }
        switch request.path {
        case "/": return .plain(200, Self.index)
        case "/metrics": return .plain(type: PrometheusText.contentType, metrics.text(of: reading.current))
        case "/-/healthy": return healthy()
        case "/-/ready": return ready()
        case "/-/fresh": return fresh()
        default: return .plain(404, "there is nothing at \(request.path.harmless); / lists what there is\n")
        }
    }

    private static let index = """
        articlesync
        /metrics    for Prometheus
        /-/healthy  200 while the process works
        /-/ready    200 while the store answers
        /-/fresh    200 while the contents of every query are current; else 503 and the names

        """

    private func healthy() -> ServerResponse {
        health().map { .plain(503, "not healthy: \($0.harmless)\n") } ?? .plain(200, "healthy\n")
    }

    private func ready() -> ServerResponse {
        switch reading.current.statuses {
        case .success: .plain(200, "ready\n")
        case .failure(let failure): .plain(503, "not ready: \(failure.description.harmless)\n")
        }
    }

    private func fresh() -> ServerResponse {
        let reading = reading.current
        do throws(StoreFailure) {
            let stale = try reading.staleQueries()
            guard stale.isEmpty else {
                return .plain(503, stale.map { "\($0.name.harmless): \($0.reason.harmless)\n" }.joined())
            }
            return .plain(200, "fresh\n")
        } catch {
            return .plain(503, "not known: \(error.description.harmless)\n")
        }
    }
}
