/// What is measured under one name, at one moment: a plain value, for whoever writes it down.
package struct MetricFamily: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// Only grows, from 0 at the start of the process; its name ends in `_total`.
        case counter
        case gauge
        case histogram
    }

    /// In base units: `_seconds`, `_bytes`; of letters, digits and underscores.
    package var name: String
    /// One sentence for people.
    package var help: String
    package var kind: Kind
    package var series: [MetricSeries]

    package init(_ name: String, _ kind: Kind, help: String, series: [MetricSeries] = []) {
        self.name = name
        self.kind = kind
        self.help = help
        self.series = series
    }
}

/// One of a family: its labels and its value.
package struct MetricSeries: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        case number(Double)
        case histogram(HistogramReading)
    }

    package var labels: [MetricLabel]
    package var value: Value

    package init(_ labels: [MetricLabel] = [], _ value: Value) {
        self.labels = labels
        self.value = value
    }

    package init(_ labels: [MetricLabel] = [], _ number: Double) { self.init(labels, .number(number)) }
}

/// A name with a value that tells one series from another.
package struct MetricLabel: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// How often values fell where.
package struct HistogramReading: Hashable, Sendable {
    /// Upper bounds, each inclusive, ascending; above the last there is one more bucket.
    package let bounds: [Double]
    /// One more than there are bounds; each value is counted in one of them.
    package private(set) var counts: [Int]
    package private(set) var sum = 0.0

    package init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    package var count: Int { counts.reduce(0, +) }

    package mutating func observe(_ value: Double) {
        // One value that is no number would spoil the sum for ever.
        guard value.isFinite else { return }
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }
}
