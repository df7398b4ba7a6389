internal import Articles
internal import Chronology

/// What a replacement does to the windows of a query, decided without looking at a member.
struct WindowChanges {
    /// A row of `windows` as it was.
    struct Present: Hashable {
        let id: Int64
        let days: DayRange
        let stored: Int
        let kept: Int
    }

    /// Oldest days first.
    let readings: [WindowReading]
    /// Those that are read anew over the very same days: their rows stay, by the days.
    private(set) var reread: [DayRange: Present] = [:]
    /// Those that overlap what was read, over other days, each with the place of a reading that takes over what stays.
    private(set) var superseded: [(present: Present, heir: Int)] = []
    /// Those outside of what the query wants.
    private(set) var ended: [Present] = []
    private(set) var untouched: [Present] = []

    /// - Parameter window: that of the run; what lies outside of it ends, unless the query keeps everything.
    init(_ present: [Present], readings: [WindowReading], window: DayRange, keep: ArticleQuery.Keep) {
        let readings = readings.sorted { $0.days.from < $1.days.from }
        self.readings = readings
        for row in present {
            let place = Self.firstPlace(in: readings) { $0.days.to >= row.days.from }
            if place < readings.count, readings[place].days.from <= row.days.to {
                if readings[place].days == row.days {
                    reread[row.days] = row
                } else {
                    superseded.append((row, place))
                }
            } else if keep == .window, row.days.to < window.from || row.days.from > window.to {
                ended.append(row)
            } else {
                untouched.append(row)
            }
        }
    }

    /// The first reading for which something holds that holds for all after it.
    private static func firstPlace(in readings: [WindowReading], _ holds: (WindowReading) -> Bool) -> Int {
        var (low, high) = (0, readings.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(readings[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
