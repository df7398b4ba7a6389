package import Articles
package import Chronology
package import JSONText

/// How every query stands.
///
/// ## JSON
/// `{"at": instant, "queries": […]}`; a query has `name`, `provider`, `asks` (what is asked, in one line), `window`
/// (`from`, `to`), `articles`, `generation`, `contents_at`, `coverage` (the raw values of `Coverage`), `freshness`
/// (`fresh`, `stale`, `never`), `stale_reason`, `age_seconds`, `last_run` (as in `RunsReport`), `next_run_at` and
/// `requests_left_today`.
package struct StatusReport: Report {
    package var entries: [Entry]
    package var now: Instant

    /// One query: what the store says, and what the schedule and the budget add.
    package struct Entry: Hashable, Sendable {
        package var status: QueryStatus
        /// Nil is only on request.
        package var nextRunAt: Instant?
        /// Requests that its provider allows today; nil is no limit, or not known.
        package var requestsLeftToday: Int?

        package init(_ status: QueryStatus, nextRunAt: Instant? = nil, requestsLeftToday: Int? = nil) {
            self.status = status
            self.nextRunAt = nextRunAt
            self.requestsLeftToday = requestsLeftToday
        }
    }

    package init(_ entries: [Entry], now: Instant) {
        self.entries = entries
        self.now = now
    }

    /// A paragraph a query.
    package func text(on terminal: Terminal) -> String {
        if entries.isEmpty { return "No queries.\n" }
        return entries.map { paragraph($0, on: terminal) }.joined(separator: "\n")
    }

    private func paragraph(_ entry: Entry, on terminal: Terminal) -> String {
        let status = entry.status
        var text = terminal.paint(status.name.harmless, .heading) + ": "
        text += terminal.paint(status.freshness.words(at: now).harmless, status.freshness.style) + "\n"
        var contents = [counted(status.articles, "article")]
        if let coverage = status.coverage { contents.append(coverage.rawValue) }
        if let window = status.window { contents.append(window.description) }
        contents.append(status.fingerprint)
        text += line("holds", contents.joined(separator: ", "), terminal)
        if let run = status.lastRun {
            var words = "\(run.outcome.rawValue), "
            if let finishedAt = run.finishedAt {
                words += "\(now.since(finishedAt).ageWords) ago, \(counted(run.counts.requests, "request"))"
            } else {
                words += "for \(now.since(run.startedAt).ageWords)"
            }
            if let reason = run.reason { words += ": \(reason)" }
            text += line("last run", words, terminal)
        }
        var next = "only on request"
        if let nextRunAt = entry.nextRunAt {
            next = nextRunAt <= now ? "now" : "in \(nextRunAt.since(now).ageWords), \(nextRunAt.minuteText) UTC"
        }
        if let left = entry.requestsLeftToday { next += "; \(counted(left, "request")) left today" }
        return text + line("next run", next, terminal)
    }

    private func line(_ label: String, _ words: String, _ terminal: Terminal) -> String {
        hanging("  " + label, words.harmless, indent: 12, width: terminal.width)
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
        let status = entry.status
        writer.object { writer in
            writer.member("name", status.name)
            writer.member("provider", status.provider)
            writer.member("asks", status.fingerprint)
            writer.days("window", status.window)
            writer.member("articles", status.articles)
            writer.member("generation", status.generation)
            writer.member("contents_at", status.contentsAt?.description)
            writer.member("coverage", status.coverage?.rawValue)
            writer.member("freshness", status.freshness.name)
            writer.member("stale_reason", status.freshness.reason)
            writer.seconds("age_seconds", status.contentsAt.map { now.since($0) })
            writer.key("last_run")
            if let run = status.lastRun { writer.run(run) } else { writer.null() }
            writer.member("next_run_at", entry.nextRunAt?.description)
            writer.member("requests_left_today", entry.requestsLeftToday)
        }
    }
}
