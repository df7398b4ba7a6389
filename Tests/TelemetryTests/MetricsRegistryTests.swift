internal import Telemetry
internal import Testing

@Suite struct `Metrics` {
    private let registry = MetricsRegistry(prefix: "test_", limit: 2)

    private func family(_ name: String) -> MetricFamily? { registry.families.first { $0.name == "test_" + name } }

    @Test func `a counter adds up by label and never goes down`() {
        let counter = registry.counter("runs_total", help: "Runs.", labels: ["query"])
        counter.add(1, "b")
        counter.add(2, "a")
        counter.add(1, "b")
        counter.add(-5, "b")
        counter.add(.nan, "b")
        #expect(
            family("runs_total")
                == MetricFamily(
                    "test_runs_total", .counter, help: "Runs.",
                    series: [
                        MetricSeries([MetricLabel("query", "a")], 2), MetricSeries([MetricLabel("query", "b")], 2),
                    ]))
    }

    @Test func `a family without labels is there before anything happens, one with labels is not`() {
        _ = registry.counter("bare_total", help: "Bare.")
        _ = registry.counter("labelled_total", help: "Labelled.", labels: ["query"])
        #expect(family("bare_total")?.series == [MetricSeries([], 0)])
        #expect(family("labelled_total")?.series == [])
    }

    @Test func `a gauge is what it was set to last`() {
        let gauge = registry.gauge("left", help: "Left.", labels: ["provider"])
        gauge.set(5, "nyt")
        gauge.set(-3, "nyt")
        #expect(family("left")?.series == [MetricSeries([MetricLabel("provider", "nyt")], -3)])
    }

    @Test func `a histogram counts each value in one bucket, its bound included`() throws {
        let histogram = registry.histogram("wait_seconds", help: "Waits.", bounds: [1, 2.5])
        for value in [0.5, 1, 1.5, 2.5, 3, .infinity, .nan] { histogram.observe(value) }
        let series = try #require(family("wait_seconds")?.series.first)
        guard case .histogram(let reading) = series.value else {
            Issue.record("no histogram: \(series)")
            return
        }
        #expect(reading.counts == [2, 2, 1])
        #expect(reading.count == 5)
        #expect(reading.sum == 8.5)
    }

    @Test func `a family takes no more series than it may, and counts what it dropped`() {
        let counter = registry.counter("runs_total", help: "Runs.", labels: ["query"])
        for query in ["a", "b", "c", "d", "a", "c"] { counter.add(1, query) }
        #expect(
            family("runs_total")?.series.map(\.labels) == [[MetricLabel("query", "a")], [MetricLabel("query", "b")]])
        #expect(family("runs_total")?.series.first?.value == .number(2))
        #expect(
            family("metrics_dropped_total")?.series
                == [MetricSeries([MetricLabel("metric", "test_runs_total")], 3)])
    }

    @Test func `what is gone is forgotten, and its room is free`() {
        let counter = registry.counter("runs_total", help: "Runs.", labels: ["query", "outcome"])
        let other = registry.counter("requests_total", help: "Requests.", labels: ["provider"])
        counter.add(1, "a", "complete")
        counter.add(1, "b", "complete")
        other.add(1, "nyt")
        registry.keep("query", in: ["b", "c"])
        counter.add(1, "c", "failed")
        #expect(family("runs_total")?.series.map { $0.labels[0].value } == ["b", "c"])
        #expect(family("requests_total")?.series.count == 1)
    }

    @Test func `families stand in the order in which they were made`() {
        _ = registry.counter("z_total", help: "Z.")
        _ = registry.gauge("a", help: "A.")
        #expect(registry.families.map(\.name) == ["test_z_total", "test_a", "test_metrics_dropped_total"])
    }

    @Test func `nothing is lost when many count at once`() async {
        let counter = registry.counter("runs_total", help: "Runs.", labels: ["query"])
        await withTaskGroup { group in
            for task in 0..<8 { group.addTask { for _ in 0..<1_000 { counter.add(1, "q\(task % 2)") } } }
        }
        #expect(family("runs_total")?.series.map(\.value) == [.number(4_000), .number(4_000)])
    }

    @Test func `the wrong number of label values is a mistake of the program`() async {
        await #expect(processExitsWith: .failure) {
            MetricsRegistry(prefix: "").counter("runs_total", help: "Runs.", labels: ["query"]).add(1)
        }
    }
}
