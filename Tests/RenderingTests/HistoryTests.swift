internal import Articles
internal import Chronology
internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct `A history` {
    private func history() throws -> ArticleHistory {
        func event(_ at: String, _ what: ArticleHistory.Event.What, _ run: Int64?) throws -> ArticleHistory.Event {
            ArticleHistory.Event(at: try Samples.instant(at), what: what, run: run)
        }
        let long = "The ball went around the rim twice and then, as if it had thought the matter over, it fell "
        return ArticleHistory(
            article: try Samples.full(),
            events: [
                try event("2015-07-04T10:00:00Z", .firstSeen, 7),
                try event("2015-07-04T10:00:00Z", .joined(query: "basketball"), 7),
                try event(
                    "2015-07-05T10:00:00Z",
                    .changed(field: "headline", old: "Knicks win", new: "Knicks win, \"finally\": a long evening"), 12),
                try event(
                    "2015-07-05T10:00:00Z",
                    .changed(field: "abstract", old: long + "in.", new: long + "out \u{1B}[31magain."), 12),
                try event("2015-07-05T10:00:00Z", .changed(field: "word_count", old: nil, new: "1204"), 12),
                try event("2015-07-05T11:00:00Z", .left(query: "basketball"), 13),
                try event("2015-07-05T11:00:00Z", .vanished, 13),
                try event("2015-07-06T09:00:00Z", .joined(query: "basketball"), 101),
                try event("2015-07-06T10:00:00Z", .joined(query: "new-york"), nil),
            ])
    }

    @Test func `is a line an event, cut to the terminal so that the difference is seen`() throws {
        let report = HistoryReport(try history())
        expectGolden(report.text(on: .plain), named: "history-plain.txt")
        expectGolden(report.text(on: Terminal(width: 60)), named: "history-60.txt")
        expectGolden(report.text(on: Terminal(width: 80, usesColour: true)), named: "history-colour.txt")
        expectGolden(report.text(on: Terminal(width: 120)), named: "history-120.txt")
        expectGolden(report.json, named: "history.json")
    }

    @Test(arguments: [50, 60, 61, 73, 80, 120, 200]) func `keeps to the terminal`(width: Int) throws {
        for line in HistoryReport(try history()).text(on: Terminal(width: width)).split(separator: "\n") {
            #expect(line.displayWidth <= width, "\(line)")
        }
    }

    @Test func `of an article that no query holds says since when`() throws {
        let report = HistoryReport(ArticleHistory(article: try Samples.bare(), events: []))
        #expect(report.text(on: .plain).contains("held by no query since 2015-07-08 10:00 UTC"))
    }
}
