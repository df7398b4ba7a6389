package import Articles
package import Chronology
package import JSONText

/// Why a query is asked as it is, what would be read now, and what went wrong before.
///
/// ## JSON
/// `{"query", "asks", "values": […], "window", "due": […], "limits", "failures": […], "odd_answers": […], "shape"}`; a value
/// has `key`, `value` and `from` (`FILE:LINE:COLUMN`, or `default`); `due` has windows as `plan` does; a failure is a run as
/// in `RunsReport`; an odd answer has `run`, `at`, `reason`, `bytes` and `beginning`; `shape` has `paths`.
package struct ExplainReport: Report {
    /// One value of a query and where it comes from.
    package struct Value: Hashable, Sendable {
        package var key: String
        package var value: String
        package var from: String

        package init(_ key: String, _ value: String, from: String) {
            self.key = key
            self.value = value
            self.from = from
        }
    }

    package var query: String
    package var asks: String
    package var values: [Value]
    package var window: DayRange
    package var due: [PlanReport.Window]
    package var standing: Int
    /// What the provider allows, one sentence each.
    package var limits: [String]
    package var failures: [Run]
    package var oddAnswers: [OddAnswer]
    /// Paths that the provider's answers are known to have; nil where no answer was seen.
    package var shapePaths: Int?

    package init(
        query: String, asks: String, values: [Value], window: DayRange, due: [PlanReport.Window], standing: Int,
        limits: [String], failures: [Run], oddAnswers: [OddAnswer], shapePaths: Int?
    ) {
        self.query = query
        self.asks = asks
        self.values = values
        self.window = window
        self.due = due
        self.standing = standing
        self.limits = limits
        self.failures = failures
        self.oddAnswers = oddAnswers
        self.shapePaths = shapePaths
    }

    private static let shown = 8

    package func text(on terminal: Terminal) -> String {
        var text = terminal.paint(query.harmless, .heading) + ": \(asks.harmless)\n"
        for value in values { text += line(value.key, "\(value.value)  (\(value.from))", terminal) }
        text += heading("What a sync would read now", terminal)
        if due.isEmpty { text += "  nothing: \(counted(standing, "window")) stand as they were read\n" }
        for window in due.prefix(Self.shown) {
            text += line("\(window.days)", window.why, terminal, indent: 26)
        }
        if due.count > Self.shown {
            text += "  and \(due.count - Self.shown) more (`articlesync plan \(query.harmless)`)\n"
        }
        text += heading("What the provider allows", terminal)
        for limit in limits { text += line("", limit, terminal, indent: 3) }
        if let shapePaths { text += line("", "its answers are known to have \(shapePaths) paths", terminal, indent: 3) }
        text += heading("What went wrong", terminal)
        if failures.isEmpty, oddAnswers.isEmpty { text += "  nothing that the journal knows of\n" }
        for run in failures.prefix(Self.shown) {
            text += line(
                run.startedAt.minuteText, "\(run.outcome.rawValue): \(run.reason ?? "no reason")", terminal, indent: 20)
        }
        for answer in oddAnswers {
            let words =
                "an answer of \(answer.bytes) bytes was not understood: \(answer.reason); it begins \(answer.beginning) "
                + "(`articlesync explain \(query) --answer \(answer.run)` shows it)"
            text += line(answer.at.minuteText, words, terminal, indent: 20)
        }
        return text
    }

    private func heading(_ words: String, _ terminal: Terminal) -> String {
        terminal.paint(words, .heading) + "\n"
    }

    private func line(_ label: String, _ words: String, _ terminal: Terminal, indent: Int = 20) -> String {
        hanging("  " + label, words.harmless, indent: indent, width: terminal.width)
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("query", query)
            writer.member("asks", asks)
            writer.key("values")
            writer.array { writer in
                for value in values {
                    writer.object { writer in
                        writer.member("key", value.key)
                        writer.member("value", value.value)
                        writer.member("from", value.from)
                    }
                }
            }
            writer.days("window", window)
            writer.key("due")
            writer.array { writer in
                for window in due { writer.planned(window) }
            }
            writer.key("limits")
            writer.strings(limits)
            writer.key("failures")
            writer.array { writer in
                for run in failures { writer.run(run) }
            }
            writer.key("odd_answers")
            writer.array { writer in
                for answer in oddAnswers {
                    writer.object { writer in
                        writer.key("run")
                        writer.integer(answer.run)
                        writer.member("at", answer.at.description)
                        writer.member("reason", answer.reason)
                        writer.member("bytes", answer.bytes)
                        writer.member("beginning", answer.beginning)
                    }
                }
            }
            writer.key("shape")
            writer.object { writer in writer.member("paths", shapePaths) }
        }
    }
}
