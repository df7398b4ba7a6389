internal import Articles
internal import Chronology
internal import Compression
internal import Records
internal import SQLite

/// The answers that runs got, compressed, in a store that is written.
///
/// The pages of one candidate resemble each other: most are compressed against its *base*, an answer of it that is kept
/// as it is compressed by itself, and take two thirds of the room. The first answer is the base, until one comes that is
/// more than twice as large: a query's first window may hold nothing.
///
/// What cannot be read back is as if it had never been kept: it is removed, so that it is asked for again, and told once.
final class KeptAnswers {
    private var compressor: Compressor
    private var decompressor: Decompressor
    /// The one that was used last.
    private var base: Base?
    private var damages: [Damage] = []

    /// An answer that could not be read back, and was removed.
    struct Damage: Hashable {
        var candidate: Int64
        var reason: String
        /// Answers that were removed, those that were compressed against it included.
        var removed: Int
    }

    private struct Base {
        var candidate: Int64
        var id: Int64
        /// Of the whole answer.
        var size: Int
        /// The part of it that others are compressed against.
        var prefix: [UInt8]
    }

    /// Bytes of a base that others may refer to.
    ///
    /// What is in a store was compressed with this bound; it stays as it is.
    private static let prefixLimit = 1 << 18
    /// A base is compressed once and referred to often; the rest comes at the pace of a run.
    private static let (baseEffort, effort) = (5, 1)
    /// How exactly a candidate knows when its last answer came.
    private static let noticeable = Duration.seconds(1)
    /// What no transport takes; a row that says so is damaged.
    private static let sizeLimit = 1 << 30

    init() throws(SQLiteError) {
        do throws(CompressionError) {
            compressor = try Compressor()
            decompressor = try Decompressor()
        } catch {
            throw SQLiteError(error)
        }
    }

    /// What was found damaged since the last time.
    func takeDamages() -> [Damage] {
        defer { damages = [] }
        return damages
    }

    /// Keeps an answer in place of one to the same request, in one transaction.
    ///
    /// - Returns: false where the run is not open, or its candidate is gone.
    func keep(
        _ answer: [UInt8], to request: PageRequest, of candidate: Int64, run: Int64, at now: Instant,
        in connection: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        // Nobody else writes to the candidate while the run is open, so that its base may be read and the work be done
        // before the write lock is taken.
        let base = try base(of: candidate, in: connection)
        let isBase = base.map { answer.count > 2 * $0.size } ?? true
        let frame = try compress(answer, against: isBase ? nil : base)
        let id = try connection.transaction(.immediate) { () throws(SQLiteError) -> Int64? in
            guard try note(now, of: candidate, run: run, in: connection) else { return nil }
            let row = (now, answer.count, isBase ? nil : base?.id, frame)
            if try !AnswerRow.insert(request, of: candidate, row, in: connection) {
                try AnswerRow.retire(request, of: candidate, in: connection)
                _ = try AnswerRow.insert(request, of: candidate, row, in: connection)
            }
            return connection.lastInsertedID
        }
        guard let id else { return false }
        if isBase { self.base = Base(candidate: candidate, id: id, size: answer.count, prefix: Self.prefix(answer)) }
        return true
    }

    /// Notes when a candidate's last answer came, to a second: a page more of the store to write, which answers that
    /// come in quick succession are spared.
    ///
    /// - Returns: false where the run is not open, or its candidate is gone.
    private func note(
        _ now: Instant, of candidate: Int64, run: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        let last =
            try connection.first(
                """
                \(LastAnswer.table.selection)
                WHERE id = ?1 AND EXISTS (SELECT 1 FROM runs WHERE id = ?2 AND outcome = 'running')
                """, SQLiteValue(candidate), SQLiteValue(run)
            ) { try? LastAnswer.table.record(of: $0) } ?? nil
        guard var last else { return false }
        if let noted = try? last.cameAt.get(), (.zero..<Self.noticeable).contains(now.since(noted)) { return true }
        last.cameAt = .success(now)
        try connection.records { (connection) throws(RecordError) in
            _ = try LastAnswer.table.update(&last, in: connection)
        }
        return true
    }

    /// The answer that was kept to a request; nil where none was, or none that can be read.
    func answer(
        to request: PageRequest, of candidate: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) -> [UInt8]? {
        guard let row = try AnswerRow.find(request, of: candidate, in: connection) else { return nil }
        var against: Base?
        if let id = row.base {
            against = try base(id, of: candidate, in: connection)
            // A base that was removed as damaged took this one with it.
            if against == nil, try AnswerRow.find(request, of: candidate, in: connection) == nil { return nil }
        }
        do throws(CompressionError) {
            guard row.base == nil || against != nil else {
                throw CompressionError(.damaged, "what it was compressed against is gone")
            }
            return try read(row, against: against)
        } catch {
            guard error.kind != .memory else { throw SQLiteError(error) }
            try remove(row, of: candidate, since: "\(request): \(error)", in: connection)
            return nil
        }
    }

    /// The newest base of a candidate.
    private func base(of candidate: Int64, in connection: borrowing Connection) throws(SQLiteError) -> Base? {
        if let base, base.candidate == candidate { return base }
        guard let row = try AnswerRow.newestBase(of: candidate, in: connection) else { return nil }
        return try base(row, of: candidate, in: connection)
    }

    private func base(
        _ id: Int64, of candidate: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) -> Base? {
        if let base, base.candidate == candidate, base.id == id { return base }
        guard let row = try AnswerRow.base(id, of: candidate, in: connection) else { return nil }
        return try base(row, of: candidate, in: connection)
    }

    private func base(
        _ row: AnswerRow, of candidate: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) -> Base? {
        do throws(CompressionError) {
            let bytes = try read(row, against: nil)
            let base = Base(candidate: candidate, id: row.id, size: row.size, prefix: Self.prefix(bytes))
            self.base = base
            return base
        } catch {
            guard error.kind != .memory else { throw SQLiteError(error) }
            try remove(row, of: candidate, since: "\(error)", in: connection)
            return nil
        }
    }

    private func read(_ row: AnswerRow, against base: Base?) throws(CompressionError) -> [UInt8] {
        guard (0...Self.sizeLimit).contains(row.size) else {
            throw CompressionError(.size, "its size of \(row.size) bytes is none that an answer has")
        }
        return try decompressor.decompress(row.body, size: row.size, against: base?.prefix ?? [])
    }

    private func compress(_ answer: [UInt8], against base: Base?) throws(SQLiteError) -> [UInt8] {
        do throws(CompressionError) {
            guard let base else { return try compressor.compress(answer, effort: Self.baseEffort) }
            return try compressor.compress(answer, effort: Self.effort, against: base.prefix)
        } catch {
            throw SQLiteError(error)
        }
    }

    private static func prefix(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(prefixLimit)) }

    /// Removes an answer that cannot be read, and those that cannot be read without it.
    private func remove(
        _ row: AnswerRow, of candidate: Int64, since reason: String, in connection: borrowing Connection
    ) throws(SQLiteError) {
        if base?.candidate == candidate, base?.id == row.id { base = nil }
        let removed = try AnswerRow.remove(row.id, of: candidate, in: connection)
        damages.append(Damage(candidate: candidate, reason: reason, removed: removed))
    }
}

/// When a candidate's last answer came, without the rest of the candidate: it is looked at with every answer, and to
/// count those that are kept takes the longer the more there are.
private struct LastAnswer: Record {
    let candidate: Int64
    var cameAt: Result<Instant, UnreadableValue>

    static let table = Table<LastAnswer>(
        "candidates", key: .given(\.candidate), Attribute("id", \LastAnswer.candidate),
        Attribute("updated_at", \LastAnswer.cameAt), make: LastAnswer.init)
}

extension SQLiteError {
    /// Memory that was not there for compressing is as bad as memory that SQLite has not.
    init(_ error: CompressionError) { self.init(code: Kind.memory.rawValue, message: error.description) }
}
