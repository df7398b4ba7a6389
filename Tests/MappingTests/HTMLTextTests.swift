internal import Mapping
internal import TestSupport
internal import Testing

@Suite struct HTMLTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("<p>one</p><p>two</p>", "one two"), ("a<br>b<br/>c", "a b c"),
        ("H<sub>2</sub>O", "H2O"),
        ("<a href=\"x>y\">link</a>", "link"), ("a < b and c > d", "a < b and c > d"), ("1<2", "1<2"),
        ("x <- y -> z", "x <- y -> z"),
        ("<jats:title>Abstract</jats:title><jats:p>We <jats:italic>show</jats:italic></jats:p>", "Abstract We show"),
        ("a<!-- <b>hidden</b> -->b", "ab"), ("a<script>if (x < y) {}</script>b", "a b"),
        ("a<STYLE>b{}</STYLE >c", "a c"),
        ("<span class=\"searchmatch\">Knicks</span>&quot;s", "Knicks\"s"), ("unclosed <b", "unclosed <b"),
        ("<3 hearts", "<3 hearts"),
        ("open <b>bold", "open bold"), ("</p>a</p>", "a"), ("<!DOCTYPE html><?xml?>a", "a"), ("é<i>—</i>🗞", "é—🗞"),
        ("a<!--never closed>b", "ab"), ("<script>never closed <b>x</b>", ""),
    ])
    func `tags go and their text stays`(html: String, expected: String) throws {
        let plain = try Transformer.html().then(.collapseSpace).forward(html)
        #expect(plain == expected)
    }

    @Test(arguments: [
        ("&amp;", "&"), ("&lt;b&gt;", "<b>"), ("&#8212;", "—"), ("&#x2014;", "—"), ("&#X2014;", "—"), ("&rsquo;", "’"),
        ("&eacute;", "é"),
        ("&Eacute;", "É"), ("&apos;", "'"), ("&nbsp;", "\u{A0}"), ("&hellip;", "…"), ("&#146;", "’"),
        ("&#0;", "\u{FFFD}"),
        ("&#xD800;", "\u{FFFD}"), ("&#x110000;", "\u{FFFD}"), ("&#128240;", "📰"), ("AT&T", "AT&T"), ("a & b", "a & b"),
        ("&", "&"),
        ("&;", "&;"), ("&#;", "&#;"), ("&#x;", "&#x;"), ("&#-5;", "&#-5;"), ("&nosuch;", "&nosuch;"),
        ("&amp;lt;", "&lt;"),
        ("&amp;amp;amp;", "&amp;amp;"), ("&&amp;&", "&&&"), ("&thetasym;", "ϑ"), ("&Zcaron;", "Ž"), ("&amp", "&amp"),
        ("é&amp;—", "é&—"), ("&verylongnamethatisnone;", "&verylongnamethatisnone;"),
    ])
    func `entities are decoded once`(encoded: String, expected: String) throws {
        #expect(try Transformer.entities.forward(encoded) == expected)
    }

    @Test func `twice encoded text is decoded twice where that is asked for, and only there`() throws {
        #expect(try Transformer.html().forward("&amp;lt;b&amp;gt;x") == "&lt;b&gt;x")
        #expect(try Transformer.html(decodedTwice: true).forward("&amp;lt;b&amp;gt;x") == "<b>x")
        #expect(try Transformer.html(decodedTwice: true).forward("&lt;p&gt;Tom &amp;amp; Ann&lt;/p&gt;") == "Tom & Ann")
    }

    @Test func `text made to be slow is not`() throws {
        for piece in ["<a", "<a \"", "&", "<!--", "<script>", "&#", "</", "<a '\">"] {
            let text = String(repeating: piece, count: 40_000)
            #expect(try Transformer.html(decodedTwice: true).forward(text).utf8.count <= text.utf8.count)
        }
    }

    @Test func `space is collapsed and trimmed as Unicode knows it`() throws {
        var numbers = Dice(seed: 21)
        let alphabet = Array(" \u{A0}\n\t\u{2003}\u{3000}\u{85}\u{1680}ab’é—\u{200B}")
        for _ in 0..<500 {
            let length = Int.random(in: 0...12, using: &numbers)
            let text = String((0..<length).map { _ in alphabet.randomElement(using: &numbers) ?? "a" })
            let words = text.unicodeScalars.split { $0.properties.isWhitespace }.map {
                String(String.UnicodeScalarView($0))
            }
            #expect(try Transformer.collapseSpace.forward(text) == words.joined(separator: " "))
            let trimmed = try Transformer.trim.forward(text)
            #expect(trimmed.unicodeScalars.first?.properties.isWhitespace != true)
            #expect(trimmed.unicodeScalars.last?.properties.isWhitespace != true)
            #expect(try Transformer.collapseSpace.forward(trimmed) == words.joined(separator: " "))
        }
    }

    @Test func `white space is what Unicode calls so, scalar by scalar`() throws {
        for scalar in (UInt32(0)...0x3100).compactMap(Unicode.Scalar.init) {
            let trimmed = try Transformer.trim.forward(String(scalar))
            #expect(trimmed.isEmpty == scalar.properties.isWhitespace, "U+\(String(scalar.value, radix: 16))")
        }
    }
}
