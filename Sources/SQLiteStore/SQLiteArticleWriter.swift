package import Articles
package import Chronology
internal import SQLite
package import Telemetry

/// Keeps the contents of queries in one SQLite file.
///
/// Everything happens on the writer's own thread. The file is opened, and brought to the current version, at the first
/// call; several writers, in one process or in many, may hold one file.
package actor SQLiteArticleWriter: ArticleWriter {
    let path: String
    private let busyTimeout: Duration
    private let logger: Logger
    private let makeRoom: @Sendable () -> Void
    private let onWork: @Sendable (_ isBeginning: Bool) -> Void
    private let thread = SerialThread("articlesync.store.writer")
    var file: StoreFile?

    /// - Parameters:
    ///   - path: of the store; the file is made where there is none.
    ///   - busyTimeout: how long another writer is waited for.
    ///   - logger: is told of kept answers that turn out damaged.
    ///   - onWork: told when the writer begins something and when it has ended, on its own thread.
    ///   - makeRoom: gives back memory that the process can do without; called before a large replacement.
    package init(
        path: String, busyTimeout: Duration = .seconds(30), logger: Logger = .silent,
        onWork: @escaping @Sendable (_ isBeginning: Bool) -> Void = { _ in },
        makeRoom: @escaping @Sendable () -> Void = {}
    ) {
        self.path = path
        self.busyTimeout = busyTimeout
        self.logger = logger
        self.makeRoom = makeRoom
        self.onWork = onWork
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Opens the store now, to learn early whether it can be used.
    package func open() throws(StoreFailure) { _ = try opened("open the store") }

    package func begin(
        _ query: ArticleQuery, window: DayRange, from origin: RunOrigin, at now: Instant
    ) async throws(StoreFailure) -> RunTicket {
        let tried = "begin a run of \(query.name)"
        let beginning = try perform(tried) { file throws(SQLiteError) in
            try file.begin(query, window: window, from: origin, at: now)
        }
        switch beginning {
        case .begun(let ticket): return ticket
        case .going(let since, let process):
            let who = process.map { " in process \($0)" } ?? ""
            let when = since.map { " since \($0)" } ?? ""
            throw StoreFailure(
                .going, tried: tried, reason: "another run of it is going\(who)\(when)",
                hint: "its result will do; try again when it has ended")
        case .refused(let refusal):
            throw StoreFailure(refusal, tried: tried)
        }
    }

    package func preview(
        _ query: ArticleQuery, window: DayRange, from origin: RunOrigin, at now: Instant
    ) async throws(StoreFailure) -> RunTicket {
        let tried = "look at what is kept of \(query.name)"
        let result = try perform(tried) { file throws(SQLiteError) in
            try file.preview(query, window: window, from: origin, at: now)
        }
        switch result {
        case .success(let ticket): return ticket
        case .failure(let refusal): throw StoreFailure(refusal, tried: tried)
        }
    }

    package func endPreview(_ ticket: RunTicket) async { file?.endPreview(ticket) }

    /// Cancelling the task ends this early, and the page is not set aside.
    package func stage(
        _ page: ArticlePage, as request: PageRequest, for ticket: RunTicket
    ) async throws(StoreFailure) -> Int {
        let tried = "set \(request) of \(ticket.query.name) aside"
        let count = try await cancellable(tried) { file throws(SQLiteError) in
            try file.stage(page, as: request, for: ticket.run)
        }
        return try requireOpen(count, ticket, tried)
    }

    package func unstage(_ window: DayRange, for ticket: RunTicket) async throws(StoreFailure) -> Int {
        let tried = "forget what is set aside of \(window) of \(ticket.query.name)"
        let count = try perform(tried) { file throws(SQLiteError) in try file.unstage(window, for: ticket.run) }
        return try requireOpen(count, ticket, tried)
    }

    /// Cancelling the task ends this early, and the contents are what they were; the run is still open then.
    package func replace(
        _ ticket: RunTicket, readings: [WindowReading], ending: RunEnding, at now: Instant
    ) async throws(StoreFailure) -> Run {
        let tried = "replace the contents of \(ticket.query.name)"
        let run = try await cancellable(tried) { file throws(SQLiteError) in
            try file.replace(ticket, readings: readings, ending: ending, at: now)
        }
        return try requireOpen(run, ticket, tried)
    }

    /// Cancelling the task ends this early.
    package func difference(
        _ ticket: RunTicket, readings: [WindowReading], examples: Int
    ) async throws(StoreFailure) -> ContentsDifference {
        let tried = "compare what came with the contents of \(ticket.query.name)"
        let difference = try await cancellable(tried) { file throws(SQLiteError) in
            try file.difference(ticket, readings: readings, examples: examples)
        }
        return try requireOpen(difference, ticket, tried)
    }

    package func hold(
        _ ticket: RunTicket, readings: [WindowReading], ending: RunEnding, agreements: Int, at now: Instant
    ) async throws(StoreFailure) -> Run {
        let tried = "hold a result of \(ticket.query.name)"
        let run = try perform(tried) { file throws(SQLiteError) in
            try file.hold(ticket, readings: readings, ending: ending, agreements: agreements, at: now)
        }
        return try requireOpen(run, ticket, tried)
    }

    package func finish(_ ticket: RunTicket, ending: RunEnding, at now: Instant) async throws(StoreFailure) -> Run {
        let tried = "end a run of \(ticket.query.name)"
        let run = try perform(tried) { file throws(SQLiteError) in try file.finish(ticket, ending: ending, at: now) }
        return try requireOpen(run, ticket, tried)
    }

    package func drop(candidate: Int64) async throws(StoreFailure) {
        let tried = "drop candidate \(candidate)"
        let refusal = try perform(tried) { file throws(SQLiteError) in try file.drop(candidate: candidate) }
        if let refusal { throw StoreFailure(refusal, tried: tried) }
    }

    /// The fence: a line that was closed by someone else belongs to a run that no longer counts.
    func requireOpen<Value>(_ value: Value?, _ ticket: RunTicket, _ tried: String) throws(StoreFailure) -> Value {
        guard let value else {
            throw StoreFailure(
                .other, tried: "\(tried) in \(path)",
                reason: "run \(ticket.run) has ended already, or another one has replaced the contents since it began",
                hint: "begin a new one")
        }
        return value
    }

    func cancellable<Value: Sendable>(
        _ tried: String, _ work: (StoreFile) throws(SQLiteError) -> Value
    ) async throws(StoreFailure) -> Value {
        let interrupter = try opened(tried).connection.interrupter
        let result: Result<Value, StoreFailure> = await withTaskCancellationHandler {
            do throws(StoreFailure) {
                return .success(
                    try perform(tried) { file throws(SQLiteError) in
                        guard !Task.isCancelled else { throw SQLiteError.cancelled }
                        return try work(file)
                    })
            } catch {
                // An interrupt inside the full-text index comes out as an error of another name.
                guard Task.isCancelled else { return .failure(error) }
                return .failure(StoreFailure(SQLiteError.cancelled, tried: error.tried))
            }
        } onCancel: {
            interrupter.interrupt()
        }
        return try result.get()
    }

    func perform<Value>(
        _ tried: String, _ work: (StoreFile) throws(SQLiteError) -> Value
    ) throws(StoreFailure) -> Value {
        onWork(true)
        defer { onWork(false) }
        let file = try opened(tried)
        do throws(SQLiteError) { return try work(file) } catch {
            throw StoreFailure(error, tried: "\(tried) in \(path)")
        }
    }

    /// Tells what was found damaged; the writer's own words on it, once each.
    func logDamages(of query: String) {
        for damage in file?.takeDamages() ?? [] {
            logger.log(
                .warning, "a kept answer is damaged and is asked for again",
                ["query": query, "candidate": damage.candidate, "answers": damage.removed, "reason": damage.reason])
        }
    }

    private func opened(_ tried: String) throws(StoreFailure) -> StoreFile {
        if let file { return file }
        let connection = try StoreOpening.forWriting(path, busyTimeout: busyTimeout, tried: "\(tried) in \(path)")
        let opened = StoreFile(connection, identity: .current, makeRoom: makeRoom)
        file = opened
        return opened
    }
}

extension StoreFailure {
    fileprivate init(_ refusal: Refusal, tried: String) {
        self.init(refusal.kind, tried: tried, reason: refusal.reason, hint: refusal.hint)
    }
}
