internal import Mapping
internal import Testing

private struct Byline: Hashable, Sendable {
    var original: String?

    static let mapping = Mapping(Byline(), Field(\.original, "original"))
}

private struct Document: Hashable, Sendable {
    var byline = Byline()
    var images: [String] = []

    private static let image = JSONCodec.at("url", .text)

    /// NYT writes a byline as an object, a list or null, and pictures as a list or an object.
    static let mapping = Mapping(
        Document(),
        Field(
            \.byline, "byline",
            .byKind(
                [
                    .object: .model(Byline.mapping), .null: JSONCodec.none, .array: .none,
                ], writing: { _ in .object })),
        Field(
            \.images, "multimedia",
            .byKind(
                [
                    .array: .array(of: image),
                    .object: JSONCodec.at("default", image).transformed(
                        by: Transformer("alone", forward: { [$0] }, reverse: { $0.first ?? "" })),
                ], writing: { _ in .array })))
}

extension JSONCodec where Value == Byline {
    /// What stands for no byline.
    fileprivate static var none: JSONCodec {
        .byKind([.null: empty, .array: empty], writing: { _ in .null })
    }

    private static var empty: JSONCodec {
        JSONCodec<[String]>.emptyList.transformed(
            by: Transformer("none", forward: { _ in Byline() }, reverse: { _ in [] }))
    }
}

extension JSONCodec where Value == [String] {
    fileprivate static var emptyList: JSONCodec { .array(of: .text) }
}

private enum Medium: Hashable, Sendable {
    case article(String)
    case video(seconds: Int)

    static let codec = JSONCodec<Medium>.byMember(
        "type",
        [
            "article": JSONCodec.at("title", .text).transformed(
                by: Transformer(
                    "article", forward: { .article($0) },
                    reverse: { medium throws(TransformFailure) in
                        guard case .article(let title) = medium else { throw TransformFailure("is no article") }
                        return title
                    })),
            "video": JSONCodec.at("length", .integer).transformed(
                by: Transformer(
                    "video", forward: { .video(seconds: $0) },
                    reverse: { medium throws(TransformFailure) in
                        guard case .video(let seconds) = medium else { throw TransformFailure("is no video") }
                        return seconds
                    })),
        ],
        writing: { if case .article = $0 { "article" } else { "video" } })
}

@Suite struct ChoiceTests {
    @Test func `a value is read by its JSON kind`() throws {
        func read(_ json: String) throws -> Document { try Document.mapping.decode(json: Array(json.utf8)) }
        #expect(
            try read(#"{"byline": {"original": "By A"}, "multimedia": [{"url": "x"}, {"url": "y"}]}"#)
                == Document(byline: Byline(original: "By A"), images: ["x", "y"]))
        #expect(
            try read(#"{"byline": [], "multimedia": {"default": {"url": "z"}}}"#)
                == Document(byline: Byline(), images: ["z"]))
        let error = #expect(throws: MappingError.self) { try read(#"{"byline": "By A", "multimedia": []}"#) }
        #expect(error?.path == "byline")
        #expect(error?.reason == .wrongKind(expected: "array or null or object", found: .string))
    }

    @Test func `a value is read by the text of a member, and written with it`() throws {
        let codec = JSONCodec.array(of: Medium.codec)
        struct Page: Hashable, Sendable { var media: [Medium] = [] }
        let mapping = Mapping(Page(), Field(\.media, "m", codec))
        let body = Array(#"{"m":[{"title":"a","type":"article"},{"length":7,"type":"video"}]}"#.utf8)
        let page = try mapping.decode(json: body)
        #expect(page.media == [.article("a"), .video(seconds: 7)])
        #expect(try mapping.encode(page).bytes == body)
    }

    @Test func `an unknown type and a missing one are told, element by element`() throws {
        var report = MappingReport()
        var media: [Medium] = []
        _ = try withJSON(#"[{"type": "podcast"}, {"title": "x"}, {"type": "video", "length": "3"}]"#) { root in
            try Medium.codec.forEach(at: .root, in: root, calling: "Medium", report: &report) { media.append($0) }
        }
        #expect(media == [.video(seconds: 3)])
        #expect(
            report.omissions.map(\.description) == [
                "dropped: Medium at [0].type: \"podcast\" is no known type (\"article\", \"video\")",
                "dropped: Medium at [1].type: nothing is there, and it is required",
            ])
    }
}
