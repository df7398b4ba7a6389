internal import Articles
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct CSVFormTests {
    private func csv(_ headline: String, _ change: (inout CSVForm) -> Void = { _ in }) throws -> String {
        var form = CSVForm()
        change(&form)
        var bytes: [UInt8] = []
        var renderer = ArticleRenderer(.csv, columns: [.id, .headline, .wordCount, .keywords], csv: form) {
            bytes += $0
        }
        try renderer.begin()
        var row = try Samples.bare()
        row.article.headline = headline
        row.article.wordCount = -5
        row.article.keywords = ["=k"]
        try renderer.row(row)
        try renderer.end()
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let head = "id,headline,word_count,keywords\r\n"
    private static let tail = #",-5,"[""=k""]""# + "\r\n"

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-0", "'-0"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"),
        ("\r=1", "\"'\r=1\""), ("\n=1", "\"'\n=1\""), ("  =1", "'  =1"), ("＝1", "'＝1"),
        ("=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""), ("a=1", "a=1"), ("'=1", "'=1"), ("", "\"\""),
    ])
    func `what a spreadsheet would run has an apostrophe before it, on request`(text: String, field: String) throws {
        #expect(try csv(text) { $0.isSafeForSpreadsheets = true } == Self.head + "2,\(field)" + Self.tail)
    }

    @Test func `unasked, every text stands as it is`() throws {
        #expect(try csv("=1+1") == Self.head + "2,=1+1" + Self.tail)
    }

    @Test func `a byte order mark stands once at the beginning, on request`() throws {
        #expect(try csv("a") { $0.hasByteOrderMark = true } == "\u{FEFF}" + Self.head + "2,a" + Self.tail)
    }
}
