extension JSONCodec {
    /// A codec chosen by the JSON kind of the value, as for a byline that is an object, a list or null.
    ///
    /// - Parameter kind: which of them writes a value.
    package static func byKind(
        _ codecs: [JSONNode.Kind: JSONCodec], writing kind: @escaping @Sendable (Value) -> JSONNode.Kind
    ) -> JSONCodec {
        let expected = codecs.keys.map(\.rawValue).sorted().joined(separator: " or ")
        return JSONCodec(
            takesNull: codecs[.null] != nil, mistakes: codecs.values.flatMap(\.mistakes),
            read: { (node, place, report) throws(MappingError) in
                guard let codec = codecs[node.kind] else { throw place.wrongKind(expected, node) }
                return try codec.read(node, for: place, report: &report)
            },
            write: { (value) throws(TransformFailure) in
                guard let codec = codecs[kind(value)] else {
                    throw TransformFailure("cannot be written: there is no form for \(kind(value).rawValue)")
                }
                return try codec.write(value)
            })
    }

    /// A codec chosen by the text of a member, as for elements of several types in one array.
    ///
    /// - Parameters:
    ///   - member: the path of the member that names the type.
    ///   - otherwise: what reads a type that is not among them, and a value without the member; left out, both are
    ///     errors.
    ///   - type: which of them writes a value; the member is written with it.
    package static func byMember(
        _ member: String, _ codecs: [String: JSONCodec], otherwise: JSONCodec? = nil,
        writing type: @escaping @Sendable (Value) -> String
    ) -> JSONCodec {
        let way: JSONPath
        do throws(JSONPathError) {
            way = try JSONPath(member)
        } catch {
            let fallback = otherwise ?? codecs.values.first ?? .impossible
            return .mistaken(error.description, fallback)
        }
        let expected = codecs.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        return JSONCodec(
            mistakes: codecs.values.flatMap(\.mistakes) + (otherwise?.mistakes ?? []),
            read: { (node, place, report) throws(MappingError) in
                let type = way.first(in: node)
                guard let codec = type?.scalarText.flatMap({ codecs[$0] }) ?? otherwise else {
                    guard let type, !type.isNull else { throw place.missing(way, in: node) }
                    throw place.refused(TransformFailure("is no known type (\(expected))"), type)
                }
                return try codec.read(node, for: place, report: &report)
            },
            write: { (value) throws(TransformFailure) in
                let name = type(value)
                guard let codec = codecs[name] ?? otherwise else {
                    throw TransformFailure("cannot be written: \"\(name)\" is no known type (\(expected))")
                }
                guard let keys = way.keys else { throw TransformFailure("cannot be written at \(way)") }
                var object = try codec.write(value)
                object.set(.string(name), at: keys[...])
                return object
            })
    }

    /// A codec that reads and writes nothing.
    private static var impossible: JSONCodec {
        JSONCodec(
            read: { (node, place, _) throws(MappingError) in throw place.wrongKind("nothing", node) },
            write: { (_) throws(TransformFailure) in throw TransformFailure("cannot be written") })
    }
}
