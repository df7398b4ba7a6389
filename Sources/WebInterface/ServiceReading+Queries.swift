internal import Articles
internal import Chronology
internal import Telemetry

extension ServiceReading {
    /// What is told of each query that is configured; without the store, what the service itself knows.
    var queryFamilies: [MetricFamily] {
        let known = (try? queries()) ?? standing.queries.map { ($0, nil) }
        let stale = (try? staleQueries()).map { Set($0.map(\.name)) }
        func family(
            _ name: String, _ help: String,
            _ value: (ServiceStanding.Query, QueryStatus?) -> Double?
        ) -> MetricFamily {
            MetricFamily(
                "articlesync_query_" + name, .gauge, help: help,
                series: known.compactMap { query, status in
                    value(query, status).map { MetricSeries([MetricLabel("query", query.name)], $0) }
                })
        }
        func word(
            _ name: String, _ label: String, _ help: String,
            _ value: (ServiceStanding.Query, QueryStatus?) -> String?
        ) -> MetricFamily {
            MetricFamily(
                "articlesync_query_" + name, .gauge, help: help,
                series: known.compactMap { query, status in
                    value(query, status).map {
                        MetricSeries([MetricLabel("query", query.name), MetricLabel(label, $0)], 1)
                    }
                })
        }
        return [
            word("info", "provider", "Which provider a query asks.") { query, _ in query.provider },
            family(
                "last_success_timestamp_seconds", "When the contents were put in place or found unchanged."
            ) { _, status in status?.contentsAt?.inSeconds },
            family("age_seconds", "How long ago the contents were put in place or found unchanged.") { _, status in
                status?.contentsAt.map { max(at.since($0).inSeconds, 0) }
            },
            family("stale", "Whether the contents cannot be believed to be current.") { query, _ in
                stale.map { $0.contains(query.name) ? 1 : 0 }
            },
            family("articles", "Articles in the contents.") { _, status in status.map { Double($0.articles) } },
            word("coverage", "coverage", "How far the contents cover the window; 1 for what is the case.") {
                _, status in
                status?.coverage?.rawValue
            },
            word("last_run_outcome", "outcome", "How the last run ended; 1 for what is the case.") { _, status in
                status?.lastRun?.outcome.rawValue
            },
            word("last_run_failure", "kind", "Why a source failed the last run; 1 for what is the case.") { _, status in
                status?.lastRun?.failure?.rawValue
            },
            family("last_run_duration_seconds", "How long the last run took.") { _, status in
                status?.lastRun.flatMap { run in run.finishedAt.map { max($0.since(run.startedAt).inSeconds, 0) } }
            },
            family("running", "Whether a run goes on.") { query, _ in query.isRunning ? 1 : 0 },
            family("next_run_timestamp_seconds", "When the next run is due.") { query, _ in
                query.nextRunAt?.inSeconds
            },
            family("consecutive_failures", "Runs in a row that failed.") { query, _ in Double(query.failures) },
        ]
    }
}

extension Instant {
    /// Seconds since 1970 with their fraction.
    var inSeconds: Double { Double(millisecondsSince1970) / 1_000 }
}
