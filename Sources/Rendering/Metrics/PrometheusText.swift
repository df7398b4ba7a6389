package import Telemetry

/// Metrics in the text format that Prometheus reads, version 0.0.4.
///
/// Families stand in the order of their names and series in the order of their labels, so that the same values are the
/// same bytes. The format: https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
package struct PrometheusText {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private var text: [UInt8] = []

    /// The text of some families; one without series is left out.
    package static func bytes(_ families: [MetricFamily]) -> [UInt8] {
        var text = PrometheusText()
        for family in families.sorted(by: { $0.name < $1.name }) where !family.series.isEmpty { text.append(family) }
        return text.text
    }

    private mutating func append(_ family: MetricFamily) {
        append("# HELP \(family.name) ")
        appendEscaped(family.help, quote: false)
        append("\n# TYPE \(family.name) \(family.kind.rawValue)\n")
        let series = family.series.sorted { left, right in
            left.labels.lexicographicallyPrecedes(right.labels) { ($0.name, $0.value) < ($1.name, $1.value) }
        }
        for one in series {
            switch one.value {
            case .number(let number): appendLine(family.name, one.labels, Self.words(number))
            case .histogram(let reading): append(reading, family.name, one.labels)
            }
        }
    }

    /// Buckets are cumulative, and the last has everything.
    private mutating func append(_ reading: HistogramReading, _ name: String, _ labels: [MetricLabel]) {
        var count = 0
        for (bound, more) in zip(reading.bounds + [.infinity], reading.counts) {
            count += more
            appendLine(name + "_bucket", labels + [MetricLabel("le", Self.words(bound))], "\(count)")
        }
        appendLine(name + "_sum", labels, Self.words(reading.sum))
        appendLine(name + "_count", labels, "\(count)")
    }

    private mutating func appendLine(_ name: String, _ labels: [MetricLabel], _ value: String) {
        append(name)
        for (index, label) in labels.enumerated() {
            append("\(index == 0 ? "{" : ",")\(label.name)=\"")
            appendEscaped(label.value, quote: true)
            append("\"")
        }
        append("\(labels.isEmpty ? "" : "}") \(value)\n")
    }

    private mutating func append(_ plain: String) { text += plain.utf8 }

    /// Backslashes and line feeds, and in the value of a label quotes.
    private mutating func appendEscaped(_ value: String, quote: Bool) {
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): text += #"\\"#.utf8
            case UInt8(ascii: "\n"): text += #"\n"#.utf8
            case UInt8(ascii: "\"") where quote: text += #"\""#.utf8
            // The scraper takes it for the end of the text.
            case 0: text += "\u{FFFD}".utf8
            default: text.append(byte)
            }
        }
    }

    /// Whole numbers without a fraction; the others with as many digits as tell them apart.
    private static func words(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
