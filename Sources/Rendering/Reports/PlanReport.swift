package import Articles
package import Chronology
package import JSONText

/// What a sync would ask.
///
/// ## JSON
/// `{"at": instant, "queries": […]}`; a query has `name`, `range` (`from`, `to`), `windows` (each `from`, `to`, `reason`,
/// `expected` results or null where nobody knows, `urgency`), `standing_windows`, `kept_pages`, `requests`,
/// `requests_at_least` (true where it may be more), `requests_left_today`, `requests_per_day`, `requests_today`, `days`
/// and `seconds` (at the least).
package struct PlanReport: Report {
    package var entries: [Entry]
    package var now: Instant

    package struct Entry: Hashable, Sendable {
        package var query: String
        package var range: DayRange
        package var windows: [Window]
        package var standing: Int
        package var keptPages: Int
        package var requests: Int
        package var isLowerBound: Bool
        /// 0 is no limit.
        package var perDay: Int
        package var leftToday: Int?
        package var today: Int
        package var days: Int
        package var time: Duration

        package init(
            query: String, range: DayRange, windows: [Window], standing: Int, keptPages: Int, requests: Int,
            isLowerBound: Bool, perDay: Int, leftToday: Int?, today: Int, days: Int, time: Duration
        ) {
            self.query = query
            self.range = range
            self.windows = windows
            self.standing = standing
            self.keptPages = keptPages
            self.requests = requests
            self.isLowerBound = isLowerBound
            self.perDay = perDay
            self.leftToday = leftToday
            self.today = today
            self.days = days
            self.time = time
        }
    }

    package struct Window: Hashable, Sendable {
        package var days: DayRange
        /// A word of the program, such as `new` or `open`.
        package var reason: String
        package var expected: Int?
        package var urgency: Urgency

        package init(days: DayRange, reason: String, expected: Int?, urgency: Urgency) {
            self.days = days
            self.reason = reason
            self.expected = expected
            self.urgency = urgency
        }

        /// Why it is read, for people.
        var why: String {
            switch reason {
            case "new": "never read"
            case "open": "its last day was not over"
            case "ageing": "due to be read again"
            case "incomplete": "something was missing"
            case "edge": "the range ends within it now"
            default: "read at every run"
            }
        }
    }

    package init(_ entries: [Entry], now: Instant) {
        self.entries = entries
        self.now = now
    }

    /// Windows shown of one query; the rest are counted.
    private static let shown = 12

    package func text(on terminal: Terminal) -> String {
        if entries.isEmpty { return "No queries.\n" }
        return entries.map { paragraph($0, on: terminal) }.joined(separator: "\n")
    }

    private func paragraph(_ entry: Entry, on terminal: Terminal) -> String {
        var text = terminal.paint(entry.query.harmless, .heading) + ": \(entry.range)\n"
        if entry.windows.isEmpty {
            return text + "  Nothing is due: \(counted(entry.standing, "window")) stand as they were read.\n"
        }
        var table = TextTable([
            .init("  DAYS"), .init("RESULTS", .right), .init("WHY", flexibleTo: 12), .init("ORDER", isOptional: true),
        ])
        for window in entry.windows.prefix(Self.shown) {
            table.append([
                .init("  \(window.days)"), .init(window.expected.map { "\($0)" } ?? "not known"), .init(window.why),
                .init(window.urgency == .fresh ? "first" : "after fresh days"),
            ])
        }
        text += table.text(on: terminal)
        if entry.windows.count > Self.shown {
            text += "  and \(entry.windows.count - Self.shown) more\n"
        }
        text += line("requests", requests(entry), terminal)
        if entry.keptPages > 0 {
            text += line(
                "kept", "\(counted(entry.keptPages, "page")) of a run that did not end, asked no more", terminal)
        }
        if entry.standing > 0 {
            text += line("stands", "\(counted(entry.standing, "window")) as read before", terminal)
        }
        text += line("budget", budget(entry), terminal)
        let unknown = entry.windows.count { $0.expected == nil }
        if unknown > 0 {
            let days = unknown == 1 ? "the first page" : "the first pages"
            text += line(
                "not known",
                "how many results there are where no run has been; \(days) will tell, and more than can be reached at "
                    + "once is cut by date", terminal)
        }
        return text
    }

    private func requests(_ entry: Entry) -> String {
        (entry.isLowerBound ? "at least " : "about ") + "\(entry.requests)"
    }

    private func budget(_ entry: Entry) -> String {
        guard entry.perDay > 0 else { return "no limit of the day" + pace(entry) }
        let left = entry.leftToday.map { "\($0) of \(entry.perDay) left today" } ?? "\(entry.perDay) a day"
        let share = entry.requests * 100 / max(entry.perDay, 1)
        var words = "\(left); this is \(share) % of a day"
        if entry.days > 1 {
            words += ", so \(entry.isLowerBound ? "at least " : "")\(entry.days) days: \(entry.today) today"
        }
        return words + pace(entry)
    }

    private func pace(_ entry: Entry) -> String {
        entry.time > .zero ? "; at least \(entry.time.ageWords) at the rate of a minute" : ""
    }

    private func line(_ label: String, _ words: String, _ terminal: Terminal) -> String {
        hanging("  " + label, words.harmless, indent: 13, width: terminal.width)
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("at", now.description)
            writer.key("queries")
            writer.array { writer in
                for entry in entries { write(entry, to: &writer) }
            }
        }
    }

    private func write(_ entry: Entry, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", entry.query)
            writer.days("range", entry.range)
            writer.key("windows")
            writer.array { writer in
                for window in entry.windows { writer.planned(window) }
            }
            writer.member("standing_windows", entry.standing)
            writer.member("kept_pages", entry.keptPages)
            writer.member("requests", entry.requests)
            writer.member("requests_at_least", entry.isLowerBound)
            writer.member("requests_left_today", entry.leftToday)
            writer.member("requests_per_day", entry.perDay == 0 ? nil : entry.perDay)
            writer.member("requests_today", entry.today)
            writer.member("days", entry.days)
            writer.seconds("seconds", entry.time)
        }
    }
}

extension JSONWriter {
    /// Writes a planned window as one object; its members are documented at `PlanReport`.
    mutating func planned(_ window: PlanReport.Window) {
        object { writer in
            writer.member("from", window.days.from.description)
            writer.member("to", window.days.to.description)
            writer.member("reason", window.reason)
            writer.member("expected", window.expected)
            writer.member("urgency", window.urgency.rawValue)
        }
    }
}
