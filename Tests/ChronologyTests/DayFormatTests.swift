internal import Chronology
internal import Testing

@Suite struct DayFormatTests {
    private static let patterns = ["yyyyMMdd", "yyyy-MM-dd", "yyyy/MM/dd", "dd.MM.yyyy", "MM/dd/yyyy", "yyyy MM dd"]

    @Test(arguments: patterns)
    func `what is written is read back`(_ pattern: String) throws {
        let format = try #require(DayFormat(pattern))
        for count in stride(from: -719_162, through: 2_932_896, by: 997) {
            let day = CalendarDay(daysSince1970: count)
            let text = format.string(from: day)
            guard text.utf8.count == pattern.utf8.count, format.day(from: text) == day else {
                Issue.record("\(text)")
                return
            }
        }
    }

    @Test func `the known forms`() throws {
        let day = try #require(CalendarDay(year: 987, month: 7, day: 4))
        #expect(DayFormat.iso.string(from: day) == "0987-07-04")
        #expect(DayFormat.compact.string(from: day) == "09870704")
        #expect(DayFormat("yyyy-MM-dd") == DayFormat.iso)
        #expect(DayFormat("yyyyMMdd") == DayFormat.compact)
    }

    @Test(arguments: [
        "", "yyyy", "yyyyMM", "yyMMdd", "yyyyMMddHH", "yyyyyMMdd", "yyyy-MM-dd-dd", "yyyy–MM–dd", "1yyyyMMdd",
    ])
    func `a pattern with a part missing, doubled or unknown is refused`(_ pattern: String) {
        #expect(DayFormat(pattern) == nil)
    }

    static let unreadable: [(DayFormat, String)] = [
        (.compact, "20150230"), (.compact, "20150229"), (.compact, "20151301"), (.compact, "20150001"),
        (.compact, "20150100"), (.compact, "00000101"), (.compact, "2015-07-01"), (.compact, "2015071"),
        (.compact, "201507011"), (.compact, " 20150701"), (.compact, "20150701\n"), (.compact, "+2150701"),
        (.compact, "2015 701"), (.compact, "٢٠١٥٠٧٠١"), (.compact, "2015070１"), (.compact, "20150701\u{301}"),
        (.compact, ""), (.compact, "today"), (.iso, "2015-7-1"), (.iso, "2015-02-30"), (.iso, "20150701"),
        (.iso, "2015-07-01Z"), (.iso, "2015-07-01T00:00:00Z"), (.iso, "2015–07–01"), (.iso, "2015/07/01"),
        (.iso, "15-07-01"), (.iso, "-015-07-01"), (.iso, "2015-07-1 "),
    ]

    @Test(arguments: unreadable)
    func `004-24 a date that cannot be read is an error that names it and its form`(
        _ format: DayFormat, _ text: String
    ) {
        #expect(format.day(from: text) == nil)
        let error = #expect(throws: DayFormatError.self) { try format.parse(text) }
        #expect(error?.description == "`\(text)` is not a day of the calendar written `\(format.pattern)`")
    }

    @Test(arguments: [
        ("Pacific/Kiritimati", "ar_EG.UTF-8"), ("Pacific/Pago_Pago", "th_TH.UTF-8"),
        ("America/New_York", "fa_IR.UTF-8"),
        ("nonsense", "C"), ("UTC", "ja_JP@calendar=japanese"),
    ])
    func `004-23 a day is read and written the same in every locale and time zone`(
        _ zone: String, _ locale: String
    ) async {
        await #expect(processExitsWith: .success) { [zone, locale] in
            CLibrary.enter(zone: zone, locale: locale)
            let day = try #require(CalendarDay(year: 2015, month: 7, day: 4))
            #expect(DayFormat.compact.string(from: day) == "20150704")
            #expect(DayFormat.compact.day(from: "20150704") == day)
            #expect(DayFormat.compact.day(from: "25580704") == CalendarDay(year: 2558, month: 7, day: 4))
            let instant = try #require(Instant(iso8601: "2015-07-04T23:59:59Z"))
            #expect(instant.description == "2015-07-04T23:59:59Z")
            #expect(instant.utcDay == day)
        }
    }
}
