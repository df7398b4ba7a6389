package import Articles
package import Chronology

/// Which windows of a query's range are read now, and which stand as they were read.
///
/// A range that was never read is one window, cut later where it is too large. Of a range that was read, the windows that
/// are due are read, and the days that no window covers. Where reading the whole range takes no more requests than its
/// due parts, the whole is read: it is as cheap, and fresher.
package struct ReadingAgenda: Hashable, Sendable {
    /// To be read, in the order in which they are asked: recent days first.
    package private(set) var windows: [PlannedWindow]
    /// Windows of the ledger that stand.
    package private(set) var standing: [WindowReading]

    /// Windows that end no earlier than so many days ago are asked for before others.
    private static let freshDays = 7

    /// - Parameters:
    ///   - range: the days that the query asks for.
    ///   - ledger: what its contents were read as; nothing where it asks something else now.
    package init(
        for query: ArticleQuery, range: DayRange, ledger: [WindowReading], limits: SourceLimits, now: Instant
    ) {
        let today = query.timeZone.day(at: now)
        let schedule = Self.schedule(of: query)
        let cut = WindowCut(cap: limits.cap ?? .max, known: ledger)
        func planned(_ days: DayRange, _ reason: PlannedWindow.Reason) -> PlannedWindow {
            PlannedWindow(
                days: days, reason: reason, expected: cut.expected(of: days),
                urgency: Self.urgency(of: days, reason, today: today))
        }
        let inside = ledger.filter { $0.days.overlaps(range) }.sorted { $0.days.from < $1.days.from }
        guard let schedule, !inside.isEmpty else {
            windows = [planned(range, inside.isEmpty ? .new : .always)]
            standing = []
            return
        }
        var due: [PlannedWindow] = []
        var standing: [WindowReading] = []
        var day = range.from
        for reading in inside {
            if let gap = DayRange(from: day, to: reading.days.from.adding(days: -1)), day < reading.days.from {
                due.append(planned(gap, .new))
            }
            day = max(day, reading.days.to.adding(days: 1))
            let isCut = reading.days.from < range.from || reading.days.to > range.to
            if isCut, query.keep == .window {
                due += Self.pieces(of: reading, within: range, size: limits.pageSize).map { planned($0, .edge) }
            } else if let reason = schedule.reason(for: reading, today: today, in: query.timeZone) {
                due.append(planned(reading.days.clamped(to: range), reason))
            } else {
                standing.append(reading)
            }
        }
        if let rest = DayRange(from: day, to: range.to) { due.append(planned(rest, .new)) }
        // Days that nobody has read, today's in the first place, are taken to be like the others.
        func requests(_ days: DayRange) -> Int {
            max(((cut.estimate(of: days) ?? 1) + limits.pageSize - 1) / limits.pageSize, 1)
        }
        let fits = cut.estimate(of: range).map { $0 <= cut.cap } ?? false
        if !due.isEmpty, fits, requests(range) <= due.reduce(0, { $0 + requests($1.days) }) {
            windows = [planned(range, .whole)]
            self.standing = []
            return
        }
        windows = due.filter { $0.urgency == .fresh } + due.filter { $0.urgency == .backfill }
        self.standing = standing
    }

    /// Days that were never read and are long past can wait.
    package static func urgency(of days: DayRange, _ reason: PlannedWindow.Reason, today: CalendarDay) -> Urgency {
        reason != .new || days.to >= today.adding(days: -freshDays) ? .fresh : .backfill
    }

    /// The schedule of a query; nil where everything is read at each run.
    private static func schedule(of query: ArticleQuery) -> RereadSchedule? {
        if let ages = query.readAgainAfter { return RereadSchedule(ages: ages) }
        switch query.window {
        case .fixed: return nil
        case .last: return .standard
        }
    }

    /// What is left of a window that the range ends within: single days where that is many pages, so that they can leave
    /// one by one.
    private static func pieces(of reading: WindowReading, within range: DayRange, size: Int) -> [DayRange] {
        let rest = reading.days.clamped(to: range)
        return reading.stored > 2 * size ? rest.parts(rest.count) : [rest]
    }
}

extension DayRange {
    /// Whether both have a day in common.
    package func overlaps(_ other: DayRange) -> Bool { from <= other.to && other.from <= to }

    /// The days of it that lie within another; itself where there are none.
    package func clamped(to other: DayRange) -> DayRange {
        DayRange(from: max(from, other.from), to: min(to, other.to)) ?? self
    }
}
