internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("plain", 5), ("Zürich", 6), ("e\u{301}", 1), ("東京", 4), ("ｶﾅ", 2), ("Ａ", 2), ("한국", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("🏀", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("1️⃣", 2), ("❤️", 2), ("👍🏽", 2),
        ("a\u{200B}b", 2), ("شمس", 3), ("नमस्ते", 4), ("…", 1), ("𠀀", 2), ("、。", 4),
    ])
    func `a terminal gives this many columns`(_ text: String, _ width: Int) {
        #expect(text.displayWidth == width, "\(text)")
    }
}

@Suite struct HarmlessTextTests {
    @Test(arguments: [
        ("plain text", "plain text"), ("a\r\nb\tc\u{2028}d  e", "a b c d e"), ("  around \n", "around"),
        ("\u{1B}[2J\u{1B}]0;title\u{7}", "�[2J�]0;title�"), ("\u{9B}31m", "�31m"), ("nul\0", "nul�"), ("\u{7F}", "�"),
        ("a\u{202E}b\u{2066}c\u{200F}", "abc"), ("zero\u{200B}width\u{FEFF}", "zerowidth"), ("👩‍👧", "👩‍👧"),
        ("می‌خواهم", "می‌خواهم"), ("soft\u{AD}hyphen", "softhyphen"), ("tag\u{E0041}", "tag"), ("", ""), ("\n", ""),
    ])
    func `what comes from the network is one line that can only be read`(_ text: String, _ safe: String) {
        // Compared by scalars, as strings are equal by canonical equivalence.
        #expect(Array(text.harmless.unicodeScalars) == Array(safe.unicodeScalars))
    }

    @Test func `no scalar at all leaves a control character or an override`() {
        for value in UInt32(0)...0x1_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for left in "a\(scalar)b".harmless.unicodeScalars {
                let isControl = left.properties.generalCategory == .control || left.properties.isBidiControl
                #expect(!isControl, "U+\(String(value, radix: 16))")
            }
        }
    }

    @Test func `towers of accents are cut`() {
        let tower = "a" + String(repeating: "\u{301}", count: 500)
        #expect(tower.harmless.unicodeScalars.count == 9)
    }
}

@Suite struct TextTableTests {
    private func table() -> TextTable {
        var table = TextTable([.init("NAME"), .init("COUNT", .right), .init("REMARK", flexibleTo: 10)])
        table.append(["first", "7", "short"])
        table.append(["second one", "12345", "a remark that goes on for a while and then some 東京東京東京"])
        table.append(["", "", ""])
        return table
    }

    @Test func `columns are as wide as what they hold`() {
        expectGolden(table().text(on: .plain), named: "table-plain.txt")
    }

    @Test func `a flexible column gives way`() {
        expectGolden(table().text(on: Terminal(width: 40)), named: "table-40.txt")
    }

    @Test func `others give way only when nothing else is left`() {
        expectGolden(table().text(on: Terminal(width: 22)), named: "table-22.txt")
    }

    @Test func `optional columns go before others are cut, the last first`() {
        var table = TextTable([
            .init("A"), .init("OPTIONAL", isOptional: true), .init("LAST", isOptional: true), .init("Z", flexibleTo: 6),
        ])
        table.append(["first", "optional", "last", "flexible to six"])
        expectGolden(
            [60, 34, 26, 18, 12].map { table.text(on: Terminal(width: $0)) }.joined(), named: "table-optional.txt")
    }

    @Test func `colour changes no width`() {
        let plain = table().text(on: Terminal(width: 40))
        var painted = table().text(on: Terminal(width: 40, usesColour: true))
        #expect(painted != plain)
        painted = painted.split(separator: "\u{1B}[1m").joined().split(separator: "\u{1B}[0m").joined()
        #expect(painted == plain)
    }

    @Test func `no terminal is too narrow to be right`() {
        for width in 5...120 {
            for line in table().text(on: Terminal(width: width)).split(separator: "\n") {
                #expect(line.displayWidth <= max(width, 7), "\(width): \(line)")
            }
        }
    }
}

@Suite struct ProgressBarTests {
    private let bar = ProgressBar(
        label: "basketball", done: 17, total: 34, elapsed: .seconds(8), requests: 4)

    @Test func `a bar at several widths`() {
        var text = ""
        for width in [120, 80, 70, 60, 40, 20, 3, 0] { text += bar.line(width: width) + "\n" }
        expectGolden(text, named: "progress-widths.txt")
    }

    @Test func `a bar at several stages`() {
        var text = ""
        for (done, total, elapsed) in [
            (0, nil, 0), (0, 34, 0), (1, 34, 100), (34, 34, 12_000), (40, 34, 12_000), (0, 0, 900), (120, nil, 4_000),
            (5, 9_000, 60_000),
        ] as [(Int, Int?, Int)] {
            var bar = bar
            bar.done = done
            bar.total = total
            bar.elapsed = .milliseconds(elapsed)
            text += bar.line(width: 90) + "\n"
        }
        var waiting = bar
        waiting.note = "waiting 12 s for the budget"
        text += waiting.line(width: 100) + "\n"
        expectGolden(text, named: "progress-stages.txt")
        // A wait that is not the usual one makes what the past says of the rest untrue.
        waiting.waitsLong = true
        #expect(!waiting.line(width: 100).contains("left"))
        #expect(waiting.line(width: 100).contains("waiting 12 s"))
    }

    @Test func `where there is no room, what is waited for matters more than which days are read`() throws {
        var waiting = bar
        waiting.window = try Samples.days("2015-07-11", "2015-07-15")
        waiting.note = "waiting 56 s for the budget"
        #expect(waiting.line(width: 140).contains("4 requests, 34 s left; 2015-07-11…2015-07-15; waiting 56 s"))
        #expect(waiting.line(width: 100).hasSuffix("4 requests, 34 s left; waiting 56 s for the budget"))
        #expect(waiting.line(width: 80).hasSuffix("30/min, 34 s left; waiting 56 s for the budget"))
    }

    @Test func `pages that were kept say nothing of how fast the others come`() {
        let resumed = ProgressBar(label: "year", done: 455, total: 2_540, elapsed: .seconds(60), requests: 5)
        #expect(resumed.line(width: 120).hasSuffix("455/2540 pages, 5/min, 5 requests, 6 h left"))
    }

    @Test func `no line touches the last column`() {
        var long = bar
        long.note = "waiting 12 s for the budget, which is spent"
        long.label = "東京"
        for width in 1...200 { #expect(long.line(width: width).displayWidth < width) }
    }
}

@Suite struct WordsTests {
    @Test(arguments: [
        (Duration.milliseconds(0), "0 ms"), (.milliseconds(40), "40 ms"), (.milliseconds(840), "0.8 s"),
        (.milliseconds(9_999), "9.9 s"), (.milliseconds(10_000), "10 s"), (.seconds(59), "59 s"),
        (.seconds(60), "1 min"),
        (.seconds(3_599), "59 min"), (.seconds(3_600), "1 h"), (.seconds(172_799), "47 h"),
        (.seconds(172_800), "2 days"), (.seconds(-5), "0 ms"),
    ])
    func `a duration is said in one unit`(_ duration: Duration, _ words: String) {
        #expect(duration.words == words)
    }
}
