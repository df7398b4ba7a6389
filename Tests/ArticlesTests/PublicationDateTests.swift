internal import Articles
internal import Chronology
internal import Testing

@Suite struct PublicationDateTests {
    @Test(arguments: [
        "2015-07-04", "2015-07-04T00:00:00Z", "2015-07-04T09:30:00.250Z", "0001-01-01", "9999-12-31T23:59:59.999Z",
    ])
    func `what is written is read back`(_ text: String) throws {
        let date = try #require(PublicationDate(text))
        #expect(date.description == text)
        #expect(PublicationDate(date.description) == date)
    }

    @Test func `a day never becomes an instant, nor an instant a day`() throws {
        let day = try #require(PublicationDate("2015-07-04"))
        let midnight = try #require(PublicationDate("2015-07-04T00:00:00Z"))
        #expect(day != midnight)
        guard case .day = day, case .instant = midnight else {
            Issue.record("\(day) \(midnight)")
            return
        }
    }

    @Test func `every day and any instant comes back`() {
        for count in stride(from: -719_162, through: 2_932_896, by: 1_009) {
            let day = CalendarDay(daysSince1970: count)
            let milliseconds = Int64(count) * 86_400_000 + Int64(abs(count) * 7_919 % 86_400_000)
            for date in [PublicationDate.day(day), .instant(Instant(millisecondsSince1970: milliseconds))] {
                guard PublicationDate(date.description) == date, date.day == day else {
                    Issue.record("\(date)")
                    return
                }
            }
        }
    }

    @Test func `an instant with another zone is kept in UTC, and so is its day`() throws {
        let date = try #require(PublicationDate("2015-07-04T22:00:00-05:00"))
        #expect(date.description == "2015-07-05T03:00:00Z")
        #expect(date.day.description == "2015-07-05")
    }

    @Test(arguments: ["", "2015-07", "2015-02-30", "20150704", "2015-07-04T00:00:00", "July 4, 2015"])
    func `what is neither is none`(_ text: String) { #expect(PublicationDate(text) == nil) }
}
