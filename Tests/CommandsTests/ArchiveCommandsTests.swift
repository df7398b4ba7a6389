internal import Chronology
internal import Sandbox
internal import TestSupport
internal import Testing

/// What a person does with results that are gathered, held, kept and gone: on the real program.
@Suite(.timeLimit(.minutes(5))) struct `An archive` {
    private func all(_ sandbox: Sandbox) -> Set<String> { Set(sandbox.corpus.ids(text: "sandbox")) }

    @Test func `is filled over several days, and each day goes on where the last one stopped`() async throws {
        var options = try SandboxOptions.july(420)
        options.cap = 100
        options.requestsKept = .max
        let sandbox = try Sandbox.start(options, clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        func configure(_ perDay: Int) throws {
            try place.configure(
                sandbox.baseURL,
                provider: "paging = { cap = 100 }\nretry = { attempts = 1, wait = \"1ms\" }\nreserve_for_fresh = 0.2"
            )
            let file = place.folder.file("articlesync.toml")
            let text = try Files.text(file).replacing("requests_per_day = 0", with: "requests_per_day = \(perDay)")
            try place.folder.write(text, to: "articlesync.toml")
        }
        try configure(20)
        let before = try await place.run("plan", "july")
        #expect(before.code == 0 && before.output.contains("not known") && before.output.contains("at least 1"))
        #expect(sandbox.requestCount == 0 && !Files.exists(place.store))

        let first = try await place.run("sync")
        #expect(first.code == 75, "\(first)")
        #expect(first.output.contains("july: parked") && first.output.contains("16 of about"), "\(first)")
        #expect(first.output.contains("kept for fresh days (reserve_for_fresh)"), "\(first)")
        let middle = try await place.run("plan", "july")
        #expect(middle.output.contains("16 pages of a run that did not end"), "\(middle)")
        #expect(middle.output.contains("420"), "\(middle)")
        let status = try await place.run("status", "july")
        #expect(status.output.contains("nothing stored yet: the first sync waits"), "\(status)")
        #expect(status.output.contains("16 pages of 420 results of 2015-07-01…2015-07-31 kept since"), "\(status)")
        #expect(try await place.storedIDs().isEmpty)

        // The budgets of the days after: more of it, as the day cannot be awaited here.
        for perDay in [40, 60] {
            try configure(perDay)
            let next = try await place.run("sync", "--json")
            #expect(next.code == (perDay == 60 ? 0 : 75), "\(next)")
            let windows = perDay == 60 ? "\"windows\":[{\"from\":\"2015-07-01\"" : "\"windows\":[]"
            #expect(next.output.contains(windows) && next.output.contains("pages that earlier runs kept"), "\(next)")
            // What a program needs to know stands in members of its own, not in sentences alone.
            let kept = perDay == 60 ? "\"kept_pages\":null" : "\"kept_pages\":32,\"expected_pages\":4"
            #expect(next.output.contains(kept), "\(next)")
            #expect(next.output.contains("\"next_try_at\":null") == (perDay == 60), "\(next)")
        }
        #expect(sandbox.timesAnswered.values.allSatisfy { $0 == 1 })
        #expect(Set(try await place.storedIDs()) == all(sandbox))
        let after = try await place.run("status", "july")
        #expect(after.output.contains("■ complete") && !after.output.contains("□"), "\(after)")
        let plan = try await place.run("plan", "july")
        #expect(plan.output.contains("read at every run") && plan.output.contains("420"), "\(plan)")
    }

    @Test func `what is kept of the day for fresh days is theirs, though a backfill before them is parked`()
        async throws
    {
        let sandbox = try Sandbox.start(.july(420), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(
            sandbox.baseURL, provider: "retry = { attempts = 1, wait = \"1ms\" }\nreserve_for_fresh = 0.2",
            more: """
                [queries.other]
                text = "sandbox"
                from = 2015-07-03
                to = 2015-07-04

                [queries.fresh]
                text = "sandbox"
                last = "2 days"
                """)
        let file = place.folder.file("articlesync.toml")
        let text = try Files.text(file).replacing("requests_per_day = 0", with: "requests_per_day = 20")
        try place.folder.write(text, to: "articlesync.toml")
        let plan = try await place.run("plan")
        #expect(plan.output.contains("16 of 16 left today (4 more are for fresh days alone)"), "\(plan)")
        #expect(plan.output.contains("nyt: all of them together") && plan.output.contains("at least 3 for 3 queries"))

        let synced = try await place.run("sync")
        #expect(synced.code == 75, "\(synced)")
        let lines = synced.output.split(separator: "\n")
        #expect(lines.count == 4, "\(synced)")
        #expect(lines.first?.hasPrefix("july: parked, ") == true, "\(synced)")
        #expect(
            lines.contains("  note: 16 of about 42 pages are kept, and the next run goes on from there"), "\(synced)")
        // It has nothing kept, and does not say so of the query before it.
        #expect(lines.contains { $0.hasPrefix("other: parked, 0 requests") && !$0.contains("july") }, "\(synced)")
        #expect(lines.contains { $0.hasPrefix("fresh: complete, 0 articles") }, "\(synced)")
        #expect(sandbox.requestCount == 17)
        let after = try await place.run("plan", "july", "fresh", "--json")
        #expect(
            after.output.contains("\"requests_left_today\":0") && after.output.contains("\"requests_left_today\":3"))
        #expect(after.output.contains("\"providers\":[{\"name\":\"nyt\",\"queries\":2,\"requests\":27"), "\(after)")
    }

    @Test func `is not made in order to read it again`() async throws {
        let place = try Place()
        try place.configure("http://127.0.0.1:9")
        for words in [["remap"], ["plan"], ["candidates", "list", "july"]] {
            let ending = try await place.run(words)
            #expect(ending.code == 0, "\(ending)")
        }
        #expect(try await place.run("remap", "july").code == 1)
        #expect(try await place.run("candidates", "drop", "july").code == 1)
        #expect(!Files.exists(place.store))
    }

    @Test func `shows what a held result would change, and takes it when a person says so`() async throws {
        let full = try Sandbox.start(.july(30), clock: .still)
        let place = try Place()
        try place.configure(full.baseURL)
        #expect(try await place.run("sync").code == 0)
        let less = try Sandbox.start(.july(8), clock: .still)
        defer { less.stop() }
        try place.configure(less.baseURL)
        let held = try await place.run("sync")
        #expect(held.code == 2 && held.output.contains("july: held"), "\(held)")
        #expect(held.output.contains("`articlesync candidates diff july`"))
        full.stop()
        let asked = less.requestCount

        let list = try await place.run("candidates", "list", "july")
        #expect(list.output.contains("held") && list.output.contains("the present contents"), "\(list)")
        #expect(list.output.contains("UTC: 8 articles came where there had been 30 articles"), "\(list)")
        #expect(list.output.contains("accepted by itself when two further runs come to the same"), "\(list)")
        let difference = try await place.run("candidates", "diff", "july", "--json")
        #expect(
            difference.output.contains("\"added\":0") && difference.output.contains("\"removed\":22"), "\(difference)")
        #expect(try await place.storedIDs().count == 30)
        // No key is needed for what asks nobody.
        let accepted = try await place.run("candidates", "accept", "july", environment: ["THE_KEY": ""])
        #expect(accepted.code == 0 && accepted.output.contains("8 articles"), "\(accepted)")
        #expect(Set(try await place.storedIDs()) == all(less))

        let back = try await place.run("candidates", "accept", "july", "1")
        #expect(back.code == 0 && back.output.contains("30 articles"), "\(back)")
        #expect(try await place.storedIDs().count == 30)
        #expect(less.requestCount == asked)
        #expect(try await place.run("candidates", "accept", "july").errors.contains("no result of july is held back"))
        #expect(try await place.run("candidates", "diff", "july", "99").errors.contains("july has no candidate 99"))
        #expect(try await place.run("candidates", "list", "juli").code == 64)
        #expect(try await place.run("candidates", "keep", "july").code == 64)
        try place.checkStore()
    }

    @Test func `drops a held result, and believes one that two further runs come to`() async throws {
        let full = try Sandbox.start(.july(30), clock: .still)
        let place = try Place()
        try place.configure(full.baseURL)
        #expect(try await place.run("sync").code == 0)
        full.stop()
        let less = try Sandbox.start(.july(8), clock: .still)
        defer { less.stop() }
        try place.configure(less.baseURL)
        #expect(try await place.run("sync").code == 2)
        #expect(try await place.run("candidates", "drop", "july").output.contains("is dropped"))
        #expect(!(try await place.run("candidates", "list", "july").output.contains("held")))
        for code: Int32 in [2, 2, 0] { #expect(try await place.run("sync").code == code) }
        #expect(Set(try await place.storedIDs()) == all(less))
        #expect(try await place.run("runs", "july").output.contains("accepted, as 3 runs came to 8 articles"))
    }

    @Test func `is read again offline after a mapping changed`() async throws {
        let sandbox = try Sandbox.start(.july(25), clock: .still)
        let place = try Place()
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        sandbox.stop()
        let nothing = try await place.run("remap")
        #expect(nothing.code == 0 && nothing.output.contains("july: nothing changed"), "\(nothing)")
        try place.configure(sandbox.baseURL, more: "[providers.nyt.article]\nheadline = [\"abstract\"]")
        let look = try await place.run("remap", "--dry-run")
        #expect(look.output.contains("0 articles would be new, 25 would be changed, 0 would be gone"), "\(look)")
        #expect(look.output.contains("(headline)"))
        let done = try await place.run("remap", "july", "--json")
        #expect(done.code == 0 && done.output.contains("\"changed\":25"), "\(done)")
        #expect(try await place.run("remap").output.contains("nothing changed"))
        let history = try await place.run("history", "1", "--json")
        #expect(history.output.contains("\"field\":\"headline\""), "\(history)")
        try place.checkStore()
    }

    @Test func `is read as it was`() async throws {
        let sandbox = try Sandbox.start(.july(12), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        let before = try await place.run("articles", "july", "--format", "json", "--sort", "provider_id").output
        let status = try await place.run("status", "--json").output
        let mark = "\"contents_at\":\""
        let start = try #require(status.firstRange(of: mark)).upperBound
        let instant = String(status[start...].prefix { $0 != "\"" })
        let id = try #require(sandbox.corpus.ids().first)
        _ = sandbox.change(id)
        _ = sandbox.retract(sandbox.corpus.ids().suffix(1))
        #expect(try await place.run("sync").code == 0)
        #expect(try await place.storedIDs().count == 11)
        let then = try await place.run(
            "articles", "july", "--format", "json", "--sort", "provider_id", "--as-of", instant)
        #expect(then.output.ranges(of: "\"provider_id\"").count == 12, "\(then)")
        func headlines(_ text: String) -> [Substring] { text.split(separator: "\"headline\":").map { $0.prefix(80) } }
        #expect(headlines(then.output).dropFirst() == headlines(before).dropFirst())
        #expect(try await place.run("articles", "--as-of", "2001-01-01").output == "No articles.\n")
        let wrong = try await place.run("articles", "--as-of", "yesterday")
        #expect(wrong.code == 64 && wrong.errors.contains("--as-of takes an instant"))
        let history = try await place.run("history", id)
        #expect(history.output.contains("first seen") && history.output.contains("headline: "), "\(history)")
        #expect(try await place.run("history", "nobody").code == 1)
    }

    @Test func `names what changed about the API, keeps the odd answer, and goes on when it is back`() async throws {
        let good = try Sandbox.start(.july(25), clock: .still)
        let place = try Place()
        try place.configure(good.baseURL)
        #expect(try await place.run("sync").code == 0)
        let odd = try Sandbox.start(.july(25, faults: ["renamed-envelope:always"]), clock: .still)
        try place.configure(odd.baseURL)
        let failed = try await place.run("sync")
        odd.stop()
        #expect(failed.code == 1)
        #expect(failed.output.contains("`response.metadata.hits` is gone; `response.summary.found`"), "\(failed)")
        let explained = try await place.run("explain", "july")
        #expect(explained.output.contains("answers that were not understood"), "\(explained)")
        #expect(
            explained.output.contains("articlesync.toml:") && explained.output.contains("  default\n"), "\(explained)")
        let body = try await place.run("explain", "july", "--answer", "2")
        #expect(body.code == 0 && body.output.contains("\"summary\""), "\(body)")
        #expect(try await place.run("explain", "july", "--answer", "1").code == 1)
        try place.configure(good.baseURL)
        #expect(try await place.run("sync").code == 0)
        good.stop()
    }

    @Test func `tells of documents that are one by address and date and two by id`() async throws {
        var options = try SandboxOptions.july(30)
        options.twins = 2
        let sandbox = try Sandbox.start(options, clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL)
        let synced = try await place.run("sync")
        #expect(synced.code == 0, "\(synced)")
        #expect(synced.output.contains("two documents with one address and date have different ids"), "\(synced)")
        #expect(Set(try await place.storedIDs()) == all(sandbox))
        #expect(try await place.run("status", "july").output.contains("different ids"))
    }
}
