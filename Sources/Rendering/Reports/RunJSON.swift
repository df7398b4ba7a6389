internal import Articles
internal import Chronology
internal import JSONText

extension JSONWriter {
    /// Writes a run as one object; its members are documented at `RunsReport`.
    ///
    /// - Parameter windows: whether that too is written which only the end of a run that has just been tells: what it read,
    ///   what it kept and when to try again.
    mutating func run(_ run: Run, windows: Bool = false) {
        object { writer in
            writer.key("id")
            writer.integer(run.id)
            writer.member("query", run.query)
            writer.member("outcome", run.outcome.rawValue)
            writer.member("started_at", run.startedAt.description)
            writer.member("finished_at", run.finishedAt?.description)
            writer.seconds("duration_seconds", run.duration)
            writer.days("window", run.window)
            writer.member("announced", run.counts.announced?.count)
            writer.member("announced_at_least", run.counts.announced?.isLowerBound ?? false)
            writer.member("fetched", run.counts.fetched)
            writer.member("unique", run.counts.unique)
            writer.member("stored", run.counts.stored)
            writer.member("added", run.counts.added)
            writer.member("changed", run.counts.changed)
            writer.member("removed", run.counts.removed)
            writer.member("dropped", run.counts.dropped)
            writer.member("pages", run.counts.pages)
            writer.member("requests", run.counts.requests)
            writer.member("bytes", run.counts.bytes)
            writer.member("reason", run.reason)
            writer.member("failure", run.failure?.rawValue)
            writer.member("notices", run.notices)
            guard windows else { return }
            writer.key("windows")
            writer.array { writer in
                for window in run.windows { writer.window(window) }
            }
            writer.member("kept_pages", run.kept?.pages)
            writer.member("expected_pages", run.kept?.expected)
            writer.member("next_try_at", run.nextTryAt?.description)
        }
    }

    /// Writes days as an object of `from` and `to`, both included.
    mutating func days(_ name: String, _ range: DayRange?) {
        key(name)
        guard let range else {
            null()
            return
        }
        object { writer in
            writer.member("from", range.from.description)
            writer.member("to", range.to.description)
        }
    }

    /// Writes a duration in seconds, to the millisecond.
    mutating func seconds(_ name: String, _ duration: Duration?) {
        key(name)
        guard let duration else {
            null()
            return
        }
        let milliseconds = Instant(secondsSince1970: 0).adding(duration).millisecondsSince1970
        double(Double(milliseconds) / 1_000)
    }
}

extension Total {
    /// Whether the provider stopped counting.
    var isLowerBound: Bool {
        if case .atLeast = self { true } else { false }
    }
}

extension Run {
    /// How long it took; nil while it goes on.
    var duration: Duration? { finishedAt.map { $0.since(startedAt) } }
}
