import Records
import Testing

struct SortTermsTests {
    @Test(arguments: [
        "-published_at,headline", "published_at:NO,headline", "published_at:desc, +headline:".dropLast().description,
        " published_at:no , headline:YES", "published_at:DESC,headline:asc",
        "published_at :NO,headline", "published_at : NO , headline\t:\tYES ", "-published_at , headline : asc",
    ])
    func `002-18 several fields are read in order, each with its direction`(text: String) throws {
        let terms = try SortTerms(text, over: .articles)
        #expect(terms == SortTerms([.init("published_at", isAscending: false), .init("headline")]))
        #expect(terms.description == "-published_at,headline")
    }

    @Test func `002-19 one flag gives the direction of all that name none`() throws {
        let terms = try SortTerms("published_at,headline:YES", ascending: false, over: .articles)
        #expect(terms.description == "-published_at,headline")
    }

    @Test(arguments: [nil, "", " "])
    func `002-20 no sort is no defined order`(text: String?) throws {
        let terms = try SortTerms(text, over: .articles)
        #expect(terms.isEmpty)
        #expect(try terms.sql(over: .articles) == nil)
    }

    @Test func `the key makes an order stable, and missing values come last`() throws {
        #expect(
            try SortTerms("-word_count", over: .articles).sql(over: .articles)
                == "a.word_count DESC NULLS LAST, a.id")
        #expect(try SortTerms("-id", over: .articles).sql(over: .articles) == "a.id DESC")
    }

    @Test(arguments: [
        ("headlin", "column 1: headlin: no such field (nearest: headline)"),
        ("id, -sectoin", "column 6: sectoin: no such field (nearest: section)"),
        ("id:up", "column 4: found up, expected YES, NO, asc or desc"),
        ("id : up", "column 6: found up, expected YES, NO, asc or desc"),
        ("id : ", "column 5: found nothing behind the colon, expected YES, NO, asc or desc"),
        ("headlin :NO", "column 1: headlin: no such field (nearest: headline)"),
        ("-id:NO", "column 5: found a sign and :NO, expected one of the two"),
        ("id,,headline", "column 4: found nothing, expected a field"),
        ("id,", "column 4: found nothing, expected a field"),
        ("id,id", "column 4: found id again, expected each field once"),
        ("keywords", "column 1: found keywords, expected a field with one value (keywords is a list)"),
    ])
    func `what is no sort is an error with its place`(text: String, expected: String) {
        let error = #expect(throws: PredicateError.self) { try SortTerms(text, over: .articles) }
        #expect(error?.description == expected)
    }

    @Test func `001-49 dates sort by instant, not by text`() throws {
        let dates: [FilterValue] = [
            "2015-07-04T00:00:01Z", "2015-07-04T00:00:00.500Z", "2015-07-05", .null, "2015-07-04T00:00:00Z",
            "2015-07-04",
        ]
        let rows = dates.enumerated().map { (id: Int64($0.offset), date: $0.element) }
        let before = try #require(
            try SortTerms("published_at", over: .articles).areInIncreasingOrder(over: .articles) {
                (row: (id: Int64, date: FilterValue), column) in column.name == "id" ? .integer(row.id) : row.date
            })
        #expect(rows.sorted(by: before).map(\.id) == [4, 5, 1, 0, 2, 3])
    }
}
