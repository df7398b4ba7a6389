internal import Synchronization

/// The metrics of a program: made here once, counted in from any thread, and read all together.
///
/// A family has at most a fixed number of series. What would need one more is dropped and counted in
/// `<prefix>metrics_dropped_total`, by the name of the family.
package final class MetricsRegistry: Sendable {
    private let prefix: String
    private let limit: Int
    /// The lock guards the list; each metric has one of its own.
    private let metrics = Mutex<[any Metric]>([])

    /// - Parameters:
    ///   - prefix: what the name of every family begins with, `articlesync_`.
    ///   - limit: how many series a family may have.
    package init(prefix: String, limit: Int = 10_000) {
        self.prefix = prefix
        self.limit = limit
    }

    /// A new family of counters; its name ends in `_total`.
    package func counter(_ name: String, help: String, labels: [String] = []) -> Counter {
        precondition(name.hasSuffix("_total"), "\(name): the name of a counter ends in _total")
        return add(Counter(declare(name, help, labels)))
    }

    /// A new family of gauges.
    package func gauge(_ name: String, help: String, labels: [String] = []) -> Gauge {
        precondition(!name.hasSuffix("_total"), "\(name): only the name of a counter ends in _total")
        return add(Gauge(declare(name, help, labels)))
    }

    /// A new family of histograms.
    ///
    /// - Parameter bounds: the upper bounds of its buckets, ascending and finite; one more takes what is above.
    package func histogram(_ name: String, help: String, labels: [String] = [], bounds: [Double]) -> Histogram {
        precondition(
            bounds.allSatisfy(\.isFinite) && zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 },
            "\(name): bounds ascend: \(bounds)")
        return add(Histogram(declare(name, help, labels), bounds: bounds))
    }

    /// What every family holds now, in the order in which they were made.
    package var families: [MetricFamily] {
        let readings = metrics.withLock { $0 }.map { ($0.labels, $0.reading) }
        let dropped = readings.filter { !$0.0.isEmpty }.map { _, reading in
            MetricSeries([MetricLabel("metric", reading.family.name)], Double(reading.dropped))
        }
        return readings.map(\.1.family)
            + [
                MetricFamily(
                    prefix + "metrics_dropped_total", .counter,
                    help: "Changes that were not counted, as their family has as many series as it may.",
                    series: dropped)
            ]
    }

    /// Forgets, in every family that has the label, the series with none of these values; for what is gone for good.
    package func keep(_ label: String, in values: Set<String>) {
        for metric in metrics.withLock({ $0 }) { metric.keep(label, in: values) }
    }

    private func declare(_ name: String, _ help: String, _ labels: [String]) -> MetricDeclaration {
        MetricDeclaration(name: prefix + name, help: help, labels: labels, limit: limit)
    }

    private func add<Added: Metric>(_ metric: Added) -> Added {
        metrics.withLock { metrics in
            precondition(!metrics.contains { $0.name == metric.name }, "\(metric.name) is there already")
            metrics.append(metric)
        }
        return metric
    }
}
