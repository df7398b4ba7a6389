package import Articles
internal import Chronology
package import HTTPExchange
internal import Rendering
internal import Telemetry

/// What the service measures of itself, under names that begin with `articlesync_`.
///
/// Counted as it happens:
///
/// | metric | labels | is |
/// | --- | --- | --- |
/// | `runs_total` | `query`, `outcome` | runs that ended |
/// | `run_failures_total` | `query`, `kind` | those that a source failed, by the kind of the failure |
/// | `run_store_failures_total` | | runs that the store could not journal |
/// | `run_articles_total` | `query`, `change` | articles `added`, `changed`, `removed` |
/// | `run_duration_seconds` | `outcome` | histogram of how long runs took |
/// | `provider_requests_total` | `provider`, `outcome` | requests sent: `ok`, `failed`, `cancelled` |
/// | `provider_request_failures_total` | `provider`, `class` | the failed: `timeout`, `connect`, `429`, `5xx`, … |
/// | `provider_request_duration_seconds` | `provider` | histogram of how long a request took, but for cancelled ones |
/// | `notifications_total` | `target`, `outcome` | tries to tell a webhook: `delivered`, `retried`, `given_up`, `dropped` |
/// | `pings_total` | `outcome` | signs of life to the dead-man's switch: `ok`, `failed` |
/// | `metrics_dropped_total` | `metric` | changes for which a family had no room |
///
/// As it is at the moment of reading:
///
/// | metric | labels | is |
/// | --- | --- | --- |
/// | `query_info` | `query`, `provider` | 1 |
/// | `query_last_success_timestamp_seconds` | `query` | when its contents were put in place or found unchanged |
/// | `query_age_seconds` | `query` | how long ago that is |
/// | `query_stale` | `query` | 1 where `/-/fresh` names it |
/// | `query_articles` | `query` | articles in its contents |
/// | `query_coverage` | `query`, `coverage` | 1 for how far its contents cover its window |
/// | `query_last_run_outcome` | `query`, `outcome` | 1 for how its last run ended, or `running` |
/// | `query_last_run_failure` | `query`, `kind` | 1 for why a source failed it; left out where none did |
/// | `query_last_run_duration_seconds` | `query` | how long that took |
/// | `query_running` | `query` | 1 while a run of it goes on |
/// | `query_next_run_timestamp_seconds` | `query` | when it runs next; left out where it does not |
/// | `query_consecutive_failures` | `query` | runs in a row that failed |
/// | `provider_budget_requests` | `provider`, `period` | requests a `minute` and a `day` may have |
/// | `provider_budget_left_requests` | `provider`, `period` | what is left of them |
/// | `provider_budget_returns_timestamp_seconds` | `provider` | when the day's budget is whole again |
/// | `provider_paused` | `provider` | 1 while nothing is asked because the provider said so |
/// | `store_readable` | | 1 while the store answers; without it the figures of the store are left out |
/// | `config_last_reload_successful` | | 0 where the last configuration was refused |
/// | `config_last_reload_timestamp_seconds` | | when it was read |
/// | `build_info` | `version` | 1 |
///
/// Beside them the usual `process_…`: `resident_memory_bytes`, `virtual_memory_bytes`, `cpu_seconds_total`, `threads`,
/// `open_fds`, `max_fds`, `start_time_seconds`.
package final class ServiceMetrics: Sendable {
    private let version: String
    private let process: @Sendable () -> ProcessReading?
    private let registry: MetricsRegistry
    private let runs: Counter
    private let runFailures: Counter
    private let storeFailures: Counter
    private let articles: Counter
    private let runDuration: Histogram
    private let requests: Counter
    private let requestFailures: Counter
    private let requestDuration: Histogram
    private let notifications: Counter
    private let pings: Counter

    /// - Parameters:
    ///   - version: of the program, for `build_info`.
    ///   - process: what the operating system says of the process now.
    package init(
        version: String, process: @escaping @Sendable () -> ProcessReading? = { ProcessReading.current() }
    ) {
        self.version = version
        self.process = process
        registry = MetricsRegistry(prefix: "articlesync_")
        runs = registry.counter("runs_total", help: "Runs that ended.", labels: ["query", "outcome"])
        runFailures = registry.counter(
            "run_failures_total", help: "Runs that a source failed, by the kind of the failure.",
            labels: ["query", "kind"])
        notifications = registry.counter(
            "notifications_total", help: "Tries to tell a webhook.", labels: ["target", "outcome"])
        pings = registry.counter(
            "pings_total", help: "Signs of life to the dead-man's switch.", labels: ["outcome"])
        storeFailures = registry.counter(
            "run_store_failures_total", help: "Runs that the store could not journal.")
        articles = registry.counter(
            "run_articles_total", help: "Articles that runs added, changed and removed.", labels: ["query", "change"])
        runDuration = registry.histogram(
            "run_duration_seconds", help: "How long runs took.", labels: ["outcome"],
            bounds: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 14_400])
        requests = registry.counter(
            "provider_requests_total", help: "Requests sent to a provider.", labels: ["provider", "outcome"])
        requestFailures = registry.counter(
            "provider_request_failures_total", help: "Requests that got no good answer, by the class of the failure.",
            labels: ["provider", "class"])
        requestDuration = registry.histogram(
            "provider_request_duration_seconds", help: "How long requests took, the cancelled left out.",
            labels: ["provider"], bounds: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120])
    }

    /// Counts a run that has ended; one that is still running is not counted.
    package func record(_ run: Run) {
        guard run.outcome != .running else { return }
        runs.add(1, run.query, run.outcome.rawValue)
        if let failure = run.failure { runFailures.add(1, run.query, failure.rawValue) }
        articles.add(Double(run.counts.added), run.query, "added")
        articles.add(Double(run.counts.changed), run.query, "changed")
        articles.add(Double(run.counts.removed), run.query, "removed")
        if let finished = run.finishedAt {
            // The clock may have been set back meanwhile.
            runDuration.observe(max(finished.since(run.startedAt).inSeconds, 0), run.outcome.rawValue)
        }
    }

    /// Counts a run that the store could not even journal.
    package func record(_ failure: StoreFailure) { storeFailures.add(1) }

    /// Counts a try to tell a webhook.
    package func recordNotification(to target: String, outcome: String) { notifications.add(1, target, outcome) }

    /// Counts a sign of life.
    package func recordPing(isDone: Bool) { pings.add(1, isDone ? "ok" : "failed") }

    /// What a `MeasuringTransport` tells of one provider's exchanges.
    ///
    /// All series of the provider are there from now on, at 0, so that the first failure is seen as a rise.
    package func recorder(of provider: String) -> MeasuringTransport.Record {
        for outcome in ["ok", "failed", "cancelled"] { requests.add(0, provider, outcome) }
        for outcome in ExchangeOutcome.allCases where outcome.isFailure {
            requestFailures.add(0, provider, outcome.rawValue)
        }
        return { [self] outcome, duration in
            requests.add(1, provider, outcome.isFailure ? "failed" : outcome.rawValue)
            if outcome.isFailure { requestFailures.add(1, provider, outcome.rawValue) }
            if outcome != .cancelled { requestDuration.observe(duration.inSeconds, provider) }
        }
    }

    /// Everything as Prometheus reads it.
    ///
    /// Counts of queries that are no longer configured are forgotten.
    package func text(of reading: ServiceReading) -> [UInt8] { PrometheusText.bytes(families(of: reading)) }

    func families(of reading: ServiceReading) -> [MetricFamily] {
        let queries = reading.standing.queries.map(\.name)
        registry.keep("query", in: Set(queries))
        for query in queries { prepare(query) }
        return registry.families + reading.queryFamilies + reading.providerFamilies
            + reading.serviceFamilies(version: version)
            + (process()?.families(startedAt: reading.standing.startedAt) ?? [])
    }

    /// Makes the counters of a query appear at 0, as a rise from nothing is not seen.
    private func prepare(_ query: String) {
        for outcome in [RunOutcome.complete, .failed] { runs.add(0, query, outcome.rawValue) }
        for change in ["added", "changed", "removed"] { articles.add(0, query, change) }
    }
}

extension Duration {
    /// Seconds with their fraction.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
