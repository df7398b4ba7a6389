internal import Chronology
internal import Mapping
internal import Testing

struct Draft: Hashable, Sendable {
    var id = ""
    var headline: String?
    var authors: [String] = []
    var words: Int?
    var published: DateValue?
}

@Test func `a page is read`() throws {
    let mapping = try Mapping(
        Draft(),
        properties: [
            .text("id", \.id), .text("headline", \.headline), .texts("authors", \.authors), .integer("words", \.words),
            .date("published", \.published),
        ],
        fields: [
            FieldDeclaration("id", from: [.path("_id")]),
            FieldDeclaration(
                "headline", from: [.path("headline.main"), .template("{_id}: {kicker}")],
                transforms: [TransformDeclaration("html"), TransformDeclaration("collapse_space")]),
            FieldDeclaration(
                "authors", from: [.path("people[*]")], each: [.template("{first} {last}"), .path("name")]),
            FieldDeclaration("words", from: [.path("n")]),
            FieldDeclaration("published", from: [.path("d")]),
        ])
    let body = """
        {"r":{"docs":[{"_id":"a","headline":{"main":" <b>x</b> &amp;  y"},"people":[{"first":"A","last":"L"},{"name":"M"}],"n":"12","d":"2015-07-04T00:00:00+0000"},null,7,{"_id":1.10,"kicker":"k","d":"2015-02-30"}]}}
        """
    var document = JSONDocument()
    var report = MappingReport()
    var drafts: [Draft] = []
    let shape = try document.parse(Array(body.utf8)) { root in
        try mapping.forEach(at: try JSONPath("r.docs"), in: root, report: &report) { drafts.append($0) }
    }
    print(shape, drafts, report.omissions.map(\.description), report)
}
