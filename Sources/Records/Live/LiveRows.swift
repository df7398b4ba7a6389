package import SQLite

/// Rows as they are, and then what becomes of them, for `for try await`.
///
/// First come the rows, then a change set for whatever was committed since, by this process or by others. While whoever
/// listens is busy, any number of commits become one change set; where rows are what they were, nothing is told. Of the
/// rows a key and a digest are kept. Where commits come in a stream, a fifth of the time at most is spent on reading, so
/// that a long list is looked at less often. Reading blocks, so it does not belong on a task that others wait for. For
/// one iteration by one task.
package final class LiveRows<Key: Hashable & Sendable, Row: Sendable>: AsyncSequence, AsyncIteratorProtocol {
    /// What is told at once.
    package enum Update: Sendable {
        /// Nothing can be read now; it goes on by itself as soon as something can. Told once for each reason.
        case waiting(LivePause)
        /// The rows as they are at first, in order.
        case initial([Row], isCut: Bool)
        /// What turns the rows told before into those that are there now; never empty.
        case changes(RowChanges<Key, Row>, isCut: Bool)
    }

    /// What is told piece by piece, so that no more than one row is held.
    package enum Piece {
        case waiting(LivePause)
        /// A set begins: the rows at first, each of them a step, or what became of them; a row for each step follows.
        case set(RowSteps<Key>, isInitial: Bool, isCut: Bool)
        case row(Row, RowSteps<Key>.Step)
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

    /// Makes it look: a writer of the same process may call it when it has committed, from any thread.
    package var onCommit: @Sendable () -> Void { { [watch] in watch.ring() } }

    /// The next update; nil when the watch is closed or the task is cancelled.
    ///
    /// - Throws: what the source throws that is no pause, or `DatabaseWatchError`.
    package func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Update? {
        var gathered = GatheredUpdate<Key, Row>()
        guard try await next(isolation: actor, { gathered.take($0) }) else { return nil }
        return gathered.update
    }

    package func next() async throws -> Update? { try await next(isolation: nil) }

    /// Tells the next update piece by piece while it is read, in one snapshot.
    ///
    /// Whatever the number of rows and their size, one is held at a time. The snapshot lasts as long as `tell` takes, and
    /// so long writers cannot begin their log anew.
    ///
    /// - Returns: false when the watch is closed or the task is cancelled; nothing is told then.
    /// - Throws: what `tell` throws, what the source throws that is no pause, or `DatabaseWatchError`.
    package func next(
        isolation actor: isolated (any Actor)? = #isolation, _ tell: (Piece) throws -> Void
    ) async throws -> Bool {
        if !hasLooked {
            hasLooked = true
            if try look(tell) { return true }
        }
        while try await rings.next(isolation: actor) != nil {
            // Whoever is cancelled wants no more of it, as above.
            if let rested, (try? await clock.sleep(until: rested)) == nil { return false }
            if try look(tell) { return true }
        }
        return false
    }

    /// - Returns: whether there was something to tell.
    private func look(_ tell: (Piece) throws -> Void) throws -> Bool {
        var hasBegun = false
        do {
            let current = try source.stamp()
            guard current != stamp else { return false }
            let start = clock.now
            var spentTelling = Duration.zero
            func measured(_ piece: Piece) throws {
                let start = clock.now
                defer { spentTelling += start.duration(to: clock.now) }
                try tell(piece)
            }
            defer { rested = clock.now.advanced(by: (start.duration(to: clock.now) - spentTelling) * 4) }
            try source.begin()
            defer { source.end() }
            let (new, isCut) = try marked()
            let steps = (marks ?? RowMarks([])).steps(to: new)
            let isInitial = marks == nil
            hasBegun = isInitial || !steps.isEmpty
            if hasBegun {
                try measured(.set(steps, isInitial: isInitial, isCut: isCut))
                try forEach(steps.steps) { row, step in try measured(.row(row, step)) }
            }
            (marks, stamp, pause) = (new, current, nil)
            return hasBegun
        } catch let pause as LivePause {
            // Of a set that has begun to be told, the rest cannot be had later.
            if hasBegun { throw pause }
            stamp = nil
            defer { self.pause = pause }
            guard pause != self.pause else { return false }
            try tell(.waiting(pause))
            return true
        }
    }

    private func marked() throws -> (RowMarks<Key>, isCut: Bool) {
        var marks: [RowMarks<Key>.Mark] = []
        try source.forEachRow(atMost: limit + 1) { marks.append(mark($0)) }
        let isCut = marks.count > limit
        if isCut { marks.removeLast() }
        return (RowMarks(marks), isCut)
    }

    /// Reads the rows of steps, which stand in order.
    private func forEach(
        _ steps: [RowSteps<Key>.Step], _ body: (Row, RowSteps<Key>.Step) throws -> Void
    ) throws {
        guard let last = steps.last else { return }
        var left = steps[...]
        var place = 0
        try source.forEachRow(atMost: last.to + 1) { row in
            if let step = left.first, step.to == place {
                left.removeFirst()
                try body(row, step)
            }
            place += 1
        }
    }
}
