internal import Articles
internal import Chronology
internal import Commands
internal import Lifecycle
internal import SQLiteStore
internal import Sandbox
internal import Synchronization
internal import TestSupport
internal import Testing

/// A wall clock on which a day passes in seconds, and an alarm that goes by it.
private struct FastTime: Sendable {
    let start: Instant
    let speed: Double
    private let began = ContinuousClock.now

    var clock: WallClock {
        WallClock { [self] in
            let passed = began.duration(to: .now)
            return start.adding(passed * speed)
        }
    }

    /// How long something takes really.
    func really(_ time: Duration) -> Duration { time / speed }
}

/// An alarm on a clock that is not the system's.
private final class FastAlarm: Alarm {
    let rings: AsyncStream<AlarmRing>
    private let ring: AsyncStream<AlarmRing>.Continuation
    private let time: FastTime
    private let wait = Mutex<Task<Void, Never>?>(nil)

    init(_ time: FastTime) {
        (rings, ring) = AsyncStream.makeStream(of: AlarmRing.self, bufferingPolicy: .bufferingNewest(1))
        self.time = time
    }

    func set(_ instant: Instant?) throws(AlarmClockFailure) {
        wait.withLock { wait in
            wait?.cancel()
            guard let instant else { return }
            let rest = time.really(max(instant.since(time.clock.now), .zero))
            wait = Task { [ring] in if (try? await Task.sleep(for: rest)) != nil { ring.yield(.due) } }
        }
    }

    func close() {
        wait.withLock { $0?.cancel() }
        ring.finish()
    }
}

/// The whole program inside a test, on a clock that runs fast.
@Suite(.timeLimit(.minutes(5))) struct `A day of a service` {
    @Test func `has every run that its schedules ask for, and none besides`() async throws {
        let sandbox = try Sandbox.start(.july(12), clock: .still)
        defer { sandbox.stop() }
        let place = try ServicePlace()
        try place.configure(
            sandbox.baseURL,
            [
                ("hourly", "schedule = \"@hourly\"\ntimezone = \"Europe/Berlin\""),
                ("quarters", "schedule = \"every 6h\""),
                ("morning", "schedule = \"30 6 * * *\"\ntimezone = \"America/New_York\""),
                ("asked", ""),
            ])
        // Noon of a summer's day, and so 14 in Berlin and 8 in New York; a day in some twelve seconds.
        let time = FastTime(start: Instant(secondsSince1970: 1_435_752_000), speed: 7_200)
        var context = ProcessContext(
            arguments: ["--config", place.folder.file("articlesync.toml"), "run"],
            environment: ["THE_KEY": Place.key], clock: time.clock,
            output: Output(width: nil) { (_) throws(OutputClosed) in },
            errors: Output(width: nil) { (_) throws(OutputClosed) in })
        context.alarm = { FastAlarm(time) }
        let reader = SQLiteArticleReader(path: place.place.store)
        let program = Program(context)
        let code = try await withThrowingTaskGroup(of: ExitCode?.self) { group in
            group.addTask { await program.run() }
            group.addTask {
                // The day begins with the first run, however long the machine takes to that.
                try await Waiting.until { !((try? reader.runs(query: nil, limit: 1)) ?? []).isEmpty }
                try await Task.sleep(for: time.really(.seconds(86_400)))
                return nil
            }
            // The clock comes first; the program is stopped by it.
            while let ended = try await group.next() {
                if let ended { return ended }
                group.cancelAll()
            }
            return ExitCode.failed
        }
        #expect(code == .done)
        let runs = try reader.runs(query: nil, limit: 1_000)
        let end = runs.compactMap(\.finishedAt).max() ?? time.start
        #expect(runs.allSatisfy { $0.outcome == .complete || $0.outcome == .parked })
        let starts = Dictionary(grouping: runs, by: \.query).mapValues { $0.map(\.startedAt).sorted() }
        #expect(starts["asked"] == nil && (1...2).contains(starts["morning"]?.count ?? 0))
        // On a busy machine a run may be so late that the next hour has come: then it stands for both. Never are there two
        // for one.
        for (query, every) in [("hourly", 3_600), ("quarters", 6 * 3_600)] {
            let starts = try #require(starts[query])
            #expect(starts.count <= Int(end.since(time.start).components.seconds) / every + 2, "\(query): \(starts)")
            let gaps = zip(starts, starts.dropFirst()).dropFirst().map { $1.since($0) }
            #expect(gaps.allSatisfy { $0 > .seconds(every / 20) }, "\(query): \(starts)")
        }
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        // The first comes when the service gets to it, as nothing is there yet; another not before half past six has come.
        let mornings = starts["morning"] ?? []
        for (before, after) in zip(mornings, mornings.dropFirst()) {
            let day = zone.day(at: before)
            let due = [day, day.adding(days: 1)].map { zone.startOfDay($0).adding(.seconds(6 * 3_600 + 1_800)) }
                .first { $0 > before }
            #expect(after >= (due ?? before), "\(mornings)")
        }
        try place.place.checkStore()
    }
}
