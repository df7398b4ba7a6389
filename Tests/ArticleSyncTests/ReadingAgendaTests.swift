import ArticleSync
import Articles
import Chronology
import Testing

@Suite struct `A reading agenda` {
    private let limits = SourceLimits(pageSize: 10, cap: 1_000, concurrency: 1, isReversible: true)
    private let start = Instant(secondsSince1970: 1_483_228_800)  // 2017-01-01

    private func query(last days: Int) throws -> ArticleQuery {
        ArticleQuery(name: "q", provider: "p", window: .last(days: days), timeZone: try #require(TimeZone.utc))
    }

    /// Reads what is due day after day, as runs would, with so many articles a day.
    ///
    /// - Returns: how many requests each day took, and how many windows there were in the end.
    private func requests(
        of query: ArticleQuery, articlesPerDay: Int, days: Int
    ) -> (perDay: [Int], ledger: [WindowReading]) {
        var ledger: [WindowReading] = []
        var perDay: [Int] = []
        for day in 0..<days {
            let now = start.adding(.seconds(day * 86_400 + 3_600))
            let range = query.days(at: now)
            let agenda = ReadingAgenda(for: query, range: range, ledger: ledger, limits: limits, now: now)
            var used = 0
            var fresh: [WindowReading] = []
            for window in agenda.windows {
                // Windows above the cap are cut as a run cuts them.
                let total = window.days.count * articlesPerDay
                let cut = WindowCut(cap: 1_000, known: ledger)
                let parts = total > 1_000 ? cut.parts(of: window.days, total: .exactly(total)) : [window.days]
                for part in parts {
                    let count = part.count * articlesPerDay
                    used += max((count + 9) / 10, 1)
                    var reading = WindowReading(
                        days: part, status: count == 0 ? .empty : .complete, announced: .exactly(count), readAt: now)
                    (reading.unique, reading.stored) = (count, count)
                    fresh.append(reading)
                }
            }
            #expect(
                fresh.map(\.days.count).reduce(0, +) + agenda.standing.map(\.days.count).reduce(0, +) >= range.count)
            ledger = (agenda.standing + fresh).sorted { $0.days.from < $1.days.from }
            for (left, right) in zip(ledger, ledger.dropFirst()) { #expect(left.days.to < right.days.from) }
            perDay.append(used)
        }
        return (perDay, ledger)
    }

    @Test(arguments: [0, 1, 2])
    func `a small rolling query is read whole every day, in as few requests as that takes`(perDay: Int) throws {
        let (requests, ledger) = requests(of: try query(last: 7), articlesPerDay: perDay, days: 30)
        let whole = max((7 * perDay + 9) / 10, 1)
        #expect(requests.allSatisfy { $0 == whole }, "\(requests)")
        #expect(ledger.count == 1)
    }

    @Test func `a large rolling query is read again at its ages alone`() throws {
        let (requests, ledger) = requests(of: try query(last: 365), articlesPerDay: 70, days: 60)
        // The first fill, and then a few days' pages each day in place of 2,555.
        #expect(requests[0] >= 2_555)
        let later = requests.dropFirst(2)
        #expect(later.reduce(0, +) / later.count < 250, "\(later)")
        #expect(later.allSatisfy { $0 < 600 }, "\(later)")
        // Every day is in a window, none in two.
        #expect(ledger.map(\.days.count).reduce(0, +) >= 365)
    }

    @Test func `every day of a large query is read again at each of its ages`() throws {
        let query = try query(last: 20)
        var readings: [CalendarDay: Set<Int>] = [:]
        var ledger: [WindowReading] = []
        for day in 0..<60 {
            let now = start.adding(.seconds(day * 86_400 + 3_600))
            let range = query.days(at: now)
            let agenda = ReadingAgenda(for: query, range: range, ledger: ledger, limits: limits, now: now)
            let fresh = agenda.windows.map { window -> WindowReading in
                var date = window.days.from
                while date <= window.days.to {
                    readings[date, default: []].insert(now.utcDay.daysSince1970 - date.daysSince1970)
                    date = date.adding(days: 1)
                }
                var reading = WindowReading(
                    days: window.days, status: .complete, announced: .exactly(window.days.count * 45), readAt: now)
                reading.stored = window.days.count * 45
                return reading
            }
            ledger = (agenda.standing + fresh).sorted { $0.days.from < $1.days.from }
        }
        // Days that came after the first fill and have passed through the whole range since.
        let settled = readings.filter { $0.key > start.utcDay && $0.key < start.utcDay.adding(days: 35) }
        #expect(settled.count == 34)
        for (day, ages) in settled { #expect(ages.isSuperset(of: [0, 1, 3, 7]), "\(day): \(ages.sorted())") }
    }
}
