internal import Articles
package import Chronology
package import HTTPExchange
internal import SQLite
package import Telemetry

/// A budget kept in the store: shared by all processes, and surviving their end, the machine's, and clocks that are set.
///
/// Without limits it keeps what the server said, so that a stated wait is obeyed by the next process too.
///
/// Whatever happens is one short transaction on a connection of its own, opened at the first request; waits lie between
/// transactions. A grant is on the disk before its request goes out, so that no loss of power forgets one.
package actor StoredBudget: RequestBudget {
    package nonisolated let rates: BudgetRates
    private let path: String
    private let row: BudgetRow
    private let wallClock: WallClock
    private let bootClock: BootClock
    private let wait: BudgetWait
    private let patience: Duration
    private let slice: Duration
    private let logger: Logger
    private let thread = SerialThread("articlesync.store.budget")
    private var file: BudgetFile?

    /// How long what must be said of a request that went out may hold up the end of a run.
    private static let lastWords = Duration.seconds(30)

    /// - Parameters:
    ///   - path: of the store; the file is made where there is none.
    ///   - wallClock: what the provider's days and a pause are told by.
    ///   - bootClock: tells when the other was set.
    ///   - clock: what waits are slept on.
    ///   - patience: how long another writer is waited for; no replacement takes as long as the usual.
    ///   - slice: how long it is waited for at once; a cancellation is heard in between.
    ///   - onWait: told whenever a request starts to wait, until when, and how long that is.
    package init(
        path: String, provider: String, key: KeyDigest, rates: BudgetRates, wallClock: WallClock, bootClock: BootClock,
        clock: any Clock<Duration>, patience: Duration = .seconds(600), slice: Duration = .seconds(1),
        logger: Logger = .silent,
        onWait: @escaping @Sendable (_ until: Instant, _ length: Duration) -> Void = { _, _ in }
    ) {
        self.path = path
        self.rates = rates
        self.wallClock = wallClock
        self.bootClock = bootClock
        self.patience = patience
        self.slice = min(slice, patience)
        self.logger = logger
        row = BudgetRow(provider: provider, key: key)
        wait = BudgetWait(clock: clock, onWait: onWait)
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    package func acquire(
        _ priority: RequestPriority = .fresh, for asker: String = ""
    ) async throws(HTTPError) -> BudgetGrant {
        try await wait.grant { () throws(HTTPError) in try self.ask(priority, asker) }
    }

    package func refund(_ grant: BudgetGrant) {
        tell { state, _, rates in state.refund(grant, rates: rates) }
    }

    package func settle(_ grant: BudgetGrant, _ answer: BudgetAnswer) {
        tell { state, now, rates in state.settle(grant, answer, at: now, rates: rates) }
    }

    package func penalise(until instant: Instant) {
        tell { state, now, rates in state.penalise(until: instant, at: now, rates: rates) }
    }

    private func ask(_ priority: RequestPriority, _ asker: String) throws(HTTPError) -> (BudgetState.Decision, Instant)
    {
        do throws(StoreFailure) {
            return try change(waiting: patience, isCancellable: true) { state, now, rates in
                (state.ask(priority, for: asker, at: now, rates: rates), now)
            }
        } catch {
            if Task.isCancelled { throw .cancelled }
            throw .noBudget(detail: error.description)
        }
    }

    /// What happened all the same, whether it can be written or not: unwritten, the request counts as under way until it
    /// is let go.
    private func tell(_ event: (inout BudgetState, Instant, BudgetRates) -> Void) {
        do throws(StoreFailure) {
            try change(waiting: min(patience, Self.lastWords), isCancellable: false, event)
        } catch {
            logger.log(.warning, "the budget was not told how a request ended", ["error": error])
        }
    }

    private func change<Result>(
        waiting limit: Duration, isCancellable: Bool, _ body: (inout BudgetState, Instant, BudgetRates) -> Result
    ) throws(StoreFailure) -> Result {
        if let result = unstored(body) { return result }
        var waited = Duration.zero
        while true {
            do throws(StoreFailure) {
                let file = try opened()
                return try StoreOpening.attempt(tried) { () throws(SQLiteError) in
                    try file.change(row, wallClock, bootClock, rates, body)
                }
            } catch {
                waited += slice
                guard error.kind == .busy, waited < limit, !(isCancellable && Task.isCancelled) else { throw error }
            }
        }
    }

    /// What an event changes without a limit and without a store, where there is nothing to keep; nil if there is.
    private func unstored<Result>(_ body: (inout BudgetState, Instant, BudgetRates) -> Result) -> Result? {
        guard !rates.hasLimit, file == nil else { return nil }
        do throws(StoreFailure) { _ = try StoreOpening.forReading(path, tried: tried) } catch {
            guard error.kind == .missing else { return nil }
            var state = BudgetState()
            let result = body(&state, wallClock.now, rates)
            return state.pausedUntil == nil ? result : nil
        }
        return nil
    }

    private var tried: String { "count a request to \(row.provider) in \(path)" }

    private func opened() throws(StoreFailure) -> BudgetFile {
        if let file { return file }
        let connection = try StoreOpening.forWriting(path, busyTimeout: slice, tried: tried)
        try StoreOpening.attempt(tried) { () throws(SQLiteError) in
            // The log goes to the disk with each commit; the store's writer leaves that to the next checkpoint.
            try connection.execute("PRAGMA synchronous = FULL")
            try connection.limitCache(kiB: 64)
        }
        let opened = BudgetFile(connection)
        file = opened
        return opened
    }
}

/// The hold of a budget on an open store.
private final class BudgetFile {
    private let connection: Connection

    init(_ connection: consuming Connection) { self.connection = connection }

    /// Lets an event change the state in one transaction.
    func change<Result>(
        _ row: BudgetRow, _ wallClock: WallClock, _ bootClock: BootClock, _ rates: BudgetRates,
        _ body: (inout BudgetState, Instant, BudgetRates) -> Result
    ) throws(SQLiteError) -> Result {
        try connection.transaction(.immediate) { () throws(SQLiteError) in
            // Looked at under the lock, so that time goes forward from one process's look to the next one's.
            let now = ClockReading(wallClock, bootClock)
            var state = try row.load(connection, at: now, rates: rates)
            let former = state
            let result = body(&state, now.wall, rates)
            // Without a limit nothing is counted, and only what the server said is kept.
            if rates.hasLimit || !state.saysTheSame(as: former) { try row.save(state, connection, at: now) }
            return result
        }
    }
}
