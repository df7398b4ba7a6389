internal import Chronology
internal import Mapping
internal import TestSupport
internal import Testing

@Suite struct TransformerTests {
    private static let double = Transformer<Int, Int>("double", forward: { $0 * 2 }, reverse: { $0 / 2 })
    private static let written = Transformer<Int, String>(
        "written", forward: { "\($0)" },
        reverse: { text throws(TransformFailure) in
            guard let number = Int(text) else { throw TransformFailure("is no integer") }
            return number
        })

    @Test func `004-19 a transformer goes forward and back, and each way reports failure`() throws {
        #expect(try Self.written.forward(7) == "7")
        #expect(try Self.written.reverse("7") == 7)
        #expect(throws: TransformFailure("is no integer")) { try Self.written.reverse("seven") }
        let day = Transformer.day(.compact)
        #expect(throws: TransformFailure("is no day of the form yyyyMMdd")) { try day.forward("2015") }
    }

    @Test func `steps are composed, and the whole goes back as its parts do`() throws {
        let both = Self.double.then(Self.written)
        #expect(try both.forward(21) == "42")
        #expect(try both.reverse("42") == 21)
        #expect(both.name == "double, written")
        let oneWay = Transformer<Int, Int>("square") { $0 * $0 }
        #expect(!oneWay.isReversible)
        #expect(!Self.double.then(oneWay).isReversible)
        #expect(throws: TransformFailure("square has no way back")) { try oneWay.reverse(4) }
    }

    @Test func `an inverted transformer is the way back, and inverted twice the same again`() throws {
        let reading = try #require(Self.written.inverted)
        #expect(try reading.forward("5") == 5)
        #expect(try reading.reverse(5) == "5")
        #expect(try #require(reading.inverted).forward(5) == "5")
        #expect(Transformer<Int, Int>("square", forward: { $0 * $0 }).inverted?.name == nil)
    }

    @Test func `identity changes nothing on either side of a composition`() throws {
        for number in [-3, 0, 8] {
            #expect(try Transformer<Int, Int>.identity.then(Self.written).forward(number) == "\(number)")
            #expect(try Self.written.then(.identity).forward(number) == "\(number)")
            #expect(try Self.written.then(.identity).reverse("\(number)") == number)
        }
    }

    @Test func `composition is associative`() throws {
        let left = Self.double.then(Self.double).then(Self.written)
        let right = Self.double.then(Self.double.then(Self.written))
        for number in -5...5 {
            #expect(try left.forward(number) == right.forward(number))
            #expect(try left.reverse("\(number * 4)") == right.reverse("\(number * 4)"))
        }
    }

    @Test func `what is there and back again is the same, for every day and instant`() throws {
        var numbers = Dice(seed: 9)
        for _ in 0..<300 {
            let day = CalendarDay(daysSince1970: Int.random(in: -719_162...2_932_896, using: &numbers))
            for format in [DayFormat.compact, .iso, try #require(DayFormat("dd/MM/yyyy"))] {
                let transformer = Transformer.day(format)
                #expect(try transformer.forward(transformer.reverse(day)) == day)
            }
            let instant = Instant(
                millisecondsSince1970: Int64.random(in: -60_000_000_000_000...250_000_000_000_000, using: &numbers))
            #expect(try Transformer.instant.forward(Transformer.instant.reverse(instant)) == instant)
            let dates = Transformer.date([.epochMilliseconds, .day(.iso)])
            #expect(try dates.forward(dates.reverse(.instant(instant))) == .instant(instant))
            #expect(try dates.forward(dates.reverse(.day(day))) == .day(day))
        }
    }
}

@Suite struct RegistryTests {
    private func entry(_ name: String, _ arguments: [String] = []) throws -> TransformerRegistry.Entry {
        try TransformerRegistry.standard.entry(for: TransformDeclaration(name, arguments))
    }

    private func apply(_ name: String, _ arguments: [String] = [], to text: String) throws -> String {
        switch try entry(name, arguments) {
        case .text(let transformer): try transformer.forward(text)
        case .date(let transformer): try transformer.forward(text).description
        }
    }

    @Test(
        arguments: [
            ("html", [], "<b>a</b> &amp; b", "a & b"), ("html", ["twice"], "&lt;i&gt;a&lt;/i&gt; &amp;amp; b", "a & b"),
            ("html", [], "&amp;lt;", "&lt;"), ("entities", [], "<b>&eacute;</b>", "<b>é</b>"),
            ("collapse_space", [], " a \n\t b\u{A0}c ", "a b c"), ("trim", [], "\u{3000} a  b \n", "a  b"),
            ("lowercase", [], "ÀB", "àb"), ("absolute_url", ["https://x.org"], "/a", "https://x.org/a"),
            ("replace_prefix", ["https://doi.org/", ""], "https://doi.org/10.1/x", "10.1/x"),
            ("replace_prefix", ["https://doi.org/", ""], "10.1/x", "10.1/x"),
            (
                "rewrite_host", ["www.stg.nytimes.com", "www.nytimes.com"], "https://WWW.stg.nytimes.com:8/a?b",
                "https://www.nytimes.com:8/a?b"
            ),
            (
                "rewrite_host", ["www.stg.nytimes.com", "www.nytimes.com"], "https://nytimes.com/a",
                "https://nytimes.com/a"
            ),
            ("day", ["yyyyMMdd"], "20150701", "2015-07-01"),
            ("instant", [], "2015-07-04T00:00:00+0000", "2015-07-04T00:00:00Z"),
            ("date", ["iso8601", "yyyy"], "2012", "2012-01-01"),
        ] as [(String, [String], String, String)])
    func `a transformer is found by its name`(name: String, arguments: [String], text: String, expected: String) throws
    {
        #expect(try apply(name, arguments, to: text) == expected)
    }

    @Test func `an unknown name is a mistake that lists the known ones`() {
        let mistake = #expect(throws: TransformerMistake.self) { try entry("htlm") }
        #expect(mistake?.description.contains("\"htlm\" (known are absolute_url, collapse_space, date, day") == true)
    }

    @Test(
        arguments: [
            ("html", ["thrice"]), ("trim", ["x"]), ("day", []), ("day", ["yyyy"]), ("day", ["yyyyMMd"]), ("date", []),
            ("date", ["iso8601", "soon"]), ("instant", ["x"]), ("absolute_url", ["nytimes.com"]),
            ("absolute_url", ["a", "b"]),
            ("replace_prefix", ["x"]), ("rewrite_host", []), ("lowercase", ["x"]), ("entities", ["x"]),
            ("collapse_space", ["x"]),
        ] as [(String, [String])])
    func `wrong arguments are a mistake`(name: String, arguments: [String]) {
        #expect(throws: TransformerMistake.self) { try entry(name, arguments) }
    }

    @Test func `a registry takes names of its own`() throws {
        let registry = TransformerRegistry.standard.adding("shout") { _ in
            .text(Transformer("shout") { $0.uppercased() })
        }
        guard case .text(let shout) = try registry.entry(for: TransformDeclaration("shout")) else {
            Issue.record("shout is no text transformer")
            return
        }
        #expect(try shout.forward("a") == "A")
        #expect(throws: TransformerMistake.self) { try entry("shout") }
    }
}
