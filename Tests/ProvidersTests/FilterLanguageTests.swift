import Providers
import Testing

@Suite struct `A filter in the syntax of Lucene` {
    private func found(_ filter: String) -> [String] {
        FilterLanguage.lucene.findings(in: filter).map { finding in
            // Without what to do.
            "\(finding.character) "
                + finding.message[..<(finding.message.lastIndex(of: "(") ?? finding.message.endIndex)]
        }
    }

    @Test(arguments: [
        "", "section.name:\"Sports\"", "section.name:(\"Sports\" \"Arts\") AND NOT type:Article",
        "headline:run* AND wom?n", "pub_date:[2015-07-01 TO *] OR word_count:{0 TO 10]", "+war -peace",
        "headline:\"say \\\"no\\\" and go\"", "headline:\\(open", "a AND (b OR NOT c)", "and", "type:and",
        "nothing to note",
        "headline:\"Who is it?\"", "pub_date:2015-07-01T00:00:00Z", "NOT a", "(NOT a) OR b", "\"black and white\"",
        "a:(b) c:d",
    ])
    func `that is well formed has no findings`(filter: String) { #expect(found(filter) == []) }

    @Test(arguments: [
        ("section:(\"Sports\" \"Arts\"", "9 a bracket ( is never closed "), ("a)", "2 a bracket ) closes none "),
        ("section:\"Sports", "9 a quote is never closed "), ("a:[1 TO 2", "3 a bracket [ is never closed "),
        ("a:[1 TO 2)", "3 a bracket [ is never closed |10 a bracket ) closes none "),
        ("a:\"x\" and b:\"y\"", "7 `and` is searched for as a word "), ("a Or b", "3 `Or` is searched for as a word "),
        ("a AND not b", "7 `not` is searched for as a word "), ("not a", "1 `not` is searched for as a word "),
        ("section:(arts and leisure)", "15 `and` is searched for as a word "),
        ("headline:\"basket*\"", "17 a wildcard inside of quotes is an ordinary character "),
        ("a AND", "3 AND has no term after it "), ("(a OR) b", "4 OR has no term after it "),
        ("OR a", "1 OR has no term before it "), ("section:", "1 the field section has no value "),
        ("(section:) a", "2 the field section has no value "), (":a", "1 a colon has no field name before it "),
        ("größe:\"x\" and y", "11 `and` is searched for as a word "),
    ])
    func `that is not tells each mistake with its place`(filter: String, expected: String) {
        #expect(found(filter).joined(separator: "|") == expected)
    }
}
