internal import Synchronization

/// A family that is counted in, from any thread; each has a lock of its own.
protocol Metric: Sendable {
    var name: String { get }
    var labels: [String] { get }
    /// What it holds, and how many changes were dropped for want of room.
    var reading: (family: MetricFamily, dropped: Int) { get }
    func keep(_ label: String, in values: Set<String>)
}

/// What a metric is called and told apart by.
struct MetricDeclaration: Sendable {
    let name: String
    let help: String
    let labels: [String]
    let limit: Int
}

/// A family of numbers that only grow.
package final class Counter: Metric {
    private let declaration: MetricDeclaration
    private let table: Mutex<SeriesTable<Double>>

    init(_ declaration: MetricDeclaration) {
        self.declaration = declaration
        table = Mutex(SeriesTable(labels: declaration.labels, limit: declaration.limit, initial: 0))
    }

    /// Adds to the series with these label values, in the order of the labels; 0 makes it appear.
    ///
    /// What is not above 0 adds nothing.
    package func add(_ amount: Double, _ values: String...) {
        table.withLock { $0.update(values) { $0 += amount > 0 ? amount : 0 } }
    }

    var name: String { declaration.name }
    var labels: [String] { declaration.labels }

    var reading: (family: MetricFamily, dropped: Int) {
        table.withLock { (declaration.family(.counter, $0.readings { .number($0) }), $0.dropped) }
    }

    func keep(_ label: String, in values: Set<String>) { table.withLock { $0.keep(label, in: values) } }
}

/// A family of numbers that go up and down.
package final class Gauge: Metric {
    private let declaration: MetricDeclaration
    private let table: Mutex<SeriesTable<Double>>

    init(_ declaration: MetricDeclaration) {
        self.declaration = declaration
        table = Mutex(SeriesTable(labels: declaration.labels, limit: declaration.limit, initial: 0))
    }

    /// Sets the series with these label values, in the order of the labels.
    package func set(_ value: Double, _ values: String...) { table.withLock { $0.update(values) { $0 = value } } }

    var name: String { declaration.name }
    var labels: [String] { declaration.labels }

    var reading: (family: MetricFamily, dropped: Int) {
        table.withLock { (declaration.family(.gauge, $0.readings { .number($0) }), $0.dropped) }
    }

    func keep(_ label: String, in values: Set<String>) { table.withLock { $0.keep(label, in: values) } }
}

/// A family of distributions.
package final class Histogram: Metric {
    private let declaration: MetricDeclaration
    private let table: Mutex<SeriesTable<HistogramReading>>

    init(_ declaration: MetricDeclaration, bounds: [Double]) {
        self.declaration = declaration
        table = Mutex(
            SeriesTable(
                labels: declaration.labels, limit: declaration.limit, initial: HistogramReading(bounds: bounds)))
    }

    /// Counts a value in the series with these label values, in the order of the labels.
    package func observe(_ value: Double, _ values: String...) {
        table.withLock { $0.update(values) { $0.observe(value) } }
    }

    var name: String { declaration.name }
    var labels: [String] { declaration.labels }

    var reading: (family: MetricFamily, dropped: Int) {
        table.withLock { (declaration.family(.histogram, $0.readings { .histogram($0) }), $0.dropped) }
    }

    func keep(_ label: String, in values: Set<String>) { table.withLock { $0.keep(label, in: values) } }
}

extension MetricDeclaration {
    fileprivate func family(_ kind: MetricFamily.Kind, _ series: [MetricSeries]) -> MetricFamily {
        MetricFamily(name, kind, help: help, series: series)
    }
}
