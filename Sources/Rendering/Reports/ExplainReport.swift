package import Articles
package import Chronology
package import JSONText

/// Why a query is as it is: what it asks, what would be read now, where each value comes from, and what went wrong.
///
/// ## JSON
/// One object: `query`, `asks`, `range` (`from`, `to`), `today`, `timezone`, `schedule` (as written; null is only on
/// request), `schedule_words`, `schedule_instants` (the next five, whatever holds a run back), `next_run_at` and
/// `next_run_reason` (as in `status`), `failures_in_a_row`, `deadline_seconds`; `reads` (what a sync would read now, in this order, as the windows of `plan`), `stands` (how many windows stand
/// as they were read), `kept_pages` (answers that a sync would go on with); `configuration` (the file); `values` (`key`,
/// `value`, `origin`: `FILE:LINE:COLUMN` or `default`); `provider` (as in `providers`), `provider_values` (as `values`),
/// `budget` (as in `status`), `shape` (`paths`, `changed_at`; null where no answer was seen); `failures` (runs as in
/// `runs`, newest first); `odd_answers` (`run`, `at`, `reason`, `bytes`, `beginning`, newest first).
package struct ExplainReport: Report {
    package var query: ArticleQuery
    /// The days that a sync would be about now.
    package var range: DayRange
    package var now: Instant
    /// What a sync would read now, in this order.
    package var reads: [PlanReport.Window] = []
    /// Windows that stand as they were read.
    package var stands = 0
    /// Answers that a sync would go on with.
    package var keptPages = 0
    package var values: [Value] = []
    /// The file that the configuration was read from; places beside it are shown without its folder.
    package var configuration = ""
    /// Why it runs when it runs.
    package var schedule: ScheduleDetails
    package var provider: ProviderSummary
    package var providerValues: [Value] = []
    package var budget: ProviderBudget
    /// How many paths answers are known to have, and since when; nil where none was seen.
    package var shape: (paths: Int, changedAt: Instant?)?
    /// Newest first.
    package var failures: [Run] = []
    /// Newest first.
    package var oddAnswers: [OddAnswer] = []

    /// A value of the configuration with its place.
    package struct Value: Hashable, Sendable {
        package var key: String
        package var value: String
        /// `FILE:LINE:COLUMN`, or `default`.
        package var origin: String

        package init(_ key: String, _ value: String, origin: String) {
            self.key = key
            self.value = value
            self.origin = origin
        }
    }

    package init(
        _ query: ArticleQuery, range: DayRange, now: Instant, provider: ProviderSummary, budget: ProviderBudget
    ) {
        self.query = query
        self.range = range
        self.now = now
        schedule = ScheduleDetails(zone: query.timeZone, deadline: query.deadline)
        self.provider = provider
        self.budget = budget
    }

    private var today: CalendarDay { query.timeZone.day(at: now) }

    /// More lines would not be read; all are in the JSON document.
    private static let longestList = 20

    package func text(on terminal: Terminal) -> String {
        var text = terminal.paint(query.name.harmless, .heading) + "\n"
        text += line("asks", query.fingerprint, terminal)
        text += line("days", "\(range), \(counted(range.count, "day"))", terminal)
        text += line("today", "\(today) in \(query.timeZone)", terminal)
        for part in schedule.lines(of: query.name, at: now) { text += line(part.label, part.words, terminal) }
        text += agenda(on: terminal)
        text += section("where each value comes from", terminal)
        if !configuration.isEmpty { text += line("file", configuration, terminal) }
        text += table(values, on: terminal)
        text += section("provider \(provider.name)", terminal)
        if let title = provider.title { text += line("title", title, terminal) }
        text += line("url", provider.url, terminal)
        text += line("key", provider.key.words, terminal)
        text += line("budget", budget.words(at: now), terminal)
        text += line("answers", shapeWords, terminal)
        text += table(providerValues, on: terminal)
        if !failures.isEmpty {
            text += section("last failures", terminal)
            for run in failures {
                let kind = run.failure.map { " (\($0.rawValue))" } ?? ""
                let words =
                    "\(run.startedAt.minuteText) UTC, \(run.outcome.rawValue)\(kind): \(run.reason ?? "no reason known")"
                text += line("run \(run.id)", words, terminal)
            }
        }
        if !oddAnswers.isEmpty {
            text += section("answers that were not understood", terminal)
            for answer in oddAnswers {
                text += line(
                    "run \(answer.run)",
                    "\(answer.at.minuteText) UTC, \(answer.reason); \(counted(answer.bytes, "byte")), begins: \(answer.beginning)",
                    terminal)
            }
            text += line("", "`articlesync explain \(query.name) --answer RUN` prints one whole", terminal)
        }
        return text
    }

    private func agenda(on terminal: Terminal) -> String {
        var text = section("what a sync would read now", terminal)
        if reads.isEmpty { text += "  nothing: every window stands as it was read\n" }
        for reading in reads.prefix(Self.longestList) {
            let expected = reading.expected.map { "; \(counted($0, "result")) expected" } ?? ""
            text += hanging("  \(reading.days)", reading.why + expected, indent: 25, width: terminal.width)
        }
        if reads.count > Self.longestList {
            text += "  and \(reads.count - Self.longestList) more windows (--json has all)\n"
        }
        if stands > 0 {
            text += "  \(stands == 1 ? "1 window stands as it was" : "\(stands) windows stand as they were") read\n"
        }
        if keptPages > 0 {
            text += "  \(counted(keptPages, "page")) of it \(keptPages == 1 ? "is" : "are") kept and not asked again\n"
        }
        if !reads.isEmpty {
            text += line(
                "", "`articlesync plan \(query.name)` has the requests, and the time they take", terminal, indent: 2)
        }
        return text
    }

    private var shapeWords: String {
        guard let shape else { return "none seen yet that was kept" }
        let changed = shape.changedAt.map { "; what is known of them grew last at \($0.minuteText) UTC" } ?? ""
        return "\(counted(shape.paths, "path")) known\(changed)"
    }

    private func section(_ title: String, _ terminal: Terminal) -> String {
        "\n" + terminal.paint(title.harmless, .heading) + "\n"
    }

    private func line(_ label: String, _ words: String, _ terminal: Terminal, indent: Int = 12) -> String {
        hanging(label.isEmpty ? "" : "  " + label, words.harmless, indent: indent, width: terminal.width)
    }

    /// Values in three columns, so that places can be copied: these are cut last.
    private func table(_ values: [Value], on terminal: Terminal) -> String {
        if values.isEmpty { return "" }
        var table = TextTable([.init("KEY"), .init("VALUE", flexibleTo: 8), .init("FROM")])
        for value in values { table.append([.init(value.key), .init(value.value), .init(short(value.origin))]) }
        let inner = Terminal(width: terminal.width.map { $0 - 2 }, usesColour: terminal.usesColour)
        return table.text(on: inner).split(separator: "\n").map { "  \($0)\n" }.joined()
    }

    private func short(_ origin: String) -> String {
        guard let slash = configuration.lastIndex(of: "/") else { return origin }
        let folder = configuration[...slash]
        return origin.hasPrefix(folder) ? String(origin.dropFirst(folder.count)) : origin
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("query", query.name)
            writer.member("asks", query.fingerprint)
            writer.days("range", range)
            writer.member("today", today.description)
            writer.member("timezone", query.timeZone.identifier)
            writer.member("schedule", query.schedule)
            schedule.writeMembers(to: &writer)
            writer.key("reads")
            writer.array { writer in
                for reading in reads { writer.planned(reading) }
            }
            writer.member("stands", stands)
            writer.member("kept_pages", keptPages)
            writer.member("configuration", configuration)
            writer.values("values", values)
            writer.key("provider")
            writer.object { provider.writeMembers(to: &$0) }
            writer.values("provider_values", providerValues)
            writer.key("budget")
            budget.write(to: &writer)
            writer.key("shape")
            if let shape {
                writer.object { writer in
                    writer.member("paths", shape.paths)
                    writer.member("changed_at", shape.changedAt?.description)
                }
            } else {
                writer.null()
            }
            writer.key("failures")
            writer.array { writer in
                for run in failures { writer.run(run) }
            }
            writer.key("odd_answers")
            writer.array { writer in
                for answer in oddAnswers { writer.odd(answer) }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func values(_ name: String, _ values: [ExplainReport.Value]) {
        key(name)
        array { writer in
            for value in values {
                writer.object { writer in
                    writer.member("key", value.key)
                    writer.member("value", value.value)
                    writer.member("origin", value.origin)
                }
            }
        }
    }

    fileprivate mutating func odd(_ answer: OddAnswer) {
        object { writer in
            writer.key("run")
            writer.integer(answer.run)
            writer.member("at", answer.at.description)
            writer.member("reason", answer.reason)
            writer.member("bytes", answer.bytes)
            writer.member("beginning", answer.beginning)
        }
    }
}
