/// How one JSON value becomes a value of Swift, and back.
///
/// Codecs are made of codecs: `.array(of: .model(Person.mapping))`, `.at("name", .text)`.
package struct JSONCodec<Value>: Sendable {
    /// Whether it wants to see null; where not, null is no value for the field.
    let takesNull: Bool
    /// What is wrong with the codec itself, such as a path that cannot be read.
    let mistakes: [MappingMistake]
    private let reading: @Sendable (JSONNode, FieldPlace, inout MappingReport) throws(MappingError) -> Value
    private let writing: @Sendable (Value) throws(TransformFailure) -> JSONValue

    init(
        takesNull: Bool = false, mistakes: [MappingMistake] = [],
        read: @escaping @Sendable (JSONNode, FieldPlace, inout MappingReport) throws(MappingError) -> Value,
        write: @escaping @Sendable (Value) throws(TransformFailure) -> JSONValue
    ) {
        self.takesNull = takesNull
        self.mistakes = mistakes
        reading = read
        writing = write
    }

    func read(
        _ node: JSONNode, for place: FieldPlace, report: inout MappingReport
    ) throws(MappingError) -> Value { try reading(node, place, &report) }

    func write(_ value: Value) throws(TransformFailure) -> JSONValue { try writing(value) }

    /// The same JSON for another value: the transformer goes on from what this codec reads.
    package func transformed<Next>(by transformer: Transformer<Value, Next>) -> JSONCodec<Next> {
        let inner = self
        return JSONCodec<Next>(
            takesNull: takesNull, mistakes: mistakes,
            read: { (node, place, report) throws(MappingError) in
                let value = try inner.read(node, for: place, report: &report)
                do throws(TransformFailure) {
                    return try transformer.forward(value)
                } catch {
                    throw place.refused(error, node)
                }
            },
            write: { (value) throws(TransformFailure) in try inner.write(try transformer.reverse(value)) })
    }
}

/// The property that a value is read for, as errors name it.
struct FieldPlace: Hashable, Sendable {
    let model: String
    let property: String?

    func wrongKind(_ expected: String, _ node: JSONNode) -> MappingError {
        MappingError(
            model: model, property: property, path: node.location.description,
            reason: .wrongKind(expected: expected, found: node.kind), value: node.isNull ? nil : node.excerpt())
    }

    func refused(_ failure: TransformFailure, _ node: JSONNode) -> MappingError {
        MappingError(
            model: model, property: property, path: node.location.description, reason: .refused(failure.reason),
            value: node.excerpt())
    }

    func missing(_ path: JSONPath, in record: JSONNode) -> MappingError {
        MappingError(
            model: model, property: property, path: record.location.appending(path).description, reason: .missing,
            value: nil)
    }
}
