internal import Mapping
internal import Testing

@Suite struct ElementsTests {
    private static func mapping() throws -> Mapping<Story> {
        try Mapping(
            Story(), properties: Story.properties,
            fields: [
                FieldDeclaration("id", from: [.path("_id")]),
                FieldDeclaration("words", from: [.path("n")], unreadable: .omitValue),
            ])
    }

    private func read(
        _ json: String, at path: String = "response.docs"
    ) throws -> (shape: ElementsShape, ids: [String], report: MappingReport) {
        let mapping = try Self.mapping()
        let path = try JSONPath(path)
        var report = MappingReport()
        var ids: [String] = []
        let shape = try withJSON(json) { root in
            try mapping.forEach(at: path, in: root, report: &report) { ids.append($0.id) }
        }
        return (shape, ids, report)
    }

    @Test func `004-33 one malformed document is dropped and reported, and the page stays in order`() throws {
        let (shape, ids, report) = try read(
            #"{"response": {"docs": [{"_id": "a"}, {"n": 1}, {"_id": "b", "n": "x"}, "junk", [], {"_id": "c"}]}}"#)
        #expect(shape == .array(count: 6))
        #expect(ids == ["a", "b", "c"])
        #expect(report.elements == 6 && report.decoded == 3 && report.bad == 3 && report.nulls == 0)
        #expect(report.omittedValues == 1)
        #expect(
            report.omissions.map(\.description) == [
                "dropped: Story.id at response.docs[1]._id: nothing is there, and it is required",
                "left out: Story.words at response.docs[2].n: \"x\" is no integer",
                "dropped: Story at response.docs[3]: an object belongs here, not string \"junk\"",
                "dropped: Story at response.docs[4]: an object belongs here, not array []",
            ])
    }

    @Test func `004-34 a null element is dropped and reported and nothing crashes`() throws {
        let (shape, ids, report) = try read(#"{"response": {"docs": [null, {"_id": "a"}, null]}}"#)
        #expect(shape == .array(count: 3))
        #expect(ids == ["a"])
        #expect(report.nulls == 2 && report.dropped == 2 && !report.isClean)
        #expect(
            report.omissions.first?.description
                == "dropped: Story at response.docs[0]: an element belongs here, not null")
    }

    @Test func `004-32 an array that is empty, null, absent or no array is told apart, for the caller to decide`()
        throws
    {
        #expect(try read(#"{"response": {"docs": []}}"#).shape == .array(count: 0))
        #expect(try read(#"{"response": {"docs": null}}"#).shape == .null)
        #expect(try read(#"{"response": {}}"#).shape == .absent)
        #expect(try read(#"{"status": "ERROR"}"#).shape == .absent)
        #expect(try read(#"{"response": {"docs": {}}}"#).shape == .other(.object))
        #expect(try read(#"{"response": {"docs": "none"}}"#).shape == .other(.string))
    }

    @Test func `a page of bad elements only is not an error by itself, and its counts say so`() throws {
        let (shape, ids, report) = try read(#"{"response": {"docs": [1, {}, null]}}"#)
        #expect(shape == .array(count: 3))
        #expect(ids.isEmpty)
        #expect(report.decoded == 0 && report.dropped == report.elements)
    }

    @Test func `a path may go through an array, and the root may be one`() throws {
        #expect(
            try read(#"{"data": [{"_source": {"_id": "a"}}, {}, {"_source": {"_id": "b"}}]}"#, at: "data[*]._source")
                .ids == ["a", "b"])
        #expect(try read(#"{"data": null}"#, at: "data[*]._source").shape == .null)
        #expect(try read(#"[{"_id": "a"}, {"_id": "b"}]"#, at: "").ids == ["a", "b"])
        #expect(try read(#"[{"k": "v", "_id": "a"}, {"_id": "b"}]"#, at: "[?k=v]").ids == ["a"])
    }

    @Test func `a closure that throws ends the walk`() throws {
        struct Enough: Error {}
        let mapping = try Self.mapping()
        var report = MappingReport()
        var seen = 0
        #expect(throws: Enough.self) {
            try withJSON(#"[{"_id": "a"}, {"_id": "b"}, {"_id": "c"}]"#) { root in
                _ = try mapping.forEach(at: .root, in: root, report: &report) { _ in
                    seen += 1
                    if seen == 2 { throw Enough() }
                }
            }
        }
        #expect(seen == 2)
    }

    @Test func `a report keeps the first reasons and counts all`() throws {
        let body = "[" + (0..<500).map { _ in "null" }.joined(separator: ",") + "]"
        let mapping = try Self.mapping()
        var report = MappingReport(keeping: 3)
        _ = try withJSON(body) { root in try mapping.forEach(at: .root, in: root, report: &report) { _ in } }
        #expect(report.nulls == 500)
        #expect(report.omissions.map(\.error.path) == ["[0]", "[1]", "[2]"])
    }

    @Test func `an offending value is shortened to 80 characters`() throws {
        let (_, _, report) = try read("{\"response\": {\"docs\": [\"\(String(repeating: "é", count: 5_000))\"]}}")
        #expect(report.omissions.first?.error.value?.count == 80)
    }
}
