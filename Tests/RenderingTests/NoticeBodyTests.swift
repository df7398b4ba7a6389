import Articles
import Chronology
import Expectations
import Rendering
import Testing

@Suite struct `The body of a notice` {
    private func notice(_ kind: NoticeKind, _ run: Run?) throws -> Notice {
        var notice = Notice(
            id: "0123456789abcdef0123456789abcdef", kind: kind, at: try Samples.instant("2015-07-08T10:02:01Z"),
            query: run?.query ?? "tides", provider: "nyt")
        notice.run = run
        notice.contentsAt = try Samples.instant("2015-07-07T10:00:00Z")
        return notice
    }

    @Test func `is one JSON object, the same bytes for the same notice`() throws {
        var failed = try notice(.failed, Samples.failedRun())
        failed.failingSince = failed.run?.finishedAt
        var again = failed
        again.failingSince = try Samples.instant("2015-07-06T10:00:00Z")
        var drift = try notice(.drift, Samples.partialRun())
        drift.run?.drift = ["`response.docs[*].slideshow_credits` is new"]
        let notices = [
            failed, again, try notice(.held, Samples.partialRun()), try notice(.stale, nil), drift,
            try notice(.recovered, Samples.completeRun()),
            Notice(id: "0", kind: .test, at: try Samples.instant("2015-07-08T10:02:01Z")),
        ]
        let bodies = notices.map { NoticeBody($0, version: "1.0").json + "\n" }
        expectGolden(bodies.joined(), named: "notices.jsonl")
    }
}
