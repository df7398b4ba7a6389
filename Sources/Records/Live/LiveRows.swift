package import SQLite

/// Rows as they are, and then what becomes of them, for `for try await`.
///
/// First come the rows, then a change set for whatever was committed since, by this process or by others. While whoever
/// listens is busy, any number of commits become one change set; where rows are what they were, nothing is told. Of the
/// rows a key and a digest are kept. Where commits come in a stream, a fifth of the time at most is spent on reading, so
/// that a long list is looked at less often. Reading blocks, so it does not belong on a task that others wait for. For
/// one iteration by one task.
package final class LiveRows<Key: Hashable & Sendable, Row: Sendable>: AsyncSequence, AsyncIteratorProtocol {
    /// What is told.
    package enum Update: Sendable {
        /// Nothing can be read now; it goes on by itself as soon as something can. Told once for each reason.
        case waiting(LivePause)
        /// The rows as they are at first, in order.
        case initial([Row], isCut: Bool)
        /// What turns the rows told before into those that are there now; never empty.
        case changes(RowChanges<Key, Row>, isCut: Bool)
    }

    private let watch: DatabaseWatch
    private var rings: AsyncThrowingStream<Void, any Error>.Iterator
    private let source: any LiveSource<Row>
    private let limit: Int
    private let mark: (Row) -> RowMarks<Key>.Mark
    private var marks: RowMarks<Key>?
    private var stamp: DatabaseStamp?
    private var pause: LivePause?
    private var hasLooked = false
    private let clock = ContinuousClock()
    /// When rows may be read again.
    private var rested: ContinuousClock.Instant?

    /// - Parameters:
    ///   - source: is read when the watch rings; its rows are ordered.
    ///   - limit: the most rows that are looked at; where there are more, updates say that they are cut.
    ///   - key: who a row is.
    ///   - digest: another number where the row is to count as changed.
    package init(
        _ source: some LiveSource<Row>, watch: DatabaseWatch, limit: Int, key: @escaping (Row) -> Key,
        digest: @escaping (Row) -> Int
    ) {
        self.source = source
        self.watch = watch
        self.limit = Swift.max(limit, 0)
        rings = watch.rings.makeAsyncIterator()
        mark = { .init(key: key($0), digest: digest($0)) }
    }

    package func makeAsyncIterator() -> LiveRows { self }

    /// The next update; nil when the watch is closed or the task is cancelled.
    ///
    /// - Throws: what the source throws that is no pause, or `DatabaseWatchError`.
    package func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Update? {
        if !hasLooked {
            hasLooked = true
            if let update = try look() { return update }
        }
        while try await rings.next(isolation: actor) != nil {
            // Whoever is cancelled wants no more of it, as above.
            if let rested, (try? await clock.sleep(until: rested)) == nil { return nil }
            if let update = try look() { return update }
        }
        return nil
    }

    package func next() async throws -> Update? { try await next(isolation: nil) }

    private func look() throws -> Update? {
        do {
            let current = try source.stamp()
            guard current != stamp else { return nil }
            let start = clock.now
            var rows = try source.rows(atMost: limit + 1)
            rested = clock.now.advanced(by: start.duration(to: clock.now) * 4)
            let isCut = rows.count > limit
            if isCut { rows.removeLast() }
            (stamp, pause) = (current, nil)
            return tell(rows, isCut: isCut)
        } catch let pause as LivePause {
            stamp = nil
            defer { self.pause = pause }
            return pause == self.pause ? nil : .waiting(pause)
        }
    }

    private func tell(_ rows: [Row], isCut: Bool) -> Update? {
        guard let changes = marks?.advance(to: rows, mark) else {
            marks = RowMarks(rows.map(mark))
            return .initial(rows, isCut: isCut)
        }
        return changes.isEmpty ? nil : .changes(changes, isCut: isCut)
    }
}
