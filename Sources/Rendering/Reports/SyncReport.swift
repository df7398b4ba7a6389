package import Articles
internal import Chronology
package import JSONText

/// What a pass over some queries came to, a line a query.
///
/// ## JSON
/// `{"dry_run": false, "runs": […]}`, runs as in `RunsReport`, in the order they ended.
package struct SyncReport: Report {
    package var runs: [Run]
    /// Whether nothing was to be stored.
    package var isDryRun: Bool

    package init(_ runs: [Run], isDryRun: Bool = false) {
        self.runs = runs
        self.isDryRun = isDryRun
    }

    package func text(on terminal: Terminal) -> String {
        var text = runs.map { Self.line($0, on: terminal) + "\n" }.joined()
        if runs.isEmpty { text = "No query to sync.\n" }
        if isDryRun { text += "Dry run: nothing was stored.\n" }
        return text
    }

    /// One run in words, without a line end.
    ///
    /// `basketball: complete, 34 articles (3 new, 1 changed, 0 gone), 4 requests, 0.8 s`; one that is not complete says why,
    /// and what readers have. What was unusual follows, a line each.
    package static func line(_ run: Run, on terminal: Terminal = .plain) -> String {
        let counts = run.counts
        var parts = [terminal.paint(run.outcome.rawValue, run.outcome.style)]
        let isComplete = run.outcome == .complete
        if isComplete {
            let changes = "(\(counts.added) new, \(counts.changed) changed, \(counts.removed) gone)"
            parts.append("\(counted(counts.stored, "article")) \(changes)")
        } else if let announced = counts.announced {
            parts.append("\(counts.unique) of \(announced) read")
        }
        if counts.dropped > 0 { parts.append("\(counted(counts.dropped, "document")) unreadable") }
        parts.append(counted(counts.requests, "request"))
        if let duration = run.duration { parts.append(duration.words) }
        var line = "\(run.query.harmless): " + parts.joined(separator: ", ")
        if let reason = run.reason { line += ": \(reason.harmless)" }
        if !isComplete, run.outcome != .skipped {
            line += counts.stored > 0 ? "; readers have \(counted(counts.stored, "article"))" : "; readers have nothing"
        }
        if run.outcome == .held {
            line += "\n  `articlesync candidates diff \(run.query.harmless)` shows what it would change"
        }
        for notice in run.notices { line += "\n  note: \(notice.harmless)" }
        return line
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("dry_run", isDryRun)
            writer.key("runs")
            writer.array { writer in
                for run in runs { writer.run(run) }
            }
        }
    }
}
