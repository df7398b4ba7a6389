internal import Chronology
internal import Testing

@Suite struct CalendarDayTests {
    /// Days of each month, written down independently of the code.
    private static func length(of month: Int, in year: Int) -> Int {
        let isLeap = year.isMultiple(of: 400) || (year.isMultiple(of: 4) && !year.isMultiple(of: 100))
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    @Test func `the first and last day of every month of every year count right and come back`() throws {
        var days = -719_162
        for year in 1...9_999 {
            for month in 1...12 {
                let length = Self.length(of: month, in: year)
                for (day, count) in [(1, days), (length, days + length - 1)] {
                    guard let date = CalendarDay(year: year, month: month, day: day), date.daysSince1970 == count,
                        CalendarDay(daysSince1970: count) == date
                    else {
                        Issue.record("\(year)-\(month)-\(day)")
                        return
                    }
                }
                if CalendarDay(year: year, month: month, day: length + 1) != nil {
                    Issue.record("\(year)-\(month)-\(length + 1) exists")
                }
                days += length
            }
        }
        #expect(days == 2_932_897)
    }

    @Test func `every day of four centuries follows the one before`() throws {
        var before = try #require(CalendarDay(year: 1_799, month: 12, day: 31))
        for count in (before.daysSince1970 + 1)...(before.daysSince1970 + 146_097) {
            let day = CalendarDay(daysSince1970: count)
            let isNext =
                (day.year, day.month, day.day) == (before.year, before.month, before.day + 1)
                || (day.day == 1 && before.day == Self.length(of: before.month, in: before.year)
                    && day.year * 12 + day.month == before.year * 12 + before.month + 1)
            guard isNext, day > before, day.daysSince1970 == count else {
                Issue.record("\(before) is followed by \(day)")
                return
            }
            before = day
        }
        #expect(before.description == "2199-12-31")
    }

    @Test(arguments: [
        (0, 1, 1), (10_000, 1, 1), (2015, 0, 1), (2015, 13, 1), (2015, 1, 0), (2015, 2, 29), (1900, 2, 29),
    ])
    func `what is not in the calendar is no day`(_ year: Int, _ month: Int, _ day: Int) {
        #expect(CalendarDay(year: year, month: month, day: day) == nil)
    }

    @Test func `days outside the years 1 to 9999 are held at the ends`() throws {
        let first = try #require(CalendarDay(year: 1, month: 1, day: 1))
        let last = try #require(CalendarDay(year: 9_999, month: 12, day: 31))
        #expect(CalendarDay(daysSince1970: .min) == first)
        #expect(CalendarDay(daysSince1970: .max) == last)
        #expect(first.adding(days: .min) == first)
        #expect(first.adding(days: .max) == last)
        #expect(last.adding(days: .min) == first)
        #expect(last.adding(days: -3_652_058) == first)
    }
}

@Suite struct DayRangeTests {
    private func range(_ from: String, _ to: String) throws -> DayRange? {
        DayRange(from: try DayFormat.iso.parse(from), to: try DayFormat.iso.parse(to))
    }

    @Test func `both ends are included`() throws {
        let week = try #require(try range("2015-07-01", "2015-07-07"))
        #expect(week.count == 7)
        #expect(week.contains(week.from))
        #expect(week.contains(week.to))
        #expect(!week.contains(week.from.adding(days: -1)))
        #expect(!week.contains(week.to.adding(days: 1)))
        #expect(week.description == "2015-07-01…2015-07-07")
    }

    @Test func `a range is widened on both sides`() throws {
        let week = try #require(try range("2015-07-01", "2015-07-07"))
        #expect(week.widened(by: 1).description == "2015-06-30…2015-07-08")
        #expect(week.widened(by: 0) == week)
    }

    @Test func `a range is never empty`() throws {
        #expect(try range("2015-07-02", "2015-07-01") == nil)
        let day = try #require(try range("2015-07-01", "2015-07-01"))
        #expect(day.count == 1)
        #expect(day.description == "2015-07-01")
    }

    @Test(arguments: [
        (7, "2016-02-24"), (1, "2016-03-01"), (0, "2016-03-01"), (-5, "2016-03-01"), (Int.max, "0001-01-01"),
    ])
    func `the last so many days end with the day`(_ days: Int, _ from: String) throws {
        let end = try DayFormat.iso.parse("2016-03-01")
        let range = DayRange(last: days, endingOn: end)
        #expect(range.to == end)
        #expect(range.from.description == from)
    }
}
