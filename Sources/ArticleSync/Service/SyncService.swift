package import Articles
package import Chronology
internal import Synchronization
package import Telemetry

/// Runs queries when they are due, for as long as it is not told to stop.
///
/// It sleeps until the earliest is due, until a run ends, or until it is told something: nothing ticks.
package final class SyncService: Sendable {
    /// Does one run, whatever comes of it.
    package typealias Perform = @Sendable (ArticleQuery, RunStop) async -> Result<Run, StoreFailure>

    private let clock: WallClock
    private let logger: Logger
    private let records: @Sendable () throws(StoreFailure) -> [String: RunRecord]
    private let setAlarm: @Sendable (Instant?) -> Void
    private let perform: Perform
    private let onWake: @Sendable () -> Void
    private let onChange: @Sendable (Activity) -> Void
    private let onRest: @Sendable () -> Void
    /// Written by `run` alone, read by whoever asks how things stand.
    private let queue: Mutex<RunQueue>
    private let events: AsyncStream<ServiceEvent>
    private let event: AsyncStream<ServiceEvent>.Continuation

    /// - Parameters:
    ///   - records: what the journal says about queries' last runs.
    ///   - setAlarm: asks for `.alarm` at an instant; nil is only when the clock is set.
    ///   - onWake: told that it has something to do.
    ///   - onRest: told that nothing is to be done for a while.
    ///   - onChange: told what it does, whenever that may have changed.
    package init(
        clock: WallClock, logger: Logger,
        records: @escaping @Sendable () throws(StoreFailure) -> [String: RunRecord],
        setAlarm: @escaping @Sendable (Instant?) -> Void,
        onWake: @escaping @Sendable () -> Void = {}, onRest: @escaping @Sendable () -> Void = {},
        onChange: @escaping @Sendable (Activity) -> Void = { _ in },
        perform: @escaping Perform
    ) {
        self.clock = clock
        self.logger = logger
        self.records = records
        self.setAlarm = setAlarm
        self.perform = perform
        self.onWake = onWake
        self.onChange = onChange
        self.onRest = onRest
        queue = Mutex(RunQueue([], records: [:], at: clock.now))
        (events, event) = AsyncStream.makeStream(of: ServiceEvent.self)
    }

    /// What it does once it has done all that there was to do.
    package struct Activity: Sendable, Hashable {
        package var queries: Int
        package var running: Int
        /// When the next is due that does not run; nil where nothing is.
        package var nextAt: Instant?
        /// When it has something to do by itself.
        package var wakesAt: Instant?
    }

    /// Tells it something, from any thread.
    package func tell(_ happening: ServiceEvent) { event.yield(happening) }

    /// How every query stands, in the order of the configuration.
    package var standing: [ServiceStanding.Query] { queue.withLock { $0.standing } }

    /// Serves until it is told to stop and the last run has ended; to be called once.
    ///
    /// - Throws: where the journal cannot be read at the beginning.
    package func run(_ queries: [ArticleQuery]) async throws(StoreFailure) {
        let records = try records()
        queue.withLock { $0 = RunQueue(queries, records: records, at: clock.now) }
        var stops: [String: RunStop] = [:]
        await withDiscardingTaskGroup { group in
            goOn(&stops, in: &group)
            for await happening in events {
                onWake()
                take(happening, &stops)
                goOn(&stops, in: &group)
                if queue.withLock({ $0.isStopping && $0.running == 0 }) { break }
            }
        }
    }

    private func take(_ happening: ServiceEvent, _ stops: inout [String: RunStop]) {
        switch happening {
        case .alarm: break
        case .clockWasSet: queue.withLock { $0.clockWasSet(at: clock.now) }
        case .syncAll: queue.withLock { $0.askAll(at: clock.now) }
        case .reconfigured(let queries):
            let records = known()
            let gone = queue.withLock { $0.reconfigure(queries, records: records, at: clock.now) }
            for name in gone { stops[name]?.stop("the configuration has the query no more") }
        case .stop:
            queue.withLock { $0.stop() }
            for stop in stops.values { stop.stop("the service was stopped; it resumes when the service starts again") }
        case .ended(let name, let result):
            stops[name] = nil
            let refusal = queue.withLock { queue -> (provider: String, until: Instant)? in
                guard let provider = queue.provider(of: name) else { return nil }
                let former = queue.keyRefused(by: provider)
                queue.ended(name, result, at: clock.now)
                return queue.keyRefused(by: provider).flatMap { $0 == former ? nil : (provider, $0) }
            }
            if case .success(let run) = result, run.outcome == .failed || run.outcome == .parked,
                let next = standing.first(where: { $0.name == name })?.nextRunAt
            {
                logger.log(.info, "next try", ["query": name, "at": next])
            }
            if let refusal {
                logger.log(
                    .warning, "the key is refused; no query of the provider asks before one tries again",
                    ["provider": refusal.provider, "next_try_at": refusal.until])
            }
        }
    }

    /// What the journal says; where it cannot be read, queries that are new count as never run.
    private func known() -> [String: RunRecord] {
        do throws(StoreFailure) {
            return try records()
        } catch {
            logger.log(.warning, "the journal could not be read", ["reason": error])
            return [:]
        }
    }

    /// Who rests so long holds nothing meanwhile that can be had again.
    private static let rest = Duration.seconds(5)

    private func goOn(_ stops: inout [String: RunStop], in group: inout DiscardingTaskGroup) {
        let activity = start(&stops, in: &group)
        guard activity.running == 0 else { return }
        if activity.wakesAt.map({ $0.since(clock.now) >= Self.rest }) ?? true { onRest() }
    }

    /// Starts what is due, and sets the alarm for what is due next.
    private func start(_ stops: inout [String: RunStop], in group: inout DiscardingTaskGroup) -> Activity {
        let (step, activity) = queue.withLock { queue in
            let step = queue.step(at: clock.now)
            return (
                step, Activity(queries: queue.count, running: queue.running, nextAt: step.nextDue, wakesAt: step.alarm)
            )
        }
        for name in step.overdue {
            guard let deadline = queue.withLock({ $0.deadline(of: name) }) else { continue }
            stops[name]?.stop("its deadline of \(deadline.asWritten) has passed; it resumes in a minute")
        }
        for query in step.starts {
            let stop = RunStop()
            stops[query.name] = stop
            group.addTask { self.event.yield(.ended(query: query.name, await self.run(query, stop))) }
        }
        setAlarm(step.alarm)
        onChange(activity)
        return activity
    }

    /// One run, which may be stopped.
    private func run(_ query: ArticleQuery, _ stop: RunStop) async -> Result<Run, StoreFailure> {
        await withTaskGroup(of: Result<Run, StoreFailure>?.self) { group in
            group.addTask { await self.perform(query, stop) }
            group.addTask {
                await stop.wait()
                return nil
            }
            while let ended = await group.next() {
                if let ended {
                    group.cancelAll()
                    return ended
                }
                // Told to stop, the run is cancelled; told so or not, its result is waited for.
                if stop.reason != nil { group.cancelAll() }
            }
            return .failure(StoreFailure(.other, tried: "run \(query.name)", reason: "it ended without a word"))
        }
    }
}

extension Duration {
    /// As a person would write it in the configuration: `12h`, `90m`, `1.5s`.
    fileprivate var asWritten: String {
        let (seconds, attoseconds) = components
        guard attoseconds == 0 else { return "\(Double(seconds) + Double(attoseconds) / 1e18)s" }
        if seconds % 3_600 == 0 { return "\(seconds / 3_600)h" }
        return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
    }
}
