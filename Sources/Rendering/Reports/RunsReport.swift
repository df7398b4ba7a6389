package import Articles
internal import Chronology
package import JSONText

/// The journal, newest first.
///
/// ## JSON
/// `{"runs": […]}`; a run has `id`, `query`, `outcome` (the raw values of `RunOutcome`), `started_at`, `finished_at`,
/// `duration_seconds`, `window` (`from`, `to`), `announced` and `announced_at_least` (true where the provider stopped
/// counting), `fetched`, `unique`, `stored`, `added`, `changed`, `removed`, `dropped`, `pages`, `requests`, `bytes`,
/// `reason`, `failure` (the raw values of `SourceFailure.Kind`), and `notices`: what was unusual and is no failure, one
/// sentence each.
package struct RunsReport: Report {
    package var runs: [Run]

    package init(_ runs: [Run]) { self.runs = runs }

    package func text(on terminal: Terminal) -> String {
        if runs.isEmpty { return "No runs yet.\n" }
        var table = TextTable([
            .init("RUN", .right), .init("QUERY", flexibleTo: 8), .init("STARTED (UTC)"),
            .init("TOOK", .right, isOptional: true), .init("OUTCOME"), .init("STORED", .right),
            .init("CHANGES", isOptional: true), .init("REQUESTS", .right, isOptional: true),
            .init("WINDOW", isOptional: true), .init("REASON", flexibleTo: 16),
        ])
        for run in runs {
            let counts = run.counts
            table.append([
                .init("\(run.id)"), .init(run.query), .init(run.startedAt.minuteText), .init(run.duration?.words ?? ""),
                .init(run.outcome.rawValue, run.outcome.style), .init("\(counts.stored)"),
                .init("+\(counts.added) ~\(counts.changed) -\(counts.removed)"), .init("\(counts.requests)"),
                .init("\(run.window)"), .init(run.reason ?? ""),
            ])
        }
        return table.text(on: terminal) + notices(on: terminal)
    }

    /// What was unusual and is no failure, under the table.
    private func notices(on terminal: Terminal) -> String {
        let noticing = runs.filter { !$0.notices.isEmpty }
        if noticing.isEmpty { return "" }
        var text = "\n" + terminal.paint("noticed", .heading) + "\n"
        for run in noticing {
            for notice in run.notices {
                text += hanging("  run \(run.id)", notice.harmless, indent: 12, width: terminal.width)
            }
        }
        return text
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("runs")
            writer.array { writer in
                for run in runs { writer.run(run) }
            }
        }
    }
}

extension RunOutcome {
    /// How good the news is.
    var style: TextStyle {
        switch self {
        case .complete: .good
        case .running, .skipped: .plain
        case .partial, .capped, .unverified, .held, .parked, .cancelled, .interrupted: .warning
        case .failed: .bad
        }
    }
}
