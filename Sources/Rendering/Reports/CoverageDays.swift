package import Articles
package import Chronology

/// What is known of each day of a range, told from the windows that were read.
package struct CoverageDays: Hashable, Sendable {
    /// How one day stands; the worst first.
    package enum Day: String, Hashable, Sendable, CaseIterable {
        /// No window covers it, or the one that does was read before the day came.
        case missing
        case partial, unverified, capped
        /// It was read before it was over: what came later that day is not there.
        case open
        case complete, empty
        /// It is still to come.
        case ahead
    }

    package let range: DayRange
    /// One a day.
    private let days: [Day]

    /// - Parameters:
    ///   - range: the days that a query asks for now.
    ///   - windows: what its contents were read as; no two overlap.
    ///   - zone: in which the query tells days.
    package init(_ range: DayRange, windows: [WindowReading], in zone: TimeZone?, at now: Instant) {
        self.range = range
        let today = zone?.day(at: now) ?? now.utcDay
        var days = [Day](repeating: .missing, count: range.count)
        func mark(_ part: DayRange, as day: Day) {
            let first = max(part.from, range.from).daysSince1970 - range.from.daysSince1970
            let last = min(part.to, range.to).daysSince1970 - range.from.daysSince1970
            guard first <= last else { return }
            for index in first...last { days[index] = day }
        }
        for window in windows {
            let read = zone?.day(at: window.readAt) ?? window.readAt.utcDay
            // What was read ahead of its day was nothing.
            guard let seen = DayRange(from: window.days.from, to: min(window.days.to, read)) else { continue }
            let isExplained = window.isExplainedByItsHoles
            mark(seen, as: isExplained ? .complete : Day(window.status))
            if isExplained { for hole in window.holes { mark(hole.days, as: .partial) } }
            if window.days.contains(read), range.contains(read) {
                let index = read.daysSince1970 - range.from.daysSince1970
                if days[index] == .complete || days[index] == .empty { days[index] = .open }
            }
        }
        if let ahead = DayRange(from: max(today.adding(days: 1), range.from), to: range.to) { mark(ahead, as: .ahead) }
        self.days = days
    }

    package subscript(day: CalendarDay) -> Day? {
        range.contains(day) ? days[day.daysSince1970 - range.from.daysSince1970] : nil
    }

    /// How many days of some stand so.
    package func count(_ day: Day, in part: DayRange? = nil) -> Int { slice(part ?? range).count { $0 == day } }

    /// The worst of some days; nil where none of them is in the range.
    func worst(in part: DayRange) -> Day? {
        let found = Set(slice(part))
        return Day.allCases.first { found.contains($0) }
    }

    /// The days that stand alike and follow each other, as one.
    package var runs: [(days: DayRange, day: Day)] {
        var runs: [(days: DayRange, day: Day)] = []
        var first = 0
        for index in days.indices where index + 1 == days.count || days[index + 1] != days[index] {
            if let part = DayRange(from: range.from.adding(days: first), to: range.from.adding(days: index)) {
                runs.append((part, days[index]))
            }
            first = index + 1
        }
        return runs
    }

    /// `5 complete, 1 partial and 1 missing of 7 days; 3 to come`.
    package var words: String {
        let ahead = count(.ahead)
        let order: [Day] = [.complete, .empty, .open, .capped, .partial, .unverified, .missing]
        let parts = order.compactMap { day in
            let count = count(day)
            return count > 0 ? "\(count) \(day.rawValue)" : nil
        }
        guard let last = parts.last else { return "all of \(counted(ahead, "day")) to come" }
        let list = parts.count > 1 ? parts.dropLast().joined(separator: ", ") + " and " + last : last
        return "\(list) of \(counted(range.count - ahead, "day"))" + (ahead > 0 ? "; \(ahead) to come" : "")
    }

    private func slice(_ part: DayRange) -> ArraySlice<Day> {
        let first = max(part.from.daysSince1970 - range.from.daysSince1970, 0)
        let last = min(part.to.daysSince1970 - range.from.daysSince1970, days.count - 1)
        return first <= last ? days[first...last] : []
    }
}

extension CoverageDays.Day {
    init(_ coverage: Coverage) {
        self =
            switch coverage {
            case .complete: .complete
            case .partial: .partial
            case .capped: .capped
            case .unverified: .unverified
            case .empty: .empty
            }
    }
}

extension WindowReading {
    /// Whether all that is missing of it lies in holes, so that its other days are complete.
    fileprivate var isExplainedByItsHoles: Bool {
        guard status == .partial, dropped == 0, !holes.isEmpty, let missing else { return false }
        return holes.reduce(0) { $0 + $1.missing } >= missing
    }
}
