internal import Chronology
internal import HTTPExchange
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
                SELECT day, used, is_spent, former_days, minute, next_id, paused_until, clean_minutes, seen_at, uptime_ms,
                    boot_id
                FROM _budgets WHERE provider = ?1 AND digest = ?2
                """, .text(provider), .text(key.description), read: { $0.values })
        else { return BudgetState() }
        guard case .text(let day) = row[0], let date = DayFormat.iso.day(from: day), let used = row[1].int,
            let isSpent = row[2].int, case .text(let formerDays) = row[3], case .text(let minute) = row[4],
            let nextID = row[5].int, let cleanMinutes = row[7].int, let seenAt = row[8].instant,
            let uptime = row[9].int,
            case .text(let boot) = row[10]
        else { throw unreadable }
        var state = BudgetState(
            entries: try list(minute, connection) { values in
                guard let id = values[0].int, let at = values[1].int, let isSettled = values[2].int else { return nil }
                return BudgetState.Entry(
                    id: id, at: Instant(millisecondsSince1970: Int64(at)), isSettled: isSettled != 0)
            }, nextID: nextID, today: BudgetState.Day(date, used: used, isSpent: isSpent != 0),
            formerDays: try list(formerDays, connection) { values in
                guard case .text(let text) = values[0], let date = DayFormat.iso.day(from: text),
                    let used = values[1].int, let isSpent = values[2].int
                else { return nil }
                return BudgetState.Day(date, used: used, isSpent: isSpent != 0)
            }, pausedUntil: row[6].instant, cleanMinutes: cleanMinutes, latest: seenAt)
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
                paused_until, clean_minutes, seen_at, uptime_ms, boot_id)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
            """, .text(provider), .text(key.description), .text(today.date.description), SQLiteValue(today.used),
            .integer(today.isSpent ? 1 : 0), .text("[\(formerDays.joined(separator: ","))]"),
            .text("[\(minute.joined(separator: ","))]"), SQLiteValue(state.nextID),
            SQLiteValue(state.pausedUntil?.description), SQLiteValue(state.cleanMinutes), .text(now.wall.description),
            .integer(now.uptime.milliseconds), .text(now.bootID))
    }

    /// The triples of a JSON text, each read by `read`.
    private func list<Value>(
        _ text: String, _ connection: borrowing Connection, _ read: ([SQLiteValue]) -> Value?
    ) throws(SQLiteError) -> [Value] {
        guard text != "[]" else { return [] }
        let sql = "SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)"
        let rows: [[SQLiteValue]]
        do throws(SQLiteError) {
            rows = try connection.all(sql, .text(text)) { $0.values }
        } catch {
            throw error.kind == .error ? unreadable : error
        }
        return try rows.map { values throws(SQLiteError) in
            guard let value = read(values) else { throw unreadable }
            return value
        }
    }

    private var unreadable: SQLiteError {
        SQLiteError(
            code: 1,
            message: "the row of \(provider) in _budgets cannot be read; delete it, and its budget begins anew")
    }
}

extension SQLiteValue {
    fileprivate var int: Int? {
        guard case .integer(let value) = self else { return nil }
        return Int(value)
    }

    fileprivate var instant: Instant? {
        guard case .text(let text) = self else { return nil }
        return Instant(iso8601: text)
    }
}
