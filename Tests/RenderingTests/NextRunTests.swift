internal import Articles
internal import Chronology
internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct `The next run` {
    @Test func `is told with its reason, and never promised where nothing runs it`() throws {
        let now = try Samples.instant("2015-07-08T10:05:00Z")
        let later = try Samples.instant("2015-07-08T16:00:00Z")
        let before = try Samples.instant("2015-07-08T09:00:00Z")
        var text = ""
        for reason in NextRun.Reason.allCases {
            for (instant, failures) in [(later, 3), (before, 0)] {
                let next = NextRun(reason, at: instant, failures: failures)
                text += "\(reason.rawValue): \(next.words(of: "climate", at: now))\n"
            }
        }
        expectGolden(text, named: "next-run-reasons.txt")
    }

    @Test func `stands under the service that runs it, that refused a reload, stopped, died, or never was`() throws {
        let now = try Samples.instant("2015-07-08T10:05:00Z")
        let run = try Samples.completeRun()
        let entry = StatusReport.Entry(
            QueryStatus(
                name: "basketball", provider: "nyt", fingerprint: #"nyt text="basketball""#, window: run.window,
                articles: 34, generation: 4, contentsAt: run.finishedAt, coverage: .complete, lastRun: run,
                freshness: .fresh(since: run.startedAt)),
            nextRun: NextRun(.backOff, at: try Samples.instant("2015-07-08T10:09:12Z"), failures: 3))
        let file = "/etc/articlesync/articlesync.toml"
        func trace(_ change: (inout ServiceTrace) throws -> Void = { _ in }) throws -> ServiceTrace {
            var trace = ServiceTrace(
                version: "1.2.3", configuration: file, startedAt: try Samples.instant("2015-07-06T08:00:00Z"),
                reload: .init(at: try Samples.instant("2015-07-08T09:00:00Z")))
            try change(&trace)
            return trace
        }
        let refused = try trace {
            $0.reload.refusal = "\(file):12:3: unknown key `shedule` (nearest: schedule) \u{1B}[31m"
        }
        let report = StatusReport([entry], service: ServiceLine(refused, configuration: file), now: now)
        expectReport(report, named: "status-service")
        let lines: [ServiceLine] = [
            ServiceLine(try trace(), configuration: file),
            ServiceLine(try trace(), configuration: file, configurationWrittenAt: now),
            ServiceLine(try trace(), configuration: "/home/ada/articlesync.toml", configurationWrittenAt: now),
            ServiceLine(try trace { $0.stoppedAt = try Samples.instant("2015-07-08T09:30:00Z") }, configuration: file),
            ServiceLine(try trace { $0.hasDied = true }, configuration: file), ServiceLine(nil, configuration: file),
        ]
        var text = ""
        for line in lines {
            text += "\(line.state?.rawValue ?? "none")\(line.isOutdated ? ", outdated" : "")\n"
            for (label, words) in line.lines(at: now) { text += "  \(label): \(words)\n" }
        }
        expectGolden(text, named: "service-states.txt")
    }
}
