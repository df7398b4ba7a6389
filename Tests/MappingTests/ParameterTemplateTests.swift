internal import Chronology
internal import Mapping
internal import Testing

@Suite struct ParameterTemplateTests {
    private static let both: [String: ParameterValue] = [
        "text": .text("nba"), "page": .integer(2), "from": .day(CalendarDay(daysSince1970: 16_617)),
        "to": .day(CalendarDay(daysSince1970: 16_623)), "at": .instant(Instant(secondsSince1970: 1_435_968_000)),
    ]
    private static let onlyFrom = both.filter { $0.key == "from" }

    private func text(_ template: String, _ values: [String: ParameterValue] = both) throws -> String? {
        try ParameterTemplate(template).text(with: values)
    }

    @Test(arguments: [
        ("newest", "newest"), ("{text}", "nba"), ("{page}", "2"), ("{from:yyyyMMdd}", "20150701"),
        ("{from}", "2015-07-01"),
        ("({text})", "(nba)"), ("{from:yyyy/MM/dd}", "2015/07/01"), ("{at:epoch-s}", "1435968000"),
        ("{at}", "2015-07-04T00:00:00Z"),
        ("{at:yyyyMMddHHmmss}", "20150704000000"), ("{at:yyyy-MM-dd'T'HH:mm:ss+00:00}", "2015-07-04T00:00:00+00:00"),
        ("FIRST_PDATE:[{from:yyyy-MM-dd|1000-01-01} TO {to|3000-12-31}]", "FIRST_PDATE:[2015-07-01 TO 2015-07-07]"),
        ("{{{text}}}", "{nba}"),
    ])
    func `placeholders are filled in their form`(template: String, expected: String) throws {
        #expect(try text(template) == expected)
    }

    @Test func `both ends of a date range are written as days`() throws {
        #expect(try text("{from:yyyyMMdd}-{to:yyyyMMdd}") == "20150701-20150707")
    }

    @Test func `a missing placeholder takes its default, and without one yields nothing`() throws {
        #expect(try text("{from}:{to|}", Self.onlyFrom) == "2015-07-01:")
        #expect(try text("{from}:{to|now}", Self.onlyFrom) == "2015-07-01:now")
        #expect(try text("{from}:{to}", Self.onlyFrom) == nil)
        #expect(try text("{text}", [:]) == nil)
    }

    @Test func `with every placeholder missing a template yields nothing, defaults or not`() throws {
        #expect(try text("{from|1000}:{to|3000}", [:]) == nil)
        #expect(try text("constant", [:]) == "constant")
    }

    @Test func `parts are joined, missing ones left out, and a parameter of none is not sent`() throws {
        let parts = [try ParameterTemplate("from-pub-date:{from}"), try ParameterTemplate("until-pub-date:{to}")]
        let filter = ParameterDeclaration("filter", parts, joiner: ",")
        #expect(
            try filter.parameter(with: Self.both)?.description
                == "filter=from-pub-date:2015-07-01,until-pub-date:2015-07-07")
        #expect(try filter.parameter(with: Self.onlyFrom)?.description == "filter=from-pub-date:2015-07-01")
        #expect(try filter.parameter(with: [:]) == nil)
    }

    @Test func `a day has no time, and is not given one`() {
        #expect(throws: TransformFailure.self) { try text("{from:epoch-s}") }
        #expect(throws: TransformFailure.self) { try text("{from:yyyyMMddHHmmss}") }
        #expect(throws: TransformFailure.self) { try text("{at:yyyyMMdd}") }
        #expect(throws: TransformFailure.self) { try text("{text:yyyyMMdd}") }
    }

    @Test(arguments: [
        ("{", 1), ("a}", 2), ("ab{}", 3), ("{:yyyy}", 1), ("{from:soon}", 1), ("x{form}", 2), ("{|a}", 1),
    ])
    func `a template that cannot be read is an error with its column`(template: String, column: Int) {
        let error = #expect(throws: ParameterTemplateError.self) {
            try ParameterTemplate(template, names: ["text", "from", "to"])
        }
        #expect(error?.column == column)
        #expect(error?.description.hasPrefix("template \"\(template)\", column \(column): ") == true)
    }

    @Test func `an unknown placeholder is told with the known ones`() {
        let error = #expect(throws: ParameterTemplateError.self) {
            try ParameterTemplate("{form}", names: ["text", "from"])
        }
        #expect(error?.reason == "there is no placeholder {form} (text, from)")
    }

    @Test func `a template tells its placeholders`() throws {
        #expect(try ParameterTemplate("{a} {b:yyyyMMdd|x} {a}").placeholders == ["a", "b", "a"])
    }
}
