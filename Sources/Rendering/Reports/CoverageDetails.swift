internal import Articles

/// The calendar of one query, and under it what is not complete and why.
struct CoverageDetails {
    private let name: String
    private let days: CoverageDays
    private let windows: [WindowReading]

    /// More lines would not be read; all are in the JSON document.
    private static let longestList = 10

    /// Nil where nobody knows which days the query asks for.
    init?(_ entry: StatusReport.Entry) {
        guard let days = entry.days else { return nil }
        name = entry.status.name
        self.days = days
        windows = entry.windows
    }

    func text(on terminal: Terminal) -> String {
        var text = terminal.paint("days of \(name.harmless)", .heading) + ", \(days.range)\n"
        if windows.isEmpty { return text + "  none of them was read yet\n" }
        text += CoverageCalendar(days).text(on: terminal)
        let lacking = windows.filter { $0.status != .complete && $0.status != .empty }
        guard !lacking.isEmpty else { return text }
        text += "\n" + terminal.paint("not complete", .heading) + "\n"
        for window in lacking.prefix(Self.longestList) {
            text += paragraph(window, on: terminal)
        }
        if lacking.count > Self.longestList {
            text += "  and \(lacking.count - Self.longestList) more windows (--json has all)\n"
        }
        return text
    }

    private func paragraph(_ window: WindowReading, on terminal: Terminal) -> String {
        var words = window.status.rawValue
        if let missing = window.missing, missing > 0, let announced = window.announced,
            window.reason?.contains("\(missing) of") != true
        {
            words += ", \(missing) of \(announced) missing"
        } else if let announced = window.announced, announced.isLowerBound {
            words += ", \(announced) announced, \(window.unique) came"
        }
        if window.dropped > 0 { words += ", \(counted(window.dropped, "document")) unreadable" }
        if let reason = window.reason { words += ": \(reason)" }
        var text = hanging("  \(window.days)", words.harmless, indent: 25, width: terminal.width)
        for hole in window.holes.prefix(Self.longestList) {
            // What the window's own reason says already is not said again.
            let reason = window.reason?.contains(hole.reason) == true ? "" : ": \(hole.reason)"
            text += hanging(
                "    \(hole.days)", "hole, \(hole.missing) at most\(reason)".harmless, indent: 27, width: terminal.width
            )
        }
        if window.holes.count > Self.longestList {
            text += "    and \(window.holes.count - Self.longestList) more holes (--json has all)\n"
        }
        return text
    }
}
