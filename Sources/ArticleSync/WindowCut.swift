package import Articles
package import Chronology

/// Where a window with more results than can be reached is cut.
///
/// What is known of its days from earlier runs says where; where nothing is known, the total says into how many parts, and
/// the parts are of the same length. Each part found too large is cut again.
package struct WindowCut: Sendable {
    /// The cap of the provider.
    package let cap: Int
    /// The ledger of earlier runs.
    package let known: [WindowReading]

    /// How full a part is meant to be, so that days that are busier than others still fit.
    private static let fill = 0.8

    package init(cap: Int, known: [WindowReading]) {
        self.cap = cap
        self.known = known
    }

    /// The parts of a window, earliest first; at least two where it has two days.
    package func parts(of window: DayRange, total: Total) -> [DayRange] {
        guard window.count > 1 else { return [window] }
        guard case .exactly(let count) = total else { return guided(window, total: total.count) ?? window.halves }
        return guided(window, total: count) ?? window.parts(max(Int((Double(count) / target).rounded(.up)), 2))
    }

    /// How many results earlier runs saw on all days of a window; nil where a day is not known.
    package func expected(of window: DayRange) -> Int? {
        var day = window.from
        var sum = 0.0
        while day <= window.to {
            guard let reading = known.first(where: { $0.days.contains(day) }), let count = reading.exactCount else {
                return nil
            }
            let last = min(reading.days.to, window.to)
            let share = Double(DayRange(from: day, to: last)?.count ?? 0) / Double(reading.days.count)
            sum += Double(count) * share
            day = last.adding(days: 1)
            if last == day { break }
        }
        return Int(sum.rounded())
    }

    /// How many results a window is likely to have: what earlier runs saw, and on days that none has seen as many as on
    /// the others; nil where nothing
    /// is known of any day.
    package func estimate(of window: DayRange) -> Int? {
        var (days, results) = (0, 0.0)
        for reading in known {
            guard let count = reading.exactCount, reading.days.overlaps(window) else { continue }
            let shared = reading.days.clamped(to: window).count
            days += shared
            results += Double(count) * Double(shared) / Double(reading.days.count)
        }
        if days == 0, !known.isEmpty {
            // None of these days: as many as on the average of all.
            for reading in known {
                guard let count = reading.exactCount else { continue }
                days += reading.days.count
                results += Double(count)
            }
        }
        return days == 0 ? nil : Int((results * Double(window.count) / Double(days)).rounded(.up))
    }

    private var target: Double { max(Double(cap) * Self.fill, 1) }

    /// Parts along the windows of earlier runs, as full as they may be.
    private func guided(_ window: DayRange, total: Int) -> [DayRange]? {
        guard let expected = expected(of: window), expected > 0 else { return nil }
        let growth = Double(max(total, expected)) / Double(expected)
        var parts: [DayRange] = []
        var begin = window.from
        var sum = 0.0
        var cursor = window.from
        while cursor <= window.to {
            guard let reading = known.first(where: { $0.days.contains(cursor) }), let count = reading.exactCount else {
                return nil
            }
            let last = min(reading.days.to, window.to)
            let days = DayRange(from: cursor, to: last)?.count ?? 1
            let share = Double(count) * growth * Double(days) / Double(reading.days.count)
            if sum > 0, sum + share > target {
                if let part = DayRange(from: begin, to: cursor.adding(days: -1)) { parts.append(part) }
                (begin, sum) = (cursor, 0)
            }
            sum += share
            cursor = last.adding(days: 1)
        }
        if let part = DayRange(from: begin, to: window.to) { parts.append(part) }
        return parts.count > 1 ? parts : nil
    }
}

extension WindowReading {
    /// How many results there were, where that is known exactly.
    fileprivate var exactCount: Int? {
        guard case .exactly(let count) = announced else { return nil }
        return count
    }
}
