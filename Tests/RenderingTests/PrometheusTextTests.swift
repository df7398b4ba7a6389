internal import Expectations
internal import Rendering
internal import Telemetry
internal import Testing

@Suite struct `Metrics as text` {
    private func text(_ families: MetricFamily...) -> String {
        String(decoding: PrometheusText.bytes(families), as: UTF8.self)
    }

    private static func histogram(_ values: Double...) -> MetricSeries.Value {
        var reading = HistogramReading(bounds: [0.25, 1, 2.5])
        for value in values { reading.observe(value) }
        return .histogram(reading)
    }

    private let all = [
        MetricFamily(
            "articlesync_wait_seconds", .histogram, help: "How long it took.",
            series: [
                MetricSeries([MetricLabel("provider", "nyt")], Self.histogram(0.25, 0.5, 0.75, 9)),
                MetricSeries([MetricLabel("provider", "b")], Self.histogram()),
            ]),
        MetricFamily(
            "articlesync_runs_total", .counter, help: "Runs; a \\ and a\nline \"end\".",
            series: [
                MetricSeries([MetricLabel("query", "weather"), MetricLabel("outcome", "failed")], 3),
                MetricSeries([MetricLabel("query", "weather"), MetricLabel("outcome", "complete")], 1_204),
                MetricSeries([MetricLabel("query", "a\\b\"c\nd\0 東京"), MetricLabel("outcome", "held")], 1),
            ]),
        MetricFamily(
            "articlesync_next_timestamp_seconds", .gauge, help: "When.",
            series: [MetricSeries([], 1_435_708_800.25)]),
        MetricFamily("articlesync_nothing", .gauge, help: "Nothing."),
    ]

    @Test func `every kind of family`() { expectGolden(PrometheusText.bytes(all), named: "metrics.prom") }

    @Test func `the order in which they came makes no difference`() {
        let turned = all.reversed().map {
            MetricFamily($0.name, $0.kind, help: $0.help, series: $0.series.reversed())
        }
        #expect(PrometheusText.bytes(turned) == PrometheusText.bytes(all))
    }

    @Test(arguments: [
        (0, "0"), (-1.5, "-1.5"), (1e15, "1000000000000000"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"),
        (1e300, "1e+300"), (0.1, "0.1"),
    ]) func `a number is as short as it can be`(number: Double, words: String) {
        #expect(
            text(MetricFamily("n", .gauge, help: "N.", series: [MetricSeries([], number)])).hasSuffix("\nn \(words)\n"))
    }

    @Test func `no metrics are no text`() { #expect(PrometheusText.bytes([]).isEmpty) }
}
