/// What stood where an array of records was looked for.
package enum ElementsShape: Hashable, Sendable {
    /// The member is not there.
    case absent
    case null
    /// An array with so many elements, good or bad.
    case array(count: Int)
    /// Something that is no array.
    case other(JSONNode.Kind)
}

extension Mapping {
    /// Decodes the elements that a path leads to, one after another in document order, holding none of them.
    ///
    /// The path leads to an array, `response.docs`, or goes through one, `data[*]._source`. An element that is null or
    /// does not fit is left out and told in the report; what to do about that is the caller's decision, as is what an
    /// array that is absent, null or no array means.
    /// - Throws: what `body` throws.
    package func forEach(
        at path: JSONPath, in root: JSONNode, report: inout MappingReport, _ body: (Model) throws -> Void
    ) throws -> ElementsShape {
        let (prefix, rest) = path.splitAtArray
        guard let container = prefix.first(in: root) else { return .absent }
        guard container.kind == .array else { return container.isNull ? .null : .other(container.kind) }
        let before = report.elements
        try rest.follow(from: container) { (element: JSONNode) throws in
            if let model = decodeElement(element, report: &report) { try body(model) }
            return .on
        }
        return .array(count: report.elements - before)
    }

    private func decodeElement(_ element: JSONNode, report: inout MappingReport) -> Model? {
        if element.isNull {
            report.countNull(
                MappingError(
                    model: model, property: nil, path: element.location.description,
                    reason: .wrongKind(expected: "an object", found: .null), value: nil))
            return nil
        }
        do throws(MappingError) {
            let model = try decode(element, report: &report)
            report.countDecoded()
            return model
        } catch {
            report.countBad(error)
            return nil
        }
    }
}

extension JSONPath {
    /// The way to the array, and the way from there to its elements.
    fileprivate var splitAtArray: (JSONPath, JSONPath) {
        var prefix = self
        guard let position = steps.firstIndex(where: \.isMany) else {
            var elements = JSONPath()
            elements.appendAll()
            return (prefix, elements)
        }
        var rest = self
        prefix.keepSteps(..<position)
        rest.keepSteps(position...)
        return (prefix, rest)
    }
}
