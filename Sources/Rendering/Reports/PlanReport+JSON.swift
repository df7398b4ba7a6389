internal import Articles
internal import Chronology
package import JSONText

extension PlanReport {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("at", now.description)
            writer.key("queries")
            writer.array { writer in
                for entry in entries { write(entry, to: &writer) }
            }
            writer.key("providers")
            writer.array { writer in
                for share in shares { write(share, to: &writer) }
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
            writer.member("unknown_windows", entry.unknown)
            writer.member("standing_windows", entry.standing)
            writer.member("kept_pages", entry.keptPages)
            writer.member("unreachable", entry.unreachable)
            writer.member("requests", entry.requests)
            writer.member("requests_at_least", entry.isLowerBound)
            write(entry.budget, to: &writer)
        }
    }

    private func write(_ share: Share, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", share.provider)
            writer.member("queries", share.queries)
            writer.member("requests", share.requests)
            writer.member("requests_at_least", share.isLowerBound)
            write(share.budget, to: &writer)
        }
    }

    private func write(_ budget: Budget, to writer: inout JSONWriter) {
        writer.member("requests_left_today", budget.leftToday)
        writer.member("requests_per_day", budget.perDay == 0 ? nil : budget.perDay)
        writer.member("requests_reserved", budget.reserved)
        writer.member("requests_today", budget.today)
        writer.member("days", budget.days)
        writer.seconds("seconds", budget.time)
        writer.member("budget_returns_at", budget.returnsAt?.description)
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
