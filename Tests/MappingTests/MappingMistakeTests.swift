internal import Mapping
internal import Testing

@Suite struct MappingMistakeTests {
    private func mistakes(_ fields: FieldDeclaration...) -> [String] {
        let error = #expect(throws: MappingMistakes.self) {
            try Mapping(Story(), properties: Story.properties, fields: fields)
        }
        return error?.mistakes.map(\.description) ?? []
    }

    @Test func `all mistakes of a mapping are told at once, before any data`() {
        let found = mistakes(
            FieldDeclaration("titel", from: [.path("a")]),
            FieldDeclaration("title", from: [.path("a..b"), .template("{x")]),
            FieldDeclaration("words", from: [.path("a")], transforms: [TransformDeclaration("htlm")]),
            FieldDeclaration("words", from: [.path("b")]), FieldDeclaration("score", from: []))
        #expect(found.count == 7)
        #expect(
            found[0]
                == "mapping of Story.titel: there is no such property (id, title, authors, words, score, is_free, published)"
        )
        #expect(found[1] == "mapping of Story.title: path \"a..b\", column 3: a key is missing; quote odd ones: 'a.b'")
        #expect(found[2] == "mapping of Story.title: template \"{x\", column 1: the brace is not closed")
        #expect(found[3].contains("there is no transformer \"htlm\""))
        #expect(found[4] == "mapping of Story.words: it is fed twice; give all candidates in one field")
        #expect(found[5] == "mapping of Story.score: it has no path, template or constant")
        #expect(found[6] == "mapping of Story.id: it is required, and no field feeds it")
    }

    @Test func `what does not fit the property's shape is a mistake`() {
        let id = FieldDeclaration("id", from: [.path("i")])
        let day = TransformDeclaration("day", ["yyyyMMdd"])
        #expect(mistakes(id, FieldDeclaration("title", from: [.path("a")], each: [.path("b")])).count == 1)
        #expect(mistakes(id, FieldDeclaration("title", from: [.path("a")], split: ";")).count == 1)
        #expect(mistakes(id, FieldDeclaration("words", from: [.path("a")], join: ";")).count == 1)
        #expect(mistakes(id, FieldDeclaration("authors", from: [.path("a")], split: "")).count == 1)
        #expect(mistakes(id, FieldDeclaration("title", from: [.path("a")], transforms: [day])).count == 1)
        let late = [day, TransformDeclaration("trim")]
        #expect(mistakes(id, FieldDeclaration("published", from: [.path("a")], transforms: late)).count == 1)
        #expect(mistakes(id, FieldDeclaration("authors", from: [.path("a")], each: [.path("[")])).count == 1)
    }

    @Test func `a column in a template's path counts from the template's beginning`() {
        let found = mistakes(FieldDeclaration("id", from: [.template("x {a..b}")]))
        #expect(found[0].contains("template \"x {a..b}\", column 6:"))
    }

    @Test func `a mistake in a mapping declared in Swift is thrown by its first use, as a mistake and not as bad data`()
        throws
    {
        let mapping = Mapping(
            Story(), Field(\.title, "a..b"), Field(\.id, "x[*]"), Field(\.id, "y"),
            Field(\.authors, "a", .array(of: .at("[", .text))))
        #expect(mapping.mistakes.count == 4)
        #expect(throws: MappingMistakes.self) { try mapping.decode(json: Array("{}".utf8)) }
        #expect(throws: MappingMistakes.self) { try mapping.encode(Story()) }
        #expect(throws: MappingMistakes.self) { try mapping.parameters(of: Story()) }
    }

    @Test func `what can be read and not written is a mistake only when written`() throws {
        let indexed = Mapping(Story(), Field(\.id, "ids[0]"))
        #expect(try indexed.decode(json: Array(#"{"ids": ["a"]}"#.utf8)).id == "a")
        #expect(throws: MappingMistakes.self) { try indexed.encode(Story(id: "a")) }
        let shared = Mapping(Story(), Field(\.id, "a"), Field(\.title, "a"))
        #expect(try shared.decode(json: Array(#"{"a": "x"}"#.utf8)).title == "x")
        #expect(throws: MappingMistakes.self) { try shared.encode(Story(id: "a", title: "b")) }
    }
}
