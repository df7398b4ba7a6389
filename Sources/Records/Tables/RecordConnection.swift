internal import SQLite

/// One connection on a thread of its own, where its statements may take their time.
actor RecordConnection {
    private let connection: Connection
    private let thread: SerialThread
    private let now: @Sendable () -> ContinuousClock.Instant
    nonisolated let log: RecordLog

    /// How often it is asked whether to go on, in steps of SQLite's machine; some tenths of a millisecond.
    private static let stepsToAnswer = 4_096

    init(
        _ connection: consuming Connection, label: String, log: RecordLog,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.connection = connection
        self.log = log
        self.now = now
        thread = SerialThread(label)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Reads in one snapshot.
    ///
    /// - Throws: `cancelled` when the task is, `deadlinePassed` when that instant comes before the end.
    func read<Value: Sendable>(
        _ tried: String, until deadline: ContinuousClock.Instant? = nil,
        _ body: @Sendable (borrowing Connection) throws(RecordError) -> Value
    ) throws(RecordError) -> Value {
        let value = try perform(.deferred, tried, until: deadline, body)
        log.say(.debug, "done", tried: tried)
        return value
    }

    /// Writes in one transaction: all of it, or nothing.
    func write<Value: Sendable>(
        _ tried: String, _ body: @Sendable (borrowing Connection) throws(RecordError) -> Value
    ) throws(RecordError) -> Value {
        let before = connection.totalChanges
        let value = try perform(.immediate, tried, until: nil, body)
        let count = connection.totalChanges - before
        log.say(count > 0 ? .info : .debug, count > 0 ? "saved" : "unchanged", tried: tried, "\(count) rows")
        return value
    }

    private func perform<Value>(
        _ kind: Connection.TransactionKind, _ tried: String, until deadline: ContinuousClock.Instant?,
        _ body: (borrowing Connection) throws(RecordError) -> Value
    ) throws(RecordError) -> Value {
        let now = now
        do throws(RecordError) {
            if Task.isCancelled { throw .cancelled(tried: tried) }
            if let deadline, now() >= deadline { throw .deadlinePassed(tried: tried) }
            // The question is put on this thread, within the task that reads.
            connection.askToContinue(every: Self.stepsToAnswer) {
                !Task.isCancelled && deadline.map { now() < $0 } ?? true
            }
            defer { connection.askToContinue(every: 0) { true } }
            return try connection.recordTransaction(kind, tried) { () throws(RecordError) in try body(connection) }
        } catch {
            var told = error
            if case .refused(let refusal, _) = error, refusal.kind == .interrupted {
                told = Task.isCancelled ? .cancelled(tried: tried) : .deadlinePassed(tried: tried)
            }
            log.fail(told, tried: tried)
            throw told
        }
    }
}
