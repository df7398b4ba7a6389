internal import Chronology
internal import Telemetry
internal import Testing

@Suite struct LogFormatTests {
    private let start = Instant(secondsSince1970: 1_767_225_600)

    private func line(
        _ format: LogFormat, _ message: String, _ fields: [(name: String, value: String)] = [],
        level: LogLevel = .info, forJournal: Bool = false
    ) -> String {
        let event = LogEvent(at: start, level: level, message: message, fields: fields)
        return String(decoding: format.line(for: event, forJournal: forJournal), as: UTF8.self)
    }

    @Test func `text is time, level, message and fields`() {
        #expect(
            line(.text, "run ended", [("query", "basketball"), ("articles", "34")])
                == "2026-01-01T00:00:00Z info run ended query=basketball articles=34\n")
        #expect(line(.text, "started", level: .error) == "2026-01-01T00:00:00Z error started\n")
    }

    @Test(arguments: [
        ("word", "word"), ("", "\"\""), ("two words", "\"two words\""), ("a=b", "\"a=b\""), ("\"", #""\"""#),
        ("a\nb", #""a\nb""#), ("\u{1B}[31m", #""\u001b[31m""#), ("\u{202E}", #""\u202e""#), ("Zürich", "Zürich"),
        ("•••", "•••"), ("C:\\x", #""C:\\x""#), ("a\u{A0}b", "\"a\u{A0}b\""), ("\u{85}", #""\u0085""#),
        ("https://example.org/?a", "https://example.org/?a"),
    ])
    func `a value that is no word is quoted`(_ value: String, _ written: String) {
        #expect(line(.text, "m", [("f", value)]) == "2026-01-01T00:00:00Z info m f=\(written)\n")
    }

    @Test func `json is one object a line`() {
        #expect(
            line(.json, "run ended", [("query", "a \"b\"\n")], level: .warning)
                == #"{"time":"2026-01-01T00:00:00Z","level":"warning","message":"run ended","query":"a \"b\"\n"}"#
                + "\n")
    }

    @Test(arguments: [(LogLevel.error, 3), (.warning, 4), (.info, 6), (.debug, 7)])
    func `the journal gets a priority, and no time twice`(_ level: LogLevel, _ priority: Int) {
        #expect(line(.text, "m", [("f", "v")], level: level, forJournal: true) == "<\(priority)>m f=v\n")
        #expect(line(.json, "m", level: level, forJournal: true).hasPrefix("<\(priority)>{\"time\":"))
    }

    @Test(arguments: LogFormat.allCases)
    func `no value makes a second line or a control character`(_ format: LogFormat) {
        let hostile = String(String.UnicodeScalarView((UInt32(0)...0x2FFF).compactMap(Unicode.Scalar.init)))
        let bytes = Array(line(format, hostile, [(hostile, hostile)]).unicodeScalars)
        #expect(bytes.count { $0.properties.generalCategory == .control } == 1)
        #expect(bytes.last == "\n")
    }

    @Test func `levels are ordered by weight`() {
        #expect(LogLevel.allCases.sorted() == [.error, .warning, .info, .debug])
    }
}
