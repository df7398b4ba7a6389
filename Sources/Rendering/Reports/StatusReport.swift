package import Articles
package import Chronology
package import JSONText

/// How every query stands.
///
/// ## JSON
/// `{"at": instant, "service": …, "queries": […], "budgets": […]}`. A query has
/// - `name`, `provider`, `asks` (what is asked, in one line), `window` (`from`, `to`), `articles`, `generation`,
///   `contents_at`, `coverage` (the raw values of `Coverage`), `freshness` (`fresh`, `stale`, `never`), `stale_reason`,
///   `age_seconds`, `last_run` (as in `RunsReport`), `next_run_at` (null where none is promised), `next_run_reason` (the
///   raw values of `NextRun.Reason`), `failures` (in a row, up to the last run) and `requests_left_today`;
/// - `range`: the days it asks for today; `days`: how many of them are `complete`, `empty`, `open` (read before they were
///   over), `capped`, `partial`, `unverified`, `missing` (never read) and `ahead` (to come); `calendar`: the same day by day, those that follow each
///   other and are alike in one object of `from`, `to` and `status`; null where the range is not known;
/// - `missing_articles`: how many were announced and did not come; `missing_at_least`: whether there may be more, as the
///   provider stopped counting;
/// - `windows`: the ledger, oldest days first, each with `from`, `to`, `status`, `announced`, `announced_at_least`,
///   `fetched`, `unique`, `dropped`, `stored`, `missing`, `pages`, `cap`, `read_at`, `reason` and `holes` (`from`, `to`,
///   `missing` at most, `reason`);
/// - `gathered`: what an unfinished run has kept, null where there is none: as in `CandidatesReport`, and whether the next
///   run `continues` with it;
/// - `held`: results that the guard holds, newest first, as in `CandidatesReport`;
/// - `warnings`: sentences.
///
/// `service` is null where none ever ran on the store, else it has `state` (`running`, `stopped`, `died`), `version`,
/// `configuration` (the file that it reads), `started_at`, `read_at` (the file), `refusal` (why what was read then was not
/// taken, else null), `stopped_at`, and `is_outdated` (whether the file has changed since it was read).
///
/// A budget has `provider`, `requests_per_minute`, `requests_per_day`, `left_this_minute`, `left_today`,
/// `day_returns_at`, `paused_until`, and `problem` where nothing can be known of it.
package struct StatusReport: Report {
    package var entries: [Entry]
    /// Of the providers of these queries.
    package var budgets: [ProviderBudget]
    /// Nil is not looked for.
    package var service: ServiceLine?
    package var now: Instant
    /// Whether the words go into what is missing, day by day.
    package var isDetailed: Bool

    /// One query: what the store says, and what the configuration, the schedule and the budget add.
    package struct Entry: Hashable, Sendable {
        package var status: QueryStatus
        package var nextRun: NextRun
        /// Requests that its provider allows today; nil is no limit, or not known.
        package var requestsLeftToday: Int?
        /// The days that it asks for today; nil where that is not known.
        package var days: CoverageDays?
        /// The ledger.
        package var windows: [WindowReading] = []
        /// What an unfinished run has kept.
        package var gathered: Candidate?
        /// Whether the next run goes on with that.
        package var continues = false
        /// Newest first.
        package var held: [Candidate] = []
        /// Sentences.
        package var warnings: [String] = []

        package init(
            _ status: QueryStatus, nextRun: NextRun = NextRun(.onRequest), requestsLeftToday: Int? = nil
        ) {
            self.status = status
            self.nextRun = nextRun
            self.requestsLeftToday = requestsLeftToday
        }

        /// Announced and not come; of windows whose total is a least, so many at least.
        var missing: Total {
            let count = windows.reduce(0) { sum, window in
                sum + max((window.announced?.count ?? 0) - window.unique - window.dropped, 0)
            }
            let isMinimum = windows.contains { $0.announced?.isMinimum ?? false }
            return isMinimum ? .atLeast(count) : .exactly(count)
        }
    }

    package init(
        _ entries: [Entry], budgets: [ProviderBudget] = [], service: ServiceLine? = nil, now: Instant,
        isDetailed: Bool = false
    ) {
        self.entries = entries
        self.budgets = budgets
        self.service = service
        self.now = now
        self.isDetailed = isDetailed
    }

    /// A paragraph a query, then the service and what is left of the budgets, then the calendars.
    package func text(on terminal: Terminal) -> String {
        if entries.isEmpty { return "No queries.\n" }
        var parts = entries.map { paragraph($0, on: terminal) }
        if let service {
            let lines = service.lines(at: now).map { line($0.label, $0.words, terminal) }
            parts.append(terminal.paint("service", .heading) + "\n" + lines.joined())
        }
        if !budgets.isEmpty {
            let lines = budgets.map { line($0.provider.harmless, $0.words(at: now), terminal) }
            parts.append(terminal.paint("budget", .heading) + "\n" + lines.joined())
        }
        if isDetailed { parts += entries.compactMap { CoverageDetails($0)?.text(on: terminal) } }
        return parts.joined(separator: "\n")
    }

    private func paragraph(_ entry: Entry, on terminal: Terminal) -> String {
        let status = entry.status
        let (headline, style) = headline(entry)
        var text = title(status.name.harmless, headline.harmless, style, terminal)
        var contents = [counted(status.articles, "article")]
        if let coverage = status.coverage { contents.append(coverage.rawValue) }
        if let window = status.window { contents.append(window.description) }
        contents.append(status.fingerprint)
        text += line("holds", contents.joined(separator: ", "), terminal)
        if let days = entry.days { text += line("covers", covers(days, entry), terminal) }
        if let run = status.lastRun {
            text += line("last run", words(run, status.freshness), terminal)
            for notice in run.notices { text += line("noticed", notice, terminal) }
        }
        if let gathered = entry.gathered { text += line("gathers", words(gathered, entry), terminal) }
        for candidate in entry.held { text += line("held", held(candidate, after: status.lastRun), terminal) }
        for warning in entry.warnings { text += line("warning", warning, terminal) }
        return text + line("next run", entry.nextRun.words(of: status.name, at: now), terminal)
    }

    /// The name and how current its contents are, on one line where that is wide enough.
    private func title(_ name: String, _ words: String, _ style: TextStyle, _ terminal: Terminal) -> String {
        let start = terminal.paint(name, .heading) + ":"
        guard let width = terminal.width, name.displayWidth + 2 + words.displayWidth > width else {
            return start + " " + terminal.paint(words, style) + "\n"
        }
        return words.wrapped(to: width - 2).reduce(start + "\n") { $0 + "  " + terminal.paint($1, style) + "\n" }
    }

    /// How current the contents are; where there are none yet, how far they are.
    private func headline(_ entry: Entry) -> (words: String, style: TextStyle) {
        let (freshness, coverage) = (entry.status.freshness, entry.status.coverage)
        let words = freshness.words(at: now)
        if case .fresh = freshness, let coverage, coverage != .complete, coverage != .empty {
            return (words + ", but \(coverage.rawValue)", .warning)
        }
        guard case .never = freshness, let run = entry.status.lastRun else { return (words, freshness.style) }
        switch run.outcome {
        case .running: return ("nothing stored yet: the first sync is going on", .warning)
        case .parked: return ("nothing stored yet: the first sync waits for the budget", .warning)
        case .held: return ("nothing stored yet: the first result is held", .warning)
        default: return ("nothing stored yet: the last run was \(run.outcome.rawValue)", .bad)
        }
    }

    private func covers(_ days: CoverageDays, _ entry: Entry) -> String {
        var words = "\(days.range): \(days.words)"
        let missing = entry.missing
        if missing.count > 0 {
            words += missing.isMinimum ? "; at least " : "; "
            words += "\(counted(missing.count, "announced article")) missing"
        }
        return words
    }

    /// The run in words; a reason that the first line gives already is not said again.
    private func words(_ run: Run, _ freshness: Freshness) -> String {
        var words = "\(run.outcome.rawValue), "
        if let finishedAt = run.finishedAt {
            words += "\(now.since(finishedAt).ageWords) ago, \(counted(run.counts.requests, "request"))"
        } else {
            words += "for \(now.since(run.startedAt).ageWords)"
        }
        if let reason = run.reason, reason != freshness.reason { words += ": \(reason)" }
        if run.failure == .drift { words += "; `articlesync explain \(run.query)` shows the answer" }
        return words
    }

    private func words(_ gathered: Candidate, _ entry: Entry) -> String {
        let results = gathered.announced.map { " of \($0) results" } ?? ""
        let kept =
            "\(counted(gathered.pages, "page"))\(results) of \(gathered.window) kept since \(gathered.startedAt.minuteText) UTC"
        if entry.status.lastRun?.outcome == .running { return kept }
        return entry.continues
            ? "\(kept), the last \(now.since(gathered.updatedAt).ageWords) ago; `articlesync sync \(gathered.query)` goes on with them"
            : "\(kept), and of no use any more: the next run begins anew"
    }

    private func held(_ candidate: Candidate, after run: Run?) -> String {
        var words = "\(counted(candidate.articles, "article")) of \(candidate.window), "
        words += "\(now.since(candidate.updatedAt).ageWords) ago"
        if let reason = candidate.reason, reason != run?.reason { words += ": \(reason)" }
        return words
            + "; `articlesync candidates diff \(candidate.query)` shows what would change, `accept` in its place stores it, `drop` forgets it"
    }

    private func line(_ label: String, _ words: String, _ terminal: Terminal) -> String {
        hanging("  " + label, words.harmless, indent: 12, width: terminal.width)
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("at", now.description)
            writer.key("service")
            if let service { service.write(to: &writer) } else { writer.null() }
            writer.key("queries")
            writer.array { writer in
                for entry in entries { entry.write(to: &writer, at: now) }
            }
            writer.key("budgets")
            writer.array { writer in
                for budget in budgets { budget.write(to: &writer) }
            }
        }
    }
}
