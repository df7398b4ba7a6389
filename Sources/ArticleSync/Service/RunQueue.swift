package import Articles
package import Chronology

/// Which queries run now, and when the next is due: decided from the clock and from how earlier runs ended.
///
/// Queries of different providers do not wait for each other. Within one provider those start first that have been due
/// longest, a few side by side; the last place is kept for queries that have been read before, so that long first runs do
/// not hold up the daily ones. A query has one run at a time.
package struct RunQueue: Sendable {
    /// How many runs of one provider go on side by side.
    package static let runsPerProvider = 4

    private var entries: [String: Entry] = [:]
    /// Names as configured.
    private var order: [String] = []
    /// Whether nothing more is started.
    package private(set) var isStopping = false
    /// Refusals of keys until then do not count, as somebody wanted every query since.
    private var keysForgivenAt: Instant?
    private let runsPerProvider: Int

    private struct Entry: Sendable {
        var query: ArticleQuery
        var rule: RunRule
        var record: RunRecord
        /// When it was first seen, from which a calendar counts where it never ran.
        let since: Instant
        var due: DueTime?
        /// When its run began that goes on; nil where none does.
        var runsSince: Instant?
        /// Whether somebody wants it now, whatever its schedule says.
        var isAsked = false
        /// Whether the configuration has it no more; it is forgotten when its run has ended.
        var isGone = false
        /// When the budget of a run that was parked returns.
        var parkedUntil: Instant?

        var isRunning: Bool { runsSince != nil }

        /// When its run is to be stopped.
        var deadline: Instant? { runsSince?.adding(query.deadline) }

        /// Whether a run of it is likely to be a long one.
        var isBackfill: Bool { record.lastStartedAt == nil || record.stoppedAt != nil }

        /// After so long something that was stopped without a word of when to go on is tried again.
        private static let pause = Duration.seconds(60)
        /// Nor is it tried again at once, whatever a provider says.
        private static let breath = Duration.seconds(5)

        /// Takes note of how a run ended.
        mutating func take(_ run: Run) {
            record.add(newer: run)
            let endedAt = run.finishedAt ?? run.startedAt
            switch run.outcome {
            case .skipped:
                // The run that is going elsewhere stands for this one.
                record.lastStartedAt = run.startedAt
                record.lastEndedAt = endedAt
                record.stoppedAt = nil
            case .parked, .cancelled, .interrupted, .running:
                parkedUntil = max(run.nextTryAt ?? endedAt.adding(Self.pause), endedAt.adding(Self.breath))
            case .failed, .complete, .partial, .capped, .unverified, .held: break
            }
        }

        /// A budget that returns later than so is believed to have been told by a clock since set back.
        private static let longestPark = Duration.seconds(25 * 3_600)

        mutating func think(at now: Instant) {
            record.settle(at: now)
            parkedUntil = parkedUntil.map { min($0, now.adding(Self.longestPark)) }
            due = rule.due(after: record, parkedUntil: parkedUntil, since: since, now: now)
        }
    }

    /// - Parameter records: what the journal says, by name of query.
    package init(
        _ queries: [ArticleQuery], records: [String: RunRecord], at now: Instant,
        runsPerProvider: Int = RunQueue.runsPerProvider
    ) {
        self.runsPerProvider = max(runsPerProvider, 1)
        _ = reconfigure(queries, records: records, at: now)
    }

    // MARK: What happens

    /// Takes another configuration.
    ///
    /// What a reload changes is worth another try at once: waits after failures, refusals and spent budgets are forgotten.
    ///
    /// - Returns: names of queries that are gone and still run.
    package mutating func reconfigure(
        _ queries: [ArticleQuery], records: [String: RunRecord], at now: Instant
    ) -> [String] {
        let names = Set(queries.map(\.name))
        for name in order where !names.contains(name) {
            if entries[name]?.isRunning == true { entries[name]?.isGone = true } else { entries[name] = nil }
        }
        for query in queries {
            var entry =
                entries[query.name]
                ?? Entry(query: query, rule: RunRule(query), record: records[query.name] ?? RunRecord(), since: now)
            entry.query = query
            entry.rule = RunRule(query)
            entry.isGone = false
            if !entry.isRunning, entry.record.failures > 0 || entry.parkedUntil != nil {
                entry.isAsked = query.schedule != nil
                entry.parkedUntil = nil
            }
            entry.record.failures = 0
            entry.think(at: now)
            entries[query.name] = entry
        }
        order = queries.map(\.name)
        return entries.values.filter(\.isGone).map(\.query.name).sorted()
    }

    /// Every query is wanted now, with a key that was refused too; one that runs already is not wanted twice.
    package mutating func askAll(at now: Instant) {
        keysForgivenAt = now
        for name in order where entries[name]?.isRunning == false { entries[name]?.isAsked = true }
    }

    /// Nothing more is started.
    package mutating func stop() { isStopping = true }

    /// The clock was set: what was thought of the future holds no more.
    ///
    /// Nobody can tell how long a run has taken, so that its deadline counts from now.
    package mutating func clockWasSet(at now: Instant) {
        keysForgivenAt = keysForgivenAt.map { min($0, now) }
        for name in entries.keys {
            entries[name]?.think(at: now)
            if entries[name]?.isRunning == true { entries[name]?.runsSince = now }
        }
    }

    /// A run ended.
    package mutating func ended(_ name: String, _ result: Result<Run, StoreFailure>, at now: Instant) {
        guard var entry = entries[name] else { return }
        guard !entry.isGone else {
            entries[name] = nil
            return
        }
        entry.runsSince = nil
        entry.parkedUntil = nil
        switch result {
        case .success(let run): entry.take(run)
        case .failure:
            entry.record.failures = min(entry.record.failures + 1, RunRecord.mostFailures)
            entry.record.lastEndedAt = now
            // What it was to go on with waits as long as a failure does.
            entry.record.stoppedAt = nil
            entry.record.lastStartedAt = entry.record.lastStartedAt ?? now
        }
        entry.think(at: now)
        entries[name] = entry
    }

    // MARK: What to do

    /// What to do at an instant.
    package struct Step: Sendable, Hashable {
        /// To be started now, in this order.
        package var starts: [ArticleQuery] = []
        /// Names of those whose runs have taken longer than they may.
        package var overdue: [String] = []
        /// When the next is due that does not run; nil where none is.
        package var nextDue: Instant?
        /// When there is something to do next; nil where nothing but an event changes anything.
        package var alarm: Instant?

        package init() {}

        fileprivate mutating func wake(at instant: Instant) { alarm = min(alarm ?? instant, instant) }
    }

    /// What to do at an instant; what is to be started counts as running from now on.
    package mutating func step(at now: Instant) -> Step {
        guard !isStopping else { return Step() }
        var step = Step()
        for entry in entries.values {
            guard let deadline = entry.deadline else { continue }
            if deadline <= now { step.overdue.append(entry.query.name) } else { step.wake(at: deadline) }
        }
        step.overdue.sort()
        var running: [String: (all: Int, backfills: Int)] = [:]
        var waiting: [(since: Instant, place: Int, name: String)] = []
        for entry in entries.values where entry.isRunning {
            running[entry.query.provider, default: (0, 0)].all += 1
            if entry.isBackfill { running[entry.query.provider, default: (0, 0)].backfills += 1 }
        }
        for (place, name) in order.enumerated() {
            guard let entry = entries[name], !entry.isRunning else { continue }
            if entry.isAsked {
                waiting.append((min(entry.due?.instant ?? now, now), place, name))
            } else if let due = entry.due {
                if due.isDue(at: now) {
                    waiting.append((due.instant, place, name))
                } else {
                    step.nextDue = min(step.nextDue ?? due.instant, due.instant)
                    step.wake(at: due.instant)
                }
            }
        }
        var refusedUntil: [String: Instant?] = [:]
        for (_, _, name) in waiting.sorted(by: { ($0.since, $0.place) < ($1.since, $1.place) }) {
            guard let entry = entries[name] else { continue }
            let provider = entry.query.provider
            let known = refusedUntil[provider]
            let until = if let known { known } else { keyRefused(by: provider) }
            refusedUntil[provider] = .some(until)
            if let until, !mayTryKey(of: provider, refusedUntil: until, at: now) {
                if until > now {
                    step.nextDue = min(step.nextDue ?? until, until)
                    step.wake(at: until)
                }
                continue
            }
            let going = running[provider, default: (0, 0)]
            guard going.all < runsPerProvider else { continue }
            if entry.isBackfill, runsPerProvider > 1, going.backfills >= runsPerProvider - 1 { continue }
            running[provider] = (going.all + 1, going.backfills + (entry.isBackfill ? 1 : 0))
            entries[name]?.runsSince = now
            entries[name]?.isAsked = false
            step.wake(at: now.adding(entry.query.deadline))
            step.starts.append(entry.query)
        }
        return step
    }

    /// Whether a query may ask although the key is refused: the wait is over, and no other tries already.
    private func mayTryKey(of provider: String, refusedUntil until: Instant, at now: Instant) -> Bool {
        until <= now
            && !entries.values.contains { entry in
                entry.query.provider == provider && entry.runsSince.map { $0 >= until } ?? false
            }
    }

    // MARK: What there is to tell

    /// Until when a provider is not asked, since it refuses its key; nil if it does not.
    package func keyRefused(by provider: String) -> Instant? {
        KeyStanding(
            entries.values.lazy.filter { $0.query.provider == provider }.map(\.record), forgivenAt: keysForgivenAt
        ).refusedUntil
    }

    /// The provider that a query asks; nil if there is no such query.
    package func provider(of name: String) -> String? { entries[name]?.query.provider }

    /// How long a run of a query may take.
    package func deadline(of name: String) -> Duration? { entries[name]?.query.deadline }

    /// How many queries there are.
    package var count: Int { order.count }

    /// How many runs are going.
    package var running: Int { entries.values.count(where: \.isRunning) }

    /// Every query of the configuration, in its order.
    package var standing: [ServiceStanding.Query] {
        order.compactMap { entries[$0] }.map { entry in
            ServiceStanding.Query(
                name: entry.query.name, provider: entry.query.provider,
                nextRunAt: entry.due.map { max($0.instant, keyRefused(by: entry.query.provider) ?? $0.instant) },
                isRunning: entry.isRunning, failures: entry.record.failures)
        }
    }
}
