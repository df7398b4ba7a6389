internal import Articles
internal import HTTPExchange
internal import HTTPServer
internal import Telemetry
internal import TestSupport
internal import Testing

@testable internal import WebInterface

/// What another program makes of the metrics.
@Suite(.enabled(if: Prometheus.isInstalled, "Prometheus is not installed: apt-get install prometheus"))
struct `A real Prometheus` {
    private static let rules =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        + "/config/prometheus/articlesync-alerts.yml"

    private func metrics() throws -> ServiceMetrics {
        let metrics = ServiceMetrics(version: "1.2.3")
        metrics.record(try Scene.run("basketball"))
        metrics.record(try Scene.run("climate", .failed, failure: .drift))
        metrics.recorder(of: "nyt")(.ok, .milliseconds(120))
        return metrics
    }

    @Test func `has no complaint about the metrics`() async throws {
        let folder = try TemporaryFolder()
        let text = String(decoding: try metrics().text(of: Scene.reading()), as: UTF8.self)
        let checked = try await Prometheus.promtool(
            "check metrics", reading: folder.write(text, to: "metrics"), in: folder)
        #expect(checked.code == 0)
        #expect(checked.output + checked.errors == "")
    }

    @Test func `has no complaint about the alert rules, and each is about a metric that there is`() async throws {
        let folder = try TemporaryFolder()
        let checked = try await Prometheus.promtool("check rules \(Self.rules)", reading: "/dev/null", in: folder)
        #expect(checked.code == 0, "\(checked.output)\(checked.errors)")
        let known = Set(try metrics().families(of: Scene.reading()).map(\.name))
        let named = try Files.text(Self.rules).split { !$0.isASCII || !$0.isLetter && $0 != "_" }.map(String.init)
            .filter { $0.hasPrefix("articlesync_") }
        #expect(named.count > 10)
        for name in named { #expect(known.contains(name), "\(name)") }
    }

    @Test(.timeLimit(.minutes(5))) func `scrapes the service and sees what is stale`() async throws {
        let statuses = try Scene.statuses()
        let clock = ManualClock(startingAt: Scene.noon)
        let standing = try Scene.reading().standing
        let server = try HTTPServer(
            handler: WebInterface(
                address: .loopback(), reader: StatusReader { statuses }, metrics: try metrics(),
                clock: clock.wallClock, standing: { standing }, staleAfter: { [:] }))
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let prometheus = try await Prometheus(
            scraping: server.port, rules: Self.rules, in: folder, within: .seconds(60))
        do {
            #expect(try await prometheus.answer(to: "up==1", within: .seconds(60)).contains("articlesync"))
            let articles = try await prometheus.answer(to: "articlesync_query_articles", within: .seconds(60))
            #expect(articles.contains(#""1204""#))
            let histogram = try await prometheus.answer(
                to: "articlesync_run_duration_seconds_bucket%7Ble=%22%2BInf%22%7D", within: .seconds(60))
            #expect(histogram.contains(#""outcome":"failed""#))
            // Pending or firing, as it is about the query that is stale.
            let alert = try await prometheus.answer(
                to: "ALERTS%7Balertname=%22ArticlesyncStale%22%7D", within: .seconds(60))
            #expect(alert.contains(#""query":"climate""#))
        } catch {
            try await prometheus.stop()
            throw error
        }
        try await prometheus.stop()
    }
}
