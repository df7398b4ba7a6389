package import Articles
internal import Chronology
package import JSONText

/// What a pass over some queries came to, a line a query.
///
/// ## JSON
/// `{"dry_run": false, "runs": […]}`, runs as in `RunsReport`, in the order of the queries, each with `windows`: what it
/// read, as in `StatusReport`, holes included, and nothing where it did not come to an end; then `kept_pages` of
/// `expected_pages` (as far as is known), which the next run goes on from, and `next_try_at`; each null where there is none.
package struct SyncReport: Report {
    package var runs: [Run]
    /// Whether nothing was to be stored.
    package var isDryRun: Bool

    package init(_ runs: [Run], isDryRun: Bool = false) {
        self.runs = runs
        self.isDryRun = isDryRun
    }

    package func text(on terminal: Terminal) -> String {
        var text = runs.map { Self.lines($0, isDryRun: isDryRun, on: terminal) + "\n" }.joined()
        if runs.isEmpty { text = "No query to sync.\n" }
        if isDryRun { text += "Dry run: nothing was stored.\n" }
        return text
    }

    /// One run in words, without the last line end.
    ///
    /// `basketball: complete, 34 articles (3 new, 1 changed, 0 gone), 4 requests, 0.8 s`; one that is not complete says why,
    /// and what readers have. What to do about it and what was unusual follow, a line each. A dry run does not compare
    /// articles, so it tells no changes, and holds nothing that anybody could accept.
    package static func lines(_ run: Run, isDryRun: Bool = false, on terminal: Terminal = .plain) -> String {
        let name = run.query.harmless
        var below = run.notices.map { "note: \($0.harmless)" }
        if run.outcome == .held, !isDryRun {
            below.insert(
                "`articlesync candidates diff \(name)` shows what it would change, `articlesync candidates accept \(name)` "
                    + "puts it in place", at: 0)
        }
        var text = wrapped(words(run, isDryRun), indent: 0, terminal)
        // Painted when it is wrapped, as colours take no columns.
        let head = "\(name): \(run.outcome.rawValue)"
        if text.hasPrefix(head) {
            text = "\(name): \(terminal.paint(run.outcome.rawValue, run.outcome.style))" + text.dropFirst(head.count)
        }
        for line in below { text += "\n" + wrapped("  " + line, indent: 2, terminal) }
        return text
    }

    /// The text, and on a terminal broken between words, further lines two columns in.
    private static func wrapped(_ text: String, indent: Int, _ terminal: Terminal) -> String {
        guard let width = terminal.width else { return text }
        let margin = String(repeating: " ", count: indent)
        let lines = text.wrapped(to: width - 2)
        return margin + lines.joined(separator: "\n" + margin + "  ")
    }

    private static func words(_ run: Run, _ isDryRun: Bool) -> String {
        let counts = run.counts
        var parts = [run.outcome.rawValue]
        let isComplete = run.outcome == .complete
        if isComplete, counts.pages == 0 {
            parts.append("nothing was due, \(counted(counts.stored, "article"))")
        } else if isComplete {
            let changes = "(\(counts.added) new, \(counts.changed) changed, \(counts.removed) gone)"
            parts.append(counted(counts.stored, "article") + (isDryRun ? "" : " \(changes)"))
        } else if let announced = counts.announced {
            parts.append("\(counts.unique) of \(announced) read")
        }
        if counts.dropped > 0 { parts.append("\(counted(counts.dropped, "document")) unreadable") }
        if run.windows.count > 1 { parts.append("\(run.windows.count) windows of days") }
        parts.append(counted(counts.requests, "request"))
        if let duration = run.duration { parts.append(duration.words) }
        var line = "\(run.query.harmless): " + parts.joined(separator: ", ")
        if let reason = run.reason { line += ": \(reason.harmless)" }
        if !isComplete, run.outcome != .skipped {
            line += counts.stored > 0 ? "; readers have \(counted(counts.stored, "article"))" : "; readers have nothing"
        }
        return line
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("dry_run", isDryRun)
            writer.key("runs")
            writer.array { writer in
                for run in runs { writer.run(run, windows: true) }
            }
        }
    }
}
