package import Chronology

/// How far something has come, as one line for a terminal.
package struct ProgressBar: Hashable, Sendable {
    /// What is going on: the name of a query.
    package var label: String
    /// Pages read.
    package var done: Int
    /// Pages there are, as far as is known; nil while nobody said.
    package var total: Int?
    /// The days that are read now, where they are a part of the whole.
    package var window: DayRange?
    /// What the requests so far took, the wait for the next one included.
    package var elapsed: Duration
    package var requests: Int
    /// What is waited for: `waiting 12 s for the budget`.
    package var note: String?
    /// Whether that takes longer than the minute that every wait for the next request may take.
    package var waitsLong = false

    package init(
        label: String, done: Int = 0, total: Int? = nil, elapsed: Duration = .zero, requests: Int = 0,
        note: String? = nil
    ) {
        self.label = label
        self.done = done
        self.total = total
        self.elapsed = elapsed
        self.requests = requests
        self.note = note
    }

    /// The line without an end, at most a column narrower than the terminal, so that no terminal breaks it:
    /// `basketball [######......] 50%  17/34 pages, 5/min, 17 requests, 3 min left; 2015-07-01…2015-07-07`.
    ///
    /// Where there is no room for the bar it is left out, then the days, then the requests; and then the line is cut.
    package func line(width: Int) -> String {
        let room = max(width - 1, 0)
        let label = label.harmless
        let begin = label.displayWidth + 7
        let forms = [facts(window: true, requests: true), facts(requests: true), facts()]
        let facts = forms.first { begin + $0.displayWidth <= room } ?? forms[2]
        guard let total else { return "\(label)  \(facts)".truncated(to: room) }
        let share = total > 0 ? min(Double(done) / Double(total), 1) : 1
        let percent = "\(Int(share * 100))%".padded(to: 4, .right)
        let inner = min(room - label.displayWidth - facts.displayWidth - 10, Self.widestBar)
        guard inner >= Self.narrowestBar else { return "\(label) \(percent)  \(facts)".truncated(to: room) }
        let filled = Int(share * Double(inner))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: inner - filled)
        return "\(label) [\(bar)] \(percent)  \(facts)"
    }

    private static let widestBar = 40
    private static let narrowestBar = 6

    private func facts(window showsWindow: Bool = false, requests showsRequests: Bool = false) -> String {
        var parts = [total.map { "\(done)/\($0) pages" } ?? counted(done, "page")]
        if let rate { parts.append(Self.rateText(rate)) }
        if showsRequests { parts.append(counted(requests, "request")) }
        // While it waits for long, what the past says of the rest is not true.
        if let rate, let total, total > done, !waitsLong {
            parts.append("\(Duration.seconds(Double(total - done) / rate).ageWords) left")
        }
        var facts = parts.joined(separator: ", ")
        if showsWindow, let window { facts += "; \(window)" }
        if let note { facts += "; \(note.harmless)" }
        return facts
    }

    /// Requests a second; nil while it would be a guess.
    ///
    /// Pages that an earlier run kept come at once, and say nothing of those that are to be asked for.
    private var rate: Double? {
        guard requests > 0, elapsed >= .milliseconds(500) else { return nil }
        return Double(requests) / (elapsed / .seconds(1))
    }

    private static func rateText(_ rate: Double) -> String {
        if rate < 1 { return "\(max(Int((rate * 60).rounded()), 1))/min" }
        let tenths = Int((rate * 10).rounded())
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10)/s" : "\(tenths / 10)/s"
    }
}
