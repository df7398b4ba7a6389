internal import Chronology
internal import HTTPExchange
internal import JSONText
internal import SQLite

/// The row of `_budgets` that one provider and key have.
struct BudgetRow {
    let provider: String
    let key: KeyDigest

    /// The state as it is now: as it was left, moved along with a clock that was set since.
    ///
    /// - Throws: SQLite's refusal, and a row that another program made unreadable.
    func load(
        _ connection: borrowing Connection, at now: ClockReading, rates: BudgetRates
    ) throws(SQLiteError) -> BudgetState {
        guard
            let row = try connection.first(
                """
                SELECT day, used, is_spent, former_days, minute, next_id, paused_until, refusals, seen_at, uptime_ms,
                    boot_id
                FROM _budgets WHERE provider = ?1 AND digest = ?2
                """, .text(provider), .text(key.description), read: { $0.values })
        else { return BudgetState() }
        guard case .text(let day) = row[0], let date = DayFormat.iso.day(from: day), let used = row[1].count,
            let isSpent = row[2].count, case .text(let formerDays) = row[3], case .text(let minute) = row[4],
            let nextID = row[5].count, row[6] == .null || row[6].instant != nil, case .text(let refusals) = row[7],
            let seenAt = row[8].instant, case .integer(let uptime) = row[9], case .text(let boot) = row[10]
        else { throw unreadable }
        var state = BudgetState(
            entries: try entries(minute), nextID: nextID,
            today: BudgetState.Day(date, used: used, isSpent: isSpent != 0),
            formerDays: try days(formerDays, connection), pausedUntil: row[6].instant,
            refusals: try self.refusals(refusals, connection),
            latest: seenAt)
        if boot == now.bootID, !boot.isEmpty {
            var clocks = ClockPair(wall: seenAt, steady: .milliseconds(uptime))
            if let jump = clocks.jump(wall: now.wall, steady: now.uptime) { state.clockJumped(by: jump, rates: rates) }
        }
        return state
    }

    /// Writes the state, with what the clocks say.
    func save(
        _ state: BudgetState, _ connection: borrowing Connection, at now: ClockReading
    ) throws(SQLiteError) {
        guard let today = state.today else { return }
        let formerDays = state.formerDays.map { "[\"\($0.date)\",\($0.used),\($0.isSpent ? 1 : 0)]" }
        let minute = state.entries.map { "[\($0.id),\($0.at.millisecondsSince1970),\($0.isSettled ? 1 : 0)]" }
        try connection.run(
            """
            INSERT OR REPLACE INTO _budgets (provider, digest, day, used, is_spent, former_days, minute, next_id,
                paused_until, clean_minutes, refusals, seen_at, uptime_ms, boot_id)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, ?10, ?11, ?12, ?13)
            """, .text(provider), .text(key.description), .text(today.date.description), SQLiteValue(today.used),
            .integer(today.isSpent ? 1 : 0), .text("[\(formerDays.joined(separator: ","))]"),
            .text("[\(minute.joined(separator: ","))]"), SQLiteValue(state.nextID),
            SQLiteValue(state.pausedUntil?.description), .text(Self.written(state.refusals)),
            .text(now.wall.description),
            .integer(now.uptime.milliseconds), .text(now.bootID))
    }

    /// Read by hand, as there may be thousands where a minute allows so many.
    private func entries(_ text: String) throws(SQLiteError) -> [BudgetState.Entry] {
        guard let numbers = Self.numbers(text), numbers.count.isMultiple(of: 3) else { throw unreadable }
        return stride(from: 0, to: numbers.count, by: 3).map { index in
            BudgetState.Entry(
                id: numbers[index], at: Instant(millisecondsSince1970: Int64(numbers[index + 1])),
                isSettled: numbers[index + 2] != 0)
        }
    }

    /// The whole numbers of nested JSON arrays; nil where there is anything else.
    private static func numbers(_ text: String) -> [Int]? {
        var numbers: [Int] = []
        for part in text.utf8.split(whereSeparator: { "[], ".utf8.contains($0) }) {
            guard let number = Int(String(Substring(part))) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    private static func written(_ refusals: [BudgetState.Refusal]) -> String {
        let parts = refusals.map { refusal in
            var asker: [UInt8] = []
            JSONEscape.append(refusal.asker, to: &asker)
            return
                "[\"\(String(decoding: asker, as: UTF8.self))\",\(refusal.count),\(refusal.until.millisecondsSince1970)]"
        }
        return "[\(parts.joined(separator: ","))]"
    }

    private func refusals(
        _ text: String, _ connection: borrowing Connection
    ) throws(SQLiteError) -> [BudgetState.Refusal] {
        try rows(of: text, connection).map { values throws(SQLiteError) in
            guard case .text(let asker) = values[0], let count = values[1].count, let until = values[2].count else {
                throw unreadable
            }
            return BudgetState.Refusal(
                asker: asker, count: count, until: Instant(millisecondsSince1970: Int64(until)))
        }
    }

    /// The first three values of each array in an array.
    private func rows(of text: String, _ connection: borrowing Connection) throws(SQLiteError) -> [[SQLiteValue]] {
        do throws(SQLiteError) {
            let sql = "SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)"
            return try connection.all(sql, .text(text)) { $0.values }
        } catch {
            throw error.kind == .error ? unreadable : error
        }
    }

    private func days(_ text: String, _ connection: borrowing Connection) throws(SQLiteError) -> [BudgetState.Day] {
        try rows(of: text, connection).map { values throws(SQLiteError) in
            guard case .text(let day) = values[0], let date = DayFormat.iso.day(from: day), let used = values[1].count,
                let isSpent = values[2].count
            else { throw unreadable }
            return BudgetState.Day(date, used: used, isSpent: isSpent != 0)
        }
    }

    private var unreadable: SQLiteError {
        SQLiteError(
            code: 1,
            message: "the row of \(provider) in _budgets cannot be read; delete it, and its budget begins anew")
    }
}

extension SQLiteValue {
    /// A number to which more can be added; other programs may write anything.
    fileprivate var count: Int? {
        guard case .integer(let value) = self, (0...1 << 52).contains(value) else { return nil }
        return Int(value)
    }

    fileprivate var instant: Instant? {
        guard case .text(let text) = self else { return nil }
        return Instant(iso8601: text)
    }
}
