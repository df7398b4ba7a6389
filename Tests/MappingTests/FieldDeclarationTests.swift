internal import Chronology
internal import Mapping
internal import Testing

@Suite struct FieldDeclarationTests {
    private func title(_ json: String, _ field: FieldDeclaration) throws -> String? {
        try Story.reading(json, field).0.title
    }

    @Test func `the first candidate that yields anything feeds the field`() throws {
        let field = FieldDeclaration("title", from: [.path("a"), .path("b.c"), .template("{d}!"), .constant("none")])
        #expect(try title(#"{"a": "1", "b": {"c": "2"}}"#, field) == "1")
        #expect(try title(#"{"a": null, "b": {"c": "2"}}"#, field) == "2")
        #expect(try title(#"{"a": "", "b": {"c": " \n"}, "d": 4}"#, field) == "4!")
        #expect(try title(#"{"a": [], "b": []}"#, field) == "none")
    }

    @Test(arguments: [(Emptiness.absent, ""), (.empty, " "), (.blank, "x")])
    func `what counts as empty is declared`(emptiness: Emptiness, expected: String) throws {
        let field = FieldDeclaration("title", from: [.path("a"), .path("b"), .path("c")], emptiness: emptiness)
        #expect(try title(#"{"a": "", "b": " ", "c": "x"}"#, field) == expected)
    }

    @Test func `a text that a transformer leaves empty makes way too`() throws {
        let field = FieldDeclaration(
            "title", from: [.path("a"), .path("b")],
            transforms: [TransformDeclaration("html"), TransformDeclaration("trim")])
        #expect(try title(#"{"a": "<p> </p>", "b": "<i>x</i>"}"#, field) == "x")
    }

    @Test func `a template fails as a whole when a part is missing`() throws {
        let field = FieldDeclaration("title", from: [.template("{a} {b.c}"), .template("{{{a}}}")])
        #expect(try title(#"{"a": "A", "b": {"c": 2}}"#, field) == "A 2")
        #expect(try title(#"{"a": "A", "b": {"c": null}}"#, field) == "{A}")
        #expect(try title(#"{"a": "A"}"#, field) == "{A}")
        #expect(try title(#"{"b": {"c": 2}}"#, field) == nil)
    }

    @Test func `values that stand for none are none, in templates too`() throws {
        let field = FieldDeclaration(
            "title", from: [.path("a"), .template("by {b}"), .path("c")],
            nullValues: ["None", "ONLY AVAILABLE IN PAID PLANS"])
        #expect(try title(#"{"a": "None", "b": "None", "c": "none"}"#, field) == "none")
        #expect(try title(#"{"a": "ONLY AVAILABLE IN PAID PLANS", "b": "B"}"#, field) == "by B")
    }

    @Test func `numbers become texts as written, and texts become numbers`() throws {
        let fields = [
            FieldDeclaration("title", from: [.path("t")]), FieldDeclaration("words", from: [.path("w")]),
            FieldDeclaration("score", from: [.path("s")]), FieldDeclaration("is_free", from: [.path("f")]),
        ]
        let mapping = try Story.mapping(fields[0], fields[1], fields[2], fields[3])
        let loose = try withJSON(#"{"t": 1.10, "w": "133", "s": "2.5", "f": "true"}"#) { try mapping.decode($0) }
        #expect(loose == Story(id: "1", title: "1.10", words: 133, score: 2.5, isFree: true))
        let tight = try withJSON(#"{"t": true, "w": 133.0, "s": 2, "f": false}"#) { try mapping.decode($0) }
        #expect(tight == Story(id: "1", title: "true", words: 133, score: 2, isFree: false))
    }

    @Test(arguments: [
        #""12a""#, #""1.5""#, "1.5", #""nan""#, #""0x10""#, "[1]", "{\"a\":1}", "true", "1e300",
        #""99999999999999999999""#,
    ])
    func `what is no integer is left out and told where that is declared`(json: String) throws {
        let (story, report) = try Story.reading(
            "{\"w\": \(json)}", FieldDeclaration("words", from: [.path("w")], unreadable: .omitValue))
        #expect(story.words == nil)
        #expect(report.omittedValues == 1)
        #expect(report.omissions.first?.error.path == "w")
        #expect(report.omissions.first?.error.property == "words")
    }

    @Test(arguments: [#""12a""#, "[1]", "1e300"])
    func `what cannot be read makes the record bad, unless the field says otherwise`(json: String) throws {
        let error = #expect(throws: MappingError.self) {
            try Story.reading("{\"w\": \(json)}", FieldDeclaration("words", from: [.path("w")]))
        }
        #expect(error?.property == "words")
        #expect(throws: MappingError.self) {
            try Story.reading("{\"a\": [\"x\", {\"k\": 1}]}", FieldDeclaration("authors", from: [.path("a")]))
        }
        // Nothing at all is no mistake.
        for json in ["{}", #"{"w": null}"#, #"{"w": ""}"#] {
            #expect(try Story.reading(json, FieldDeclaration("words", from: [.path("w")])).0.words == nil)
        }
    }

    @Test func `a strict field takes its own kind only`() throws {
        let words = FieldDeclaration("words", from: [.path("w")], unreadable: .omitValue, isStrict: true)
        #expect(try Story.reading(#"{"w": 133}"#, words).0.words == 133)
        #expect(try Story.reading(#"{"w": "133"}"#, words).0.words == nil)
        let title = FieldDeclaration("title", from: [.path("t")], unreadable: .omitValue, isStrict: true)
        #expect(try Story.reading(#"{"t": 7}"#, title).1.omittedValues == 1)
    }

    @Test func `a bad value makes way for the next candidate`() throws {
        let field = FieldDeclaration("words", from: [.path("a"), .path("b")])
        let (story, report) = try Story.reading(#"{"a": "many", "b": 5}"#, field)
        #expect(story.words == 5)
        #expect(report.isClean)
    }

    @Test func `lists are made of elements, of parts and of one value alone`() throws {
        func authors(_ json: String, _ field: FieldDeclaration) throws -> [String] {
            try Story.reading(json, field).0.authors
        }
        let plain = FieldDeclaration("authors", from: [.path("a")])
        #expect(try authors(#"{"a": ["x", "y", null, "", "x", 3]}"#, plain) == ["x", "y", "3"])
        #expect(try authors(#"{"a": "alone"}"#, plain) == ["alone"])
        #expect(try authors(#"{"a": null}"#, plain) == [])
        let nested = FieldDeclaration("authors", from: [.path("a[*].n"), .path("b[?k=v].n")])
        #expect(try authors(#"{"a": [{"n": "x"}, {"n": ["y", "z"]}, {}]}"#, nested) == ["x", "y", "z"])
        #expect(try authors(#"{"a": [], "b": [{"k": "v", "n": "p"}, {"k": "w", "n": "q"}]}"#, nested) == ["p"])
        let each = FieldDeclaration(
            "authors", from: [.path("a[*]")], each: [.template("{given} {family}"), .path("name")])
        #expect(
            try authors(#"{"a": [{"given": "Ada", "family": "L"}, {"name": "CERN"}, {"given": "x"}, 7]}"#, each) == [
                "Ada L", "CERN",
            ])
        let split = FieldDeclaration(
            "authors", from: [.path("a")], split: ", ", transforms: [TransformDeclaration("lowercase")])
        #expect(try authors(#"{"a": "A B, C D,, a b, "}"#, split) == ["a b", "c d,"])
        let doubled = FieldDeclaration("authors", from: [.path("a")], isDistinct: false)
        #expect(try authors(#"{"a": ["x", "x"]}"#, doubled) == ["x", "x"])
    }

    @Test func `a long list keeps each value once, in order`() throws {
        let values = (0..<5_000).map { "\"v\($0 % 100)\"" }.joined(separator: ",")
        let (story, _) = try Story.reading("{\"a\": [\(values)]}", FieldDeclaration("authors", from: [.path("a")]))
        #expect(story.authors == (0..<100).map { "v\($0)" })
    }

    @Test func `a bad item is left out of its list and told where that is declared`() throws {
        let (story, report) = try Story.reading(
            #"{"a": ["x", {"k": 1}, "y"]}"#, FieldDeclaration("authors", from: [.path("a")], unreadable: .omitValue))
        #expect(story.authors == ["x", "y"])
        #expect(report.omittedValues == 1)
        #expect(report.omissions.map(\.error.path) == ["a[1]"])
    }

    @Test func `texts are joined to one`() throws {
        let field = FieldDeclaration("title", from: [.path("abstract[*]")], join: " / ")
        #expect(try title(#"{"abstract": ["a", "", "b"]}"#, field) == "a / b")
        #expect(try title(#"{"abstract": "a"}"#, field) == nil)
        #expect(try title(#"{"abstract": []}"#, field) == nil)
    }

    @Test func `a date is an instant or a day, in the first form that fits`() throws {
        func published(_ json: String, _ formats: [String]) throws -> String? {
            let field = FieldDeclaration(
                "published", from: [.path("d")],
                transforms: formats.isEmpty ? [] : [TransformDeclaration("date", formats)], unreadable: .omitValue)
            return try Story.reading("{\"d\": \(json)}", field).0.published?.description
        }
        #expect(try published(#""2015-07-04T00:00:00Z""#, []) == "2015-07-04T00:00:00Z")
        #expect(try published(#""2015-07-04""#, []) == "2015-07-04")
        #expect(try published("1435968000", ["iso8601", "epoch-s"]) == "2015-07-04T00:00:00Z")
        #expect(try published("2012", ["yyyy-MM-dd", "yyyy"]) == "2012-01-01")
        #expect(try published(#""March""#, ["yyyy-MM-dd", "yyyy"]) == nil)
    }

    @Test func `a required field without a value refuses the record, with the reason`() throws {
        let mapping = try Mapping(
            Story(), properties: Story.properties,
            fields: [
                FieldDeclaration("id", from: [.path("_id")]),
                FieldDeclaration("words", from: [.path("w")], isRequired: true),
            ])
        let missing = #expect(throws: MappingError.self) { try mapping.decode(json: Array(#"{"w": 1}"#.utf8)) }
        #expect(missing?.description == "Story.id at _id: nothing is there, and it is required")
        let bad = #expect(throws: MappingError.self) {
            try mapping.decode(json: Array(#"{"_id": "a", "w": "x"}"#.utf8))
        }
        #expect(bad?.description == "Story.words at w: \"x\" is no integer")
        #expect(bad?.value == "\"x\"")
    }

    @Test func `a record may be an array where a path begins in one`() throws {
        let (story, _) = try Story.reading(#"["x", "y"]"#, FieldDeclaration("title", from: [.path("[1]")]))
        #expect(story.title == "y")
        #expect(throws: MappingError.self) { try Story.reading("[1]", FieldDeclaration("title", from: [.path("a")])) }
    }
}
