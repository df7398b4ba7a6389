internal import Mapping
internal import TestSupport
internal import Testing

/// Parses a text and hands over its root.
func withJSON<Result>(_ text: String, _ body: (JSONNode) throws -> Result) throws -> Result {
    var document = JSONDocument()
    return try document.parse(Array(text.utf8), body)
}

extension Dice {
    /// A text of letters, quotes, dots, brackets, spaces and characters beyond ASCII.
    mutating func text(upTo length: Int = 8) -> String {
        let alphabet = Array("ab.[]'\"\\ é—🗞{}|=*?\n\u{0}1-")
        return String((0..<Int.random(in: 0...length, using: &self)).map { _ in alphabet.randomElement(using: &self)! })
    }
}

/// A model that a few suites read through declarations.
struct Story: Hashable, Sendable {
    var id = ""
    var title: String?
    var authors: [String] = []
    var words: Int?
    var score: Double?
    var isFree: Bool?
    var published: DateValue?

    static let properties: [Property<Story>] = [
        .text("id", \.id), .text("title", \.title), .texts("authors", \.authors), .integer("words", \.words),
        .number("score", \.score), .flag("is_free", \.isFree), .date("published", \.published),
    ]

    /// A mapping whose id is a constant, so that a test is about the other fields alone.
    static func mapping(_ fields: FieldDeclaration...) throws -> Mapping<Story> {
        try Mapping(
            Story(), properties: properties, fields: [FieldDeclaration("id", from: [.constant("1")])] + fields)
    }

    /// The story of one record, and what was let go.
    static func reading(_ json: String, _ fields: FieldDeclaration...) throws -> (Story, MappingReport) {
        let mapping = try Mapping(
            Story(), properties: properties, fields: [FieldDeclaration("id", from: [.constant("1")])] + fields)
        var report = MappingReport()
        let story = try withJSON(json) { try mapping.decode($0, report: &report) }
        return (story, report)
    }
}
