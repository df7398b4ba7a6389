internal import Articles
internal import Chronology
internal import JSONText

extension StatusReport.Entry {
    /// Writes the query as one object, as documented at `StatusReport`.
    func write(to writer: inout JSONWriter, at now: Instant) {
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
            nextRun.writeMembers(to: &writer)
            writer.member("requests_left_today", requestsLeftToday)
            writeCoverage(to: &writer)
            writer.key("gathered")
            if let gathered { write(gathered, to: &writer) } else { writer.null() }
            writer.key("held")
            writer.array { writer in
                for candidate in held { writer.candidate(candidate) }
            }
            writer.member("warnings", warnings)
        }
    }

    private func writeCoverage(to writer: inout JSONWriter) {
        writer.days("range", days?.range)
        writer.key("days")
        if let days {
            writer.object { writer in
                for day in CoverageDays.Day.allCases { writer.member(day.rawValue, days.count(day)) }
            }
        } else {
            writer.null()
        }
        writer.key("calendar")
        if let days {
            writer.array { writer in
                for (part, day) in days.runs {
                    writer.object { writer in
                        writer.member("from", part.from.description)
                        writer.member("to", part.to.description)
                        writer.member("status", day.rawValue)
                    }
                }
            }
        } else {
            writer.null()
        }
        writer.member("missing_articles", missing.count)
        writer.member("missing_at_least", missing.isMinimum)
        writer.key("windows")
        writer.array { writer in
            for window in windows { writer.window(window) }
        }
    }

    private func write(_ gathered: Candidate, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.members(of: gathered)
            writer.member("continues", continues)
        }
    }
}

extension JSONWriter {
    /// Writes a line of the ledger as one object; its members are documented at `StatusReport`.
    mutating func window(_ window: WindowReading) {
        object { writer in
            writer.member("from", window.days.from.description)
            writer.member("to", window.days.to.description)
            writer.member("status", window.status.rawValue)
            writer.member("announced", window.announced?.count)
            writer.member("announced_at_least", window.announced?.isLowerBound ?? false)
            writer.member("fetched", window.fetched)
            writer.member("unique", window.unique)
            writer.member("dropped", window.dropped)
            writer.member("stored", window.stored)
            writer.member("missing", window.missing)
            writer.member("pages", window.pages)
            writer.member("cap", window.cap)
            writer.member("read_at", window.readAt.description)
            writer.member("reason", window.reason)
            writer.key("holes")
            writer.array { writer in
                for hole in window.holes {
                    writer.object { writer in
                        writer.member("from", hole.days.from.description)
                        writer.member("to", hole.days.to.description)
                        writer.member("missing", hole.missing)
                        writer.member("reason", hole.reason)
                    }
                }
            }
        }
    }
}
