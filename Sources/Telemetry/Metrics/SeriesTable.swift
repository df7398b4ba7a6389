/// The series of a family by the values of their labels, never more than a limit.
///
/// Label values may come from a configuration or from a network: without a limit, they could fill the memory of the
/// process and of whoever scrapes it.
struct SeriesTable<Value> {
    private let labels: [String]
    private let limit: Int
    private let initial: Value
    private var series: [[String]: Value] = [:]
    /// Changes that fell on a series for which there was no room.
    private(set) var dropped = 0

    init(labels: [String], limit: Int, initial: Value) {
        self.labels = labels
        self.limit = limit
        self.initial = initial
        // Without labels there is one series, and it is there before anything happens.
        if labels.isEmpty { series[[]] = initial }
    }

    mutating func update(_ values: [String], _ change: (inout Value) -> Void) {
        precondition(values.count == labels.count, "the labels are \(labels), and the values \(values)")
        guard series[values] != nil || series.count < limit else {
            dropped += 1
            return
        }
        let initial = initial
        change(&series[values, default: initial])
    }

    /// Forgets the series whose label has none of some values.
    mutating func keep(_ label: String, in values: Set<String>) {
        guard let index = labels.firstIndex(of: label) else { return }
        series = series.filter { values.contains($0.key[index]) }
    }

    /// In the order of their label values.
    func readings(_ value: (Value) -> MetricSeries.Value) -> [MetricSeries] {
        series.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { values, current in
            MetricSeries(zip(labels, values).map { MetricLabel($0, $1) }, value(current))
        }
    }
}
