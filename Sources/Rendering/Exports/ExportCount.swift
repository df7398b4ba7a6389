/// How far an export has come, as one line for a terminal.
package struct ExportCount: Sendable {
    /// The name of the query.
    package var label: String
    /// Articles written.
    package var done = 0
    /// Articles there are; nil where a filter decides.
    package var total: Int?
    package var elapsed = Duration.zero

    package init(label: String, total: Int?) {
        self.label = label
        self.total = total
    }

    /// The line without an end, a column narrower than the terminal at least: `july: 2560/6000 articles, 1280/s, 2.6 s left`.
    package func line(width: Int) -> String {
        var words = "\(label): \(done)" + (total.map { "/\($0)" } ?? "") + " articles"
        let perSecond = Double(done) / max(elapsed / .seconds(1), 0.001)
        words += ", \(Int(perSecond))/s"
        if let total, perSecond > 0 {
            words += ", \(Duration.seconds(Double(max(total - done, 0)) / perSecond).words) left"
        }
        return words.harmless.truncated(to: max(width - 1, 0))
    }
}
