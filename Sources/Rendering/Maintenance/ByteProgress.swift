/// How much of a file is copied, as one line for a terminal.
package struct ByteProgress: Hashable, Sendable {
    /// What is copied.
    package var label: String
    package var done: Int
    package var total: Int

    package init(label: String, done: Int, total: Int) {
        self.label = label
        self.done = done
        self.total = total
    }

    private static let widestBar = 40
    private static let narrowestBar = 6

    /// The line without an end, at most a column narrower than the terminal: `articles.db [####....]  50%  6.0 MiB of 12
    /// MiB`; the bar is left out where there is no room for it.
    package func line(width: Int) -> String {
        let room = max(width - 1, 0)
        let share = total > 0 ? min(Double(done) / Double(total), 1) : 1
        let percent = "\(Int(share * 100))%".padded(to: 4, .right)
        let facts = "\(ByteWords(done)) of \(ByteWords(total))"
        let label = label.harmless
        let inner = min(room - label.displayWidth - facts.displayWidth - 10, Self.widestBar)
        guard inner >= Self.narrowestBar else { return "\(label) \(percent)  \(facts)".truncated(to: room) }
        let filled = Int(share * Double(inner))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: inner - filled)
        return "\(label) [\(bar)] \(percent)  \(facts)"
    }
}
