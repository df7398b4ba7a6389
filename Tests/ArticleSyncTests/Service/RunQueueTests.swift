internal import ArticleSync
internal import Articles
internal import Chronology
internal import Testing

/// Queries and runs for those who test what runs when.
enum ServiceScene {
    /// 2015-07-01T00:00:00Z.
    static let start = Instant(secondsSince1970: 1_435_708_800)
    static let day = DayRange(last: 1, endingOn: start.utcDay)

    static func at(_ seconds: Int) -> Instant { start.adding(.seconds(seconds)) }

    static func query(_ name: String, every schedule: String? = "every 1h", provider: String = "p") throws
        -> ArticleQuery
    {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        var query = ArticleQuery(name: name, provider: provider, window: .last(days: 1), timeZone: zone)
        query.text = name
        query.schedule = schedule
        return query
    }

    static func run(
        _ name: String, _ outcome: RunOutcome = .complete, from began: Instant, to ended: Instant,
        failure: SourceFailure.Kind? = nil, nextTryAt: Instant? = nil
    ) -> Run {
        var run = Run(
            id: 1, query: name, startedAt: began, finishedAt: ended, outcome: outcome, window: day,
            reason: outcome == .complete ? nil : "because", failure: failure)
        run.nextTryAt = nextTryAt
        return run
    }

    /// The journal of a query that ran well at an instant.
    static func record(ranAt began: Instant) -> RunRecord {
        var record = RunRecord()
        _ = record.add(older: run("q", from: began, to: began))
        return record
    }
}

@Suite struct `A queue of runs` {
    private typealias Scene = ServiceScene

    private func names(_ step: RunQueue.Step) -> [String] { step.starts.map(\.name) }

    @Test func `starts what never ran at once, and sleeps until the next is due`() throws {
        var queue = RunQueue([try Scene.query("a")], records: [:], at: Scene.start)
        let step = queue.step(at: Scene.start)
        #expect(names(step) == ["a"] && step.alarm == Scene.start.adding(ArticleQuery.standardDeadline))
        #expect(queue.running == 1)
        #expect(names(queue.step(at: Scene.start)).isEmpty, "it runs already")
        queue.ended("a", .success(Scene.run("a", from: Scene.start, to: Scene.at(1))), at: Scene.at(1))
        let next = queue.step(at: Scene.at(1))
        let alarm = try #require(next.alarm)
        #expect(next.starts.isEmpty && alarm > Scene.at(1) && alarm <= Scene.at(3_601))
        #expect(queue.standing.map(\.nextRunAt) == [alarm])
        #expect(names(queue.step(at: alarm.adding(.milliseconds(-1)))).isEmpty)
        #expect(names(queue.step(at: alarm)) == ["a"])
    }

    @Test func `runs what has no schedule on request alone`() throws {
        var queue = RunQueue([try Scene.query("a", every: nil)], records: [:], at: Scene.start)
        #expect(queue.step(at: Scene.start) == RunQueue.Step())
        queue.askAll(at: Scene.start)
        #expect(names(queue.step(at: Scene.start)) == ["a"])
        queue.askAll(at: Scene.start)
        queue.ended("a", .success(Scene.run("a", from: Scene.start, to: Scene.at(1))), at: Scene.at(1))
        #expect(queue.step(at: Scene.at(1)) == RunQueue.Step(), "one that ran is not wanted twice")
    }

    @Test func `makes up once what was missed, those that wait longest first`() throws {
        let queries = try ["a", "b", "c"].map { try Scene.query($0) }
        let records = [
            "a": Scene.record(ranAt: Scene.at(-10_000)), "b": Scene.record(ranAt: Scene.at(-900_000)),
            "c": Scene.record(ranAt: Scene.at(-50_000)),
        ]
        var queue = RunQueue(queries, records: records, at: Scene.start)
        #expect(names(queue.step(at: Scene.start)) == ["b", "c", "a"])
        queue.ended("b", .success(Scene.run("b", from: Scene.start, to: Scene.at(1))), at: Scene.at(1))
        let step = queue.step(at: Scene.at(1))
        #expect(step.starts.isEmpty && step.alarm.map { $0 > Scene.at(1) } == true, "once, however often it came")
    }

    @Test func `gives one provider so many places, and no provider another's`() throws {
        let queries =
            try (0..<6).map { try Scene.query("a\($0)", provider: "a") } + [try Scene.query("b", provider: "b")]
        let records = Dictionary(uniqueKeysWithValues: queries.map { ($0.name, Scene.record(ranAt: Scene.at(-9_000))) })
        var queue = RunQueue(queries, records: records, at: Scene.start, runsPerProvider: 2)
        let first = names(queue.step(at: Scene.start))
        #expect(first.count { $0.hasPrefix("a") } == 2 && first.contains("b"))
        let ended = try #require(first.first { $0.hasPrefix("a") })
        queue.ended(ended, .success(Scene.run(ended, from: Scene.start, to: Scene.at(1))), at: Scene.at(1))
        #expect(names(queue.step(at: Scene.at(1))).count == 1)
        #expect(queue.running == 3)
    }

    @Test func `keeps a place for queries that were read before, whatever backfills there are`() throws {
        let backfills = try (0..<9).map { try Scene.query("new\($0)") }
        let daily = try Scene.query("daily")
        var queue = RunQueue(
            backfills + [daily], records: ["daily": Scene.record(ranAt: Scene.start)], at: Scene.start)
        let first = queue.step(at: Scene.start)
        #expect(first.starts.count == RunQueue.runsPerProvider - 1)
        #expect(first.starts.allSatisfy { $0.name.hasPrefix("new") })
        let alarm = try #require(first.alarm)
        #expect(names(queue.step(at: alarm)) == ["daily"])
    }

    @Test func `waits after failures, longer each time, and forgets them after a success`() throws {
        var queue = RunQueue([try Scene.query("a", every: "every 1m")], records: [:], at: Scene.start)
        var now = Scene.start
        var waits: [Duration] = []
        for failures in 1...9 {
            #expect(names(queue.step(at: now)) == ["a"])
            queue.ended("a", .success(Scene.run("a", .failed, from: now, to: now, failure: .transient)), at: now)
            #expect(queue.standing.map(\.failures) == [failures])
            let alarm = try #require(queue.step(at: now).alarm)
            waits.append(alarm.since(now))
            now = alarm
        }
        #expect(waits[0] >= .seconds(60) && waits[3] >= .seconds(480) && waits.allSatisfy { $0 <= .seconds(4_500) })
        #expect(zip(waits, waits.dropFirst()).prefix(5).allSatisfy { $0 < $1 })
        #expect(names(queue.step(at: now)) == ["a"])
        queue.ended("a", .success(Scene.run("a", from: now, to: now)), at: now)
        #expect(queue.standing.map(\.failures) == [0])
        #expect(queue.step(at: now).alarm.map { $0.since(now) <= .seconds(60) } == true)
    }

    @Test func `counts a run that could not even be journalled as a failure`() throws {
        var queue = RunQueue([try Scene.query("a")], records: [:], at: Scene.start)
        _ = queue.step(at: Scene.start)
        let failure = StoreFailure(.busy, tried: "begin", reason: "locked")
        queue.ended("a", .failure(failure), at: Scene.at(9))
        #expect(queue.standing.map(\.failures) == [1])
        #expect(queue.step(at: Scene.at(9)).alarm.map { $0 >= Scene.at(69) && $0 < Scene.at(90) } == true)
    }

    @Test(arguments: [nil, 5_000])
    func `goes on with a parked run when its budget returns, whatever its schedule`(_ back: Int?) throws {
        for schedule in ["every 30 days", nil] {
            var queue = RunQueue([try Scene.query("a", every: schedule)], records: [:], at: Scene.start)
            queue.askAll(at: Scene.start)
            _ = queue.step(at: Scene.start)
            let run = Scene.run(
                "a", .parked, from: Scene.start, to: Scene.at(10), failure: .daySpent,
                nextTryAt: back.map { Scene.at($0) })
            queue.ended("a", .success(run), at: Scene.at(10))
            #expect(queue.step(at: Scene.at(10)).alarm == Scene.at(back ?? 70))
            #expect(names(queue.step(at: Scene.at(back ?? 70))) == ["a"])
        }
    }

    @Test func `goes on at once with what the end of its process cut off`() throws {
        var record = Scene.record(ranAt: Scene.at(-100))
        record.add(newer: Scene.run("a", .interrupted, from: Scene.at(-50), to: Scene.at(-40)))
        var queue = RunQueue([try Scene.query("a", every: "every 30 days")], records: ["a": record], at: Scene.start)
        #expect(names(queue.step(at: Scene.start)) == ["a"])
    }

    @Test func `skips, and does not queue, what runs elsewhere`() throws {
        var queue = RunQueue([try Scene.query("a")], records: [:], at: Scene.start)
        _ = queue.step(at: Scene.start)
        queue.ended("a", .success(Scene.run("a", .skipped, from: Scene.start, to: Scene.start)), at: Scene.start)
        let step = queue.step(at: Scene.start)
        #expect(step.starts.isEmpty && step.alarm.map { $0 > Scene.start } == true)
    }

    @Test(arguments: [SourceFailure.Kind.badQuery, .badKey])
    func `asks again after a refusal at the next schedule, then after waits that grow to a day`(
        _ failure: SourceFailure.Kind
    ) throws {
        let query = try Scene.query("a", every: "every 10m")
        var queue = RunQueue([query], records: [:], at: Scene.start)
        var now = Scene.start
        var waits: [Duration] = []
        for _ in 1...10 {
            #expect(names(queue.step(at: now)) == ["a"])
            queue.ended("a", .success(Scene.run("a", .failed, from: now, to: now, failure: failure)), at: now)
            let alarm = try #require(queue.step(at: now).alarm)
            waits.append(alarm.since(now))
            now = alarm
        }
        #expect(waits[0] <= .seconds(600), "the next schedule")
        #expect(
            zip(waits.dropFirst(), [1, 2, 4, 8, 16, 24, 24, 24, 24]).allSatisfy { wait, hours in
                wait >= .seconds(hours * 3_600) && wait <= .seconds(hours * 3_600 + 600)
            }, "\(waits)")
        #expect(names(queue.step(at: now)) == ["a"])
        queue.ended("a", .success(Scene.run("a", from: now, to: now)), at: now)
        #expect(queue.step(at: now).alarm.map { $0.since(now) <= .seconds(600) } == true, "all is forgotten")
    }

    @Test func `a refusal of one query does not stop another, and a second stops all of the provider for an hour`()
        throws
    {
        let queries =
            try ["a", "b", "c"].map { try Scene.query($0, every: "every 5m") }
            + [try Scene.query("d", every: "every 5m", provider: "other")]
        let records = Dictionary(uniqueKeysWithValues: queries.map { ($0.name, Scene.record(ranAt: Scene.at(-900))) })
        var queue = RunQueue(queries, records: records, at: Scene.start, runsPerProvider: 1)
        func refuse(_ name: String, at now: Instant) {
            let run = Scene.run(name, .failed, from: now, to: now, failure: .badKey)
            queue.ended(name, .success(run), at: now)
        }
        var started = names(queue.step(at: Scene.start))
        #expect(started.contains("d"))
        queue.ended("d", .success(Scene.run("d", from: Scene.start, to: Scene.start)), at: Scene.start)
        let first = try #require(started.first { $0 != "d" })
        refuse(first, at: Scene.at(1))
        #expect(queue.keyRefused(by: "p") == nil, "it may be about that query alone")
        started = names(queue.step(at: Scene.at(2)))
        let second = try #require(started.first)
        #expect(started.count == 1 && second != first)
        refuse(second, at: Scene.at(2))
        #expect(queue.keyRefused(by: "p") == Scene.at(3_602) && queue.keyRefused(by: "other") == nil)
        #expect(
            queue.standing.allSatisfy { $0.provider == "other" || $0.nextRunAt.map { $0 >= Scene.at(3_602) } == true })
        #expect(names(queue.step(at: Scene.at(3_601))) == ["d"], "the key of another provider is another")
        #expect(queue.step(at: Scene.at(3_601)).alarm == Scene.at(3_602))
        // One probe, however many wait and could run side by side.
        started = names(queue.step(at: Scene.at(3_602)))
        #expect(started.count == 1 && ![first, second].contains(started[0]), "the one that has waited longest")
        #expect(names(queue.step(at: Scene.at(3_603))).isEmpty)
        refuse(started[0], at: Scene.at(3_603))
        #expect(queue.keyRefused(by: "p") == Scene.at(7_203))
        #expect(names(queue.step(at: Scene.at(7_202))).isEmpty)
        let probe = try #require(names(queue.step(at: Scene.at(7_203))).first)
        queue.ended(probe, .success(Scene.run(probe, from: Scene.at(7_203), to: Scene.at(7_204))), at: Scene.at(7_204))
        #expect(queue.keyRefused(by: "p") == nil && names(queue.step(at: Scene.at(7_204))).count == 1)
    }

    @Test func `one query alone tries a refused key, with places for more`() throws {
        let queries = try ["a", "b", "c"].map { try Scene.query($0, every: "every 5m") }
        let records = Dictionary(uniqueKeysWithValues: queries.map { ($0.name, Scene.record(ranAt: Scene.at(-900))) })
        var queue = RunQueue(queries, records: records, at: Scene.start)
        #expect(names(queue.step(at: Scene.start)).count == 3)
        for query in queries {
            let run = Scene.run(query.name, .failed, from: Scene.start, to: Scene.at(1), failure: .badKey)
            queue.ended(query.name, .success(run), at: Scene.at(1))
        }
        #expect(names(queue.step(at: Scene.at(3_600))).isEmpty)
        #expect(names(queue.step(at: Scene.at(3_601))).count == 1)
    }

    @Test func `a refused key is asked again at once when somebody wants every query`() throws {
        let queries = try ["a", "b"].map { try Scene.query($0) }
        var queue = RunQueue(queries, records: [:], at: Scene.start)
        func refuseAll(at now: Instant) {
            for query in queries {
                let run = Scene.run(query.name, .failed, from: now, to: now, failure: .badKey)
                queue.ended(query.name, .success(run), at: now)
            }
        }
        _ = queue.step(at: Scene.start)
        refuseAll(at: Scene.start)
        #expect(names(queue.step(at: Scene.at(1))).isEmpty)
        queue.askAll(at: Scene.at(1))
        #expect(names(queue.step(at: Scene.at(1))).count == 2)
        refuseAll(at: Scene.at(2))
        #expect(queue.keyRefused(by: "p") == Scene.at(3_602))
        _ = queue.reconfigure(queries, records: [:], at: Scene.at(3))
        #expect(names(queue.step(at: Scene.at(3))).count == 2)
    }

    @Test func `a query that goes while it runs is told, and forgotten at its end`() throws {
        let (a, b) = (try Scene.query("a"), try Scene.query("b"))
        var queue = RunQueue([a, b], records: [:], at: Scene.start)
        _ = queue.step(at: Scene.start)
        #expect(queue.reconfigure([b], records: [:], at: Scene.at(1)) == ["a"])
        #expect(queue.standing.map(\.name) == ["b"] && queue.running == 2)
        queue.ended("a", .success(Scene.run("a", .parked, from: Scene.start, to: Scene.at(2))), at: Scene.at(2))
        #expect(queue.running == 1 && queue.step(at: Scene.at(999)).starts.isEmpty)
    }

    @Test func `a query that goes and comes back while it runs has one run still`() throws {
        let a = try Scene.query("a")
        var queue = RunQueue([a], records: [:], at: Scene.start)
        _ = queue.step(at: Scene.start)
        _ = queue.reconfigure([], records: [:], at: Scene.at(1))
        _ = queue.reconfigure([a], records: [:], at: Scene.at(2))
        queue.askAll(at: Scene.start)
        #expect(queue.step(at: Scene.at(3)).starts.isEmpty && queue.running == 1)
        queue.ended("a", .success(Scene.run("a", from: Scene.start, to: Scene.at(4))), at: Scene.at(4))
        #expect(queue.running == 0 && queue.standing.map(\.name) == ["a"])
    }

    @Test func `a changed schedule holds from the reload on, and waits after failures end with it`() throws {
        var query = try Scene.query("a", every: "every 30 days")
        var queue = RunQueue([query], records: ["a": Scene.record(ranAt: Scene.start)], at: Scene.start)
        let before = try #require(queue.step(at: Scene.start).alarm)
        query.schedule = "every 1m"
        _ = queue.reconfigure([query], records: [:], at: Scene.at(1))
        #expect(before > Scene.at(61))
        // Sooner than a minute where its place in the rhythm has come just now.
        #expect(queue.step(at: Scene.at(61)).starts.map(\.name) == ["a"])
    }

    @Test func `a query that came with a reload starts by what the journal says of it`() throws {
        var queue = RunQueue([], records: [:], at: Scene.start)
        _ = queue.reconfigure(
            [try Scene.query("a")], records: ["a": Scene.record(ranAt: Scene.start)], at: Scene.start)
        #expect(queue.step(at: Scene.start).starts.isEmpty)
    }

    /// Before, at and long after a clock is set, by days in both directions.
    @Test(arguments: [-400, -30, -1, 1, 30, 400])
    func `neither floods nor starves when the clock is set`(_ days: Int) throws {
        var queue = RunQueue(
            try ["a", "b"].map { try Scene.query($0, every: "every 6h") },
            records: ["a": Scene.record(ranAt: Scene.start), "b": Scene.record(ranAt: Scene.start)], at: Scene.start)
        _ = queue.step(at: Scene.start)
        let set = Scene.at(days * 86_400)
        queue.clockWasSet(at: set)
        var now = set
        var runs = 0
        // What happens in the 24 hours after, as the alarm tells it.
        while now <= set.adding(.seconds(86_400)) {
            let step = queue.step(at: now)
            for query in step.starts {
                runs += 1
                queue.ended(query.name, .success(Scene.run(query.name, from: now, to: now)), at: now)
            }
            guard let alarm = queue.step(at: now).alarm else { break }
            #expect(alarm > now)
            now = alarm
        }
        #expect((6...10).contains(runs), "4 a query and day, and one made up")
    }

    @Test func `a parked run is not forgotten by a clock that is set back far`() throws {
        var queue = RunQueue([try Scene.query("a")], records: [:], at: Scene.start)
        _ = queue.step(at: Scene.start)
        let run = Scene.run("a", .parked, from: Scene.start, to: Scene.start, nextTryAt: Scene.at(80_000))
        queue.ended("a", .success(run), at: Scene.start)
        let set = Scene.at(-400 * 86_400)
        queue.clockWasSet(at: set)
        #expect(queue.step(at: set).alarm.map { $0 <= set.adding(.seconds(25 * 3_600)) } == true)
    }

    @Test func `a run that was to go on and cannot be journalled waits like any failure`() throws {
        var record = RunRecord()
        record.add(newer: Scene.run("a", .interrupted, from: Scene.at(-50), to: Scene.at(-40)))
        var queue = RunQueue([try Scene.query("a")], records: ["a": record], at: Scene.start)
        #expect(names(queue.step(at: Scene.start)) == ["a"])
        queue.ended("a", .failure(StoreFailure(.full, tried: "begin", reason: "full")), at: Scene.at(1))
        let step = queue.step(at: Scene.at(1))
        #expect(step.starts.isEmpty && step.alarm.map { $0 >= Scene.at(61) } == true)
    }

    @Test func `what a provider says of its budget is never now`() throws {
        var queue = RunQueue([try Scene.query("a")], records: [:], at: Scene.start)
        _ = queue.step(at: Scene.start)
        let run = Scene.run("a", .parked, from: Scene.start, to: Scene.at(1), nextTryAt: Scene.at(-900))
        queue.ended("a", .success(run), at: Scene.at(1))
        #expect(queue.step(at: Scene.at(1)).starts.isEmpty)
        #expect(names(queue.step(at: Scene.at(6))) == ["a"])
    }

    @Test(arguments: [SourceFailure.Kind.badKey, .badQuery, .transient, .daySpent])
    func `what failed or waits is tried again at once after a reload`(_ failure: SourceFailure.Kind) throws {
        let query = try Scene.query("a", every: "every 30 days")
        let asked = try Scene.query("b", every: nil)
        var queue = RunQueue([query, asked], records: [:], at: Scene.start)
        queue.askAll(at: Scene.start)
        _ = queue.step(at: Scene.start)
        for name in ["a", "b"] {
            let outcome: RunOutcome = failure == .daySpent ? .parked : .failed
            let run = Scene.run(
                name, outcome, from: Scene.start, to: Scene.start, failure: failure, nextTryAt: Scene.at(80_000))
            queue.ended(name, .success(run), at: Scene.start)
        }
        #expect(queue.step(at: Scene.at(1)).starts.isEmpty)
        _ = queue.reconfigure([query, asked], records: [:], at: Scene.at(2))
        #expect(names(queue.step(at: Scene.at(2))) == ["a"], "one without a schedule is only wanted on request")
    }

    @Test func `tells whose run takes longer than it may, and counts anew when the clock is set`() throws {
        var query = try Scene.query("a")
        query.deadline = .seconds(100)
        var queue = RunQueue([query], records: [:], at: Scene.start)
        #expect(queue.step(at: Scene.start).alarm == Scene.at(100))
        #expect(queue.step(at: Scene.at(99)).overdue.isEmpty)
        #expect(queue.step(at: Scene.at(100)).overdue == ["a"])
        queue.clockWasSet(at: Scene.at(9_000))
        let step = queue.step(at: Scene.at(9_000))
        #expect(step.overdue.isEmpty && step.alarm == Scene.at(9_100))
    }

    @Test func `starts nothing once it is to stop`() throws {
        var queue = RunQueue(
            [try Scene.query("a"), try Scene.query("b")], records: [:], at: Scene.start, runsPerProvider: 1)
        #expect(queue.step(at: Scene.start).starts.count == 1)
        queue.stop()
        queue.askAll(at: Scene.start)
        #expect(queue.step(at: Scene.at(9_999)) == RunQueue.Step())
        #expect(queue.isStopping && queue.running == 1)
    }
}
