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
        at path: JSONPath, in root: JSONNode, report: inout MappingReport, _ body: (consuming Model) throws -> Void
    ) throws -> ElementsShape {
        try check()
        return try JSONCodec.model(self).forEach(
            at: path, in: root, for: FieldPlace(model: model, property: nil), report: &report, body)
    }
}

extension JSONCodec {
    /// The same for elements whose mapping is chosen one by one, see `byMember` and `byKind`.
    ///
    /// - Parameter model: what messages call an element.
    package func forEach(
        at path: JSONPath, in root: JSONNode, calling model: String, report: inout MappingReport,
        _ body: (consuming Value) throws -> Void
    ) throws -> ElementsShape {
        guard mistakes.isEmpty else { throw MappingMistakes(mistakes: mistakes) }
        let place = FieldPlace(model: model, property: nil)
        return try forEach(at: path, in: root, for: place, report: &report, body)
    }

    func forEach(
        at path: JSONPath, in root: JSONNode, for place: FieldPlace, report: inout MappingReport,
        _ body: (consuming Value) throws -> Void
    ) throws -> ElementsShape {
        let (prefix, rest) = path.splitAtArray
        guard let container = prefix.first(in: root) else { return .absent }
        guard container.kind == .array else { return container.isNull ? .null : .other(container.kind) }
        var count = 0
        try rest.follow(from: container) { (element: JSONNode) throws in
            count += 1
            if let value = readGoodElement(element, for: place, report: &report) { try body(value) }
            return .on
        }
        return .array(count: count)
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
