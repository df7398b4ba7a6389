internal import SQLite

/// A unit of work: changes that are seen in it at once, and elsewhere when they are saved.
///
/// Contexts nest. One reads what its parent reads, with its own changes over it; it saves to its parent, or through all
/// of them to the store in one transaction. Nothing else of it is kept, so a context may be thrown away at any time.
///
/// A change is made on the version of the record that is handed in. Where that is not the one that is there, in the
/// context, in one above it, or in the store, the change is a `conflict` and nothing is written.
package actor RecordContext {
    enum Parent: Sendable {
        case store(RecordConnection)
        case context(RecordContext)
    }

    let parent: Parent
    let numbers: ProvisionalNumbers
    /// What it reads through, on a thread that is not the caller's.
    let reader: RecordConnection
    private var pending = PendingChanges()
    /// Changes on their way to the parent or to the store, still seen here.
    private var inFlight = PendingChanges()
    /// The round of numbers that `pending` has taken up.
    private var numberedRound = 0
    /// Other with every save and every discard.
    private var stamp = 0
    private var isSaving = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ parent: Parent, reading reader: RecordConnection, numbers: ProvisionalNumbers = ProvisionalNumbers()) {
        self.parent = parent
        self.reader = reader
        self.numbers = numbers
    }

    /// A context whose changes are saved to this one.
    package nonisolated func makeChild() -> RecordContext {
        RecordContext(.context(self), reading: reader, numbers: numbers)
    }

    /// Whether there is something to save or to discard.
    package var hasChanges: Bool { !pending.isEmpty || !inFlight.isEmpty }

    /// Makes a new record, which has a number below zero until it is in the store; see `refresh(_:)`.
    ///
    /// Where the context has removed one of its key, it counts on from that one's version.
    package func insert<Model: Record>(_ record: inout Model) throws(RecordError) {
        let table = Model.table
        if table.isProvisional(table.key(of: record)) { table.setKey(numbers.next(), of: &record) }
        let identity = RecordIdentity(table: table.name, key: table.key(of: record))
        let removed = (pending[identity] ?? inFlight[identity])?.kind
        if case .removed(let base?) = removed {
            table.version?.set(&record, base + 1)
        } else {
            table.version?.set(&record, 1)
        }
        try add(PendingChange(kind: .inserted, record: record))
    }

    /// Puts a record in place of what it was.
    ///
    /// - Throws: `conflict` where the context holds another version of it.
    package func update<Model: Record>(_ record: inout Model) throws(RecordError) {
        var changed = numbered(record)
        let base = Model.table.version?.get(changed)
        if let base { Model.table.version?.set(&changed, base + 1) }
        try add(PendingChange(kind: .changed(from: base), record: changed))
        record = changed
    }

    /// Removes a record; the record says which.
    ///
    /// - Throws: `conflict` where the context holds another version of it, or has removed it.
    package func delete<Model: Record>(_ record: Model) throws(RecordError) {
        let record = numbered(record)
        try add(PendingChange(kind: .removed(from: Model.table.version?.get(record)), record: record))
    }

    /// Forgets every change that is not saved; what is being saved goes on.
    ///
    /// Children that have read such a change are best discarded too.
    package func discard() {
        pending = PendingChanges()
        stamp += 1
    }

    private func add(_ change: PendingChange) throws(RecordError) {
        let given = takeUpNumbers()
        let change = given.number(of: change.identity).map { change.numbered($0) } ?? change
        do throws(Conflict) {
            var held = try inFlight.numbered(by: given).followed(by: pending)
            try held.add(change)
            try pending.add(change)
        } catch {
            throw refused(error)
        }
    }

    /// Gives changes that wait the numbers that their records were given meanwhile, so that a record has one change.
    private func takeUpNumbers() -> ProvisionalNumbers.Given {
        let given = numbers.given
        if given.round != numberedRound {
            pending = pending.numbered(by: given)
            numberedRound = given.round
        }
        return given
    }

    private func refused(_ conflict: Conflict) -> RecordError {
        let error = RecordError.conflict(conflict)
        reader.log.fail(error, tried: "change \(conflict.table) \(conflict.key)")
        return error
    }

    /// The record with the number that the store gave it meanwhile.
    func numbered<Model: Record>(_ record: Model) -> Model {
        let table = Model.table
        var record = record
        let identity = RecordIdentity(table: table.name, key: table.key(of: record))
        if let number = numbers.number(of: identity) { table.setKey(number, of: &record) }
        return record
    }

    /// Changes of this context and of those above it, as a reader here sees them.
    func visibleChanges() async -> (changes: PendingChanges, stamp: Int) {
        guard case .context(let parent) = parent else {
            return (visible(takeUpNumbers()), stamp)
        }
        let above = await parent.visibleChanges()
        let given = takeUpNumbers()
        return (above.changes.numbered(by: given).overlaid(by: visible(given)), above.stamp + stamp)
    }

    /// Own changes, those under way below those that wait.
    private func visible(_ given: ProvisionalNumbers.Given) -> PendingChanges {
        inFlight.numbered(by: given).overlaid(by: pending)
    }
}

// MARK: Saving

extension RecordContext {
    /// How far a save goes.
    package enum Target: Sendable {
        /// To the context above, where the changes wait for its own save; to the store where there is none.
        case parent
        /// Through every context above, whose changes are saved too, in one transaction.
        case store
    }

    /// Saves the changes, all of them or none.
    ///
    /// - Returns: how many records were saved, those of the contexts above included; they are in the file by then where
    ///   the target is the store.
    /// - Throws: `conflict` and whatever the store refuses; every context is as it was before then.
    @discardableResult
    package func save(_ target: Target = .store) async throws(RecordError) -> SaveOutcome {
        SaveOutcome(try await push(adding: PendingChanges(), to: target))
    }

    /// Hands own changes and those of a child upwards.
    private func push(adding later: PendingChanges, to target: Target) async throws(RecordError) -> Int {
        await beginSaving()
        defer { endSaving() }
        let given = takeUpNumbers()
        let own = pending
        let all: PendingChanges
        do throws(Conflict) { all = try own.followed(by: later.numbered(by: given)) } catch { throw refused(error) }
        (inFlight, pending) = (all, PendingChanges())
        do throws(RecordError) {
            let count =
                switch parent {
                case .store(let connection): try await Self.write(all, in: connection, numbers)
                case .context(let parent):
                    if target == .parent {
                        try await parent.take(all)
                    } else {
                        try await parent.push(adding: all, to: .store)
                    }
                }
            inFlight = PendingChanges()
            stamp += 1
            return count
        } catch {
            let given = takeUpNumbers()
            (pending, inFlight) = (own.numbered(by: given).rejoined(by: pending), PendingChanges())
            throw error
        }
    }

    /// Takes over the changes of a child.
    private func take(_ changes: PendingChanges) throws(RecordError) -> Int {
        let given = takeUpNumbers()
        let changes = changes.numbered(by: given)
        do throws(Conflict) {
            _ = try inFlight.numbered(by: given).followed(by: pending).followed(by: changes)
            pending = try pending.followed(by: changes)
        } catch {
            throw refused(error)
        }
        return changes.count
    }

    private static func write(
        _ changes: PendingChanges, in connection: RecordConnection, _ numbers: ProvisionalNumbers
    ) async throws(RecordError) -> Int {
        guard !changes.isEmpty else { return 0 }
        let given = try await connection.write("save \(changes.count) changes") { (connection) throws(RecordError) in
            // Whatever the order, references hold once all is done.
            try RecordError.sqlite("save") { () throws(SQLiteError) in
                try connection.execute("PRAGMA defer_foreign_keys = ON")
            }
            var given: [RecordIdentity: Int64] = [:]
            for change in changes.inOrder {
                if let number = try change.apply(in: connection) { given[change.identity] = number }
            }
            return given
        }
        numbers.settle(given)
        return changes.count
    }

    /// One save of a context after the other, in the order in which they were asked for.
    private func beginSaving() async {
        guard isSaving else { return isSaving = true }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func endSaving() {
        if waiting.isEmpty { isSaving = false } else { waiting.removeFirst().resume() }
    }
}
