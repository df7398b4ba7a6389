internal import SQLite

extension RecordStore {
    /// A context whose changes are saved to the store.
    package func makeContext() -> RecordContext {
        RecordContext(.store(connection), reading: connection, numbers: defaultContext.numbers)
    }

    /// A context that reads on a connection and a thread of its own, so that it holds up no other.
    ///
    /// A store in memory has one connection; contexts of it take turns.
    package func makeBackgroundContext() throws(RecordError) -> RecordContext {
        let reader = try makeReader("articlesync.records.background")
        return RecordContext(.store(connection), reading: reader, numbers: defaultContext.numbers)
    }
}

extension RecordContext {
    /// Records of a query for this context, found and read on the thread of another one.
    ///
    /// Keys and records are of one snapshot, so that no key is without its record.
    ///
    /// - Parameters:
    ///   - background: whose connection does the work.
    ///   - deadline: the work is given up there; so it is when the task is cancelled.
    package func fetch<Model>(
        _ query: RecordQuery<Model>, through background: RecordContext,
        until deadline: ContinuousClock.Instant? = nil
    ) async throws(RecordError) -> [Model] {
        let tried = "fetch \(Model.table.name) in the background"
        let (ids, stored) = try await background.reader.read(tried, until: deadline) {
            (connection) throws(RecordError) in
            let ids = try query.ids(in: connection)
            return (ids, try Model.table.records(of: ids.map(\.key), in: connection))
        }
        // What this context removed is not among its records, and that is no failure.
        return picked(ids, from: stored, await visibleChanges().changes).records
    }

    /// Fetches in the background for somebody who may be gone by then.
    ///
    /// - Parameters:
    ///   - owner: not kept alive by the fetch.
    ///   - process: called exactly once with the records, of which there may be none; not at all where the owner is
    ///     gone or the fetch fails.
    /// - Returns: whether it was called.
    @discardableResult
    package func fetch<Model, Owner>(
        _ query: RecordQuery<Model>, through background: RecordContext,
        until deadline: ContinuousClock.Instant? = nil, for owner: WeakOwner<Owner>,
        _ process: @Sendable (Owner, [Model]) async -> Void
    ) async throws(RecordError) -> Bool {
        guard owner.isThere else { return false }
        let records = try await fetch(query, through: background, until: deadline)
        guard let owner = owner.object else { return false }
        await process(owner, records)
        return true
    }
}

/// Somebody who is not kept alive.
package struct WeakOwner<Object: AnyObject & Sendable>: Sendable {
    package weak let object: Object?

    package init(_ object: Object) { self.object = object }

    var isThere: Bool { object != nil }
}
