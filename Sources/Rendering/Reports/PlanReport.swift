internal import Articles
package import Chronology
internal import JSONText

/// What a sync would ask.
///
/// ## JSON
/// `{"at": instant, "queries": […], "providers": […]}`; a query has `name`, `range` (`from`, `to`), `windows` (each `from`,
/// `to`, `reason`, `expected` results or null where nobody knows, `urgency`), `unknown_windows` (how many of them nobody
/// knows the results of), `standing_windows`, `kept_pages`, `unreachable` (results of single days beyond the provider's
/// cap), `requests`, `requests_at_least` (true where it may be more), and what its budget makes of them:
/// `requests_left_today`, `requests_per_day`, `requests_reserved` (of each day's, for fresh days alone and not counted in
/// the two before), `requests_today`, `days`, `seconds` (of today's, at the least) and `budget_returns_at`. `providers` sums
/// up where several queries share a budget: each has `name`, `queries`, `requests`, `requests_at_least` and the same of
/// their budget.
package struct PlanReport: Report {
    package var entries: [Entry]
    /// Of providers that several queries of the plan share.
    package var shares: [Share] = []
    package var now: Instant

    package init(_ entries: [Entry], shares: [Share] = [], now: Instant) {
        self.entries = entries
        self.shares = shares
        self.now = now
    }

    /// Windows shown of one query; the rest are counted.
    private static let shown = 12

    package func text(on terminal: Terminal) -> String {
        if entries.isEmpty { return "No queries.\n" }
        return (entries.map { paragraph($0, on: terminal) } + shares.map { paragraph($0, on: terminal) })
            .joined(separator: "\n")
    }

    private func paragraph(_ share: Share, on terminal: Terminal) -> String {
        let requests = number(share.requests, share.isLowerBound) + " for \(counted(share.queries, "query", "queries"))"
        return terminal.paint(share.provider.harmless, .heading) + ": all of them together\n"
            + line("requests", requests, terminal)
            + line("budget", words(share.budget, for: share.requests, share.isLowerBound), terminal)
    }

    private func paragraph(_ entry: Entry, on terminal: Terminal) -> String {
        var text = terminal.paint(entry.query.harmless, .heading) + ": \(entry.range)\n"
        if entry.windows.isEmpty {
            let standing =
                entry.standing == 1 ? "1 window stands as it was" : "\(entry.standing) windows stand as they were"
            return text + "  Nothing is due: \(standing) read.\n"
        }
        var table = TextTable([
            .init("DAYS"), .init("RESULTS", .right), .init("WHY", flexibleTo: 12), .init("ORDER", isOptional: true),
        ])
        for window in entry.windows.prefix(Self.shown) {
            table.append([
                .init("\(window.days)"), .init(window.expected.map { "\($0)" } ?? "not known"), .init(window.why),
                .init(window.urgency == .fresh ? "first" : "after fresh days"),
            ])
        }
        var inner = terminal
        inner.width = terminal.width.map { $0 - 2 }
        for row in table.text(on: inner).split(separator: "\n") { text += "  \(row)\n" }
        if entry.windows.count > Self.shown {
            text += "  and \(entry.windows.count - Self.shown) more\n"
        }
        text += line("requests", number(entry.requests, entry.isLowerBound), terminal)
        if entry.keptPages > 0 {
            text += line(
                "kept", "\(counted(entry.keptPages, "page")) of a run that did not end, asked no more", terminal)
        }
        if entry.standing > 0 {
            text += line("stands", "\(counted(entry.standing, "window")) as read before", terminal)
        }
        text += line("budget", words(entry.budget, for: entry.requests, entry.isLowerBound), terminal)
        if entry.unreachable > 0 {
            text += line(
                "capped",
                "\(counted(entry.unreachable, "result")) of single days above what the API gives of one search cannot be had",
                terminal)
        }
        if entry.unknown > 0 {
            let days = entry.unknown == 1 ? "the first page" : "the first pages"
            text += line(
                "not known",
                "how many results there are where no run has been; \(days) will tell, and more than can be reached at "
                    + "once is cut by date", terminal)
        }
        return text
    }

    private func number(_ requests: Int, _ isLowerBound: Bool) -> String {
        (isLowerBound ? "at least " : "about ") + "\(requests)"
    }

    private func words(_ budget: Budget, for requests: Int, _ isLowerBound: Bool) -> String {
        let pace = budget.time > .zero ? "; at least \(budget.time.ageWords) at the rate of a minute" : ""
        guard budget.perDay > 0 else { return "no limit of the day" + pace }
        var words = budget.leftToday.map { "\($0) of \(budget.perDay) left today" } ?? "\(budget.perDay) a day"
        if budget.reserved > 0 { words += " (\(budget.reserved) more are for fresh days alone)" }
        let share = requests * 100 / budget.perDay
        words += "; this is \(share > 0 ? "\(share) %" : "less than 1 %") of a day"
        guard budget.today < requests else { return words + pace }
        let days = (isLowerBound ? "at least " : "") + counted(budget.days, "day")
        let start = budget.returnsAt.map { ", from \($0.minuteText) UTC on" } ?? ""
        words += budget.today > 0 ? ", so \(days): \(budget.today) today" : ", so \(days)\(start)"
        return words + pace
    }

    private func line(_ label: String, _ words: String, _ terminal: Terminal) -> String {
        hanging("  " + label, words.harmless, indent: 13, width: terminal.width)
    }
}
