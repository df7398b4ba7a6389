internal import Articles
internal import Chronology
internal import Expectations
internal import HTTPExchange
internal import Telemetry
internal import Testing

@testable internal import WebInterface

@Suite struct `The metrics of the service` {
    private let metrics = ServiceMetrics(version: "1.2.3") {
        var reading = ProcessReading(
            stat: "1 (x) S 1 1 1 0 -1 0 0 0 0 0 150 75 0 0 20 0 7 0 1 9000000 512", pageSize: 4_096, ticksPerSecond: 100
        )
        reading?.descriptors = 12
        reading?.descriptorLimit = 1_024
        return reading
    }

    private func lines(_ reading: ServiceReading) -> [Substring] {
        String(decoding: metrics.text(of: reading), as: UTF8.self).split(separator: "\n")
    }

    @Test func `all of them`() throws {
        metrics.record(try Scene.run("basketball"))
        metrics.record(try Scene.run("climate", .failed, seconds: 0, failure: .drift))
        let recorder = metrics.recorder(of: "nyt")
        recorder(.ok, .milliseconds(120))
        recorder(.timeout, .seconds(30))
        recorder(.cancelled, .seconds(1))
        expectGolden(metrics.text(of: try Scene.reading()), named: "metrics.prom")
    }

    @Test func `a run counts once, with its articles and its time`() throws {
        metrics.record(try Scene.run("basketball", seconds: 2))
        metrics.record(try Scene.run("basketball", seconds: 3))
        metrics.record(try Scene.run("basketball", .running))
        let lines = lines(try Scene.reading())
        #expect(lines.contains(#"articlesync_runs_total{query="basketball",outcome="complete"} 2"#))
        #expect(lines.contains(#"articlesync_run_articles_total{query="basketball",change="added"} 6"#))
        #expect(lines.contains(#"articlesync_run_articles_total{query="basketball",change="changed"} 4"#))
        #expect(lines.contains(#"articlesync_run_articles_total{query="basketball",change="removed"} 2"#))
        #expect(lines.contains(#"articlesync_run_duration_seconds_sum{outcome="complete"} 5"#))
        #expect(lines.allSatisfy { !$0.contains(#"outcome="running""#) })
    }

    @Test func `a run that could not be journalled counts, from 0 on`() throws {
        #expect(try lines(Scene.reading()).contains("articlesync_run_store_failures_total 0"))
        metrics.record(StatusReader.failure)
        #expect(try lines(Scene.reading()).contains("articlesync_run_store_failures_total 1"))
    }

    @Test func `a provider's series are there before its first request`() throws {
        _ = metrics.recorder(of: "nyt")
        let lines = lines(try Scene.reading())
        #expect(lines.contains(#"articlesync_provider_requests_total{provider="nyt",outcome="ok"} 0"#))
        #expect(lines.contains(#"articlesync_provider_request_failures_total{provider="nyt",class="429"} 0"#))
        #expect(!lines.contains { $0.contains(#"class="ok""#) })
    }

    @Test func `a query's counters are there before its first run`() throws {
        let lines = lines(try Scene.reading())
        #expect(lines.contains(#"articlesync_runs_total{query="never",outcome="failed"} 0"#))
        #expect(lines.contains(#"articlesync_run_articles_total{query="never",change="removed"} 0"#))
    }

    @Test func `a query that is no longer configured is forgotten`() throws {
        metrics.record(try Scene.run("gone"))
        metrics.record(try Scene.run("basketball"))
        let text = lines(try Scene.reading()).joined(separator: "\n")
        #expect(!text.contains("gone"))
        #expect(text.contains(#"articlesync_runs_total{query="basketball""#))
    }

    @Test func `without the store, what the service itself knows remains`() throws {
        var reading = try Scene.reading()
        reading.statuses = .failure(StatusReader.failure)
        reading.standing.reload.refusal = "line 3: no such key"
        let lines = lines(reading)
        #expect(lines.contains("articlesync_store_readable 0"))
        #expect(lines.contains("articlesync_config_last_reload_successful 0"))
        #expect(lines.contains(#"articlesync_query_running{query="climate"} 1"#))
        #expect(
            !lines.contains { $0.hasPrefix("articlesync_query_stale") || $0.hasPrefix("articlesync_query_articles") })
    }
}
