package import Chronology

extension JSONCodec where Value == String {
    /// A text; a number or boolean is read as it is written.
    package static var text: JSONCodec { scalar(.text, Transformer.identity) { .string($0) } }
}

extension JSONCodec where Value == Int {
    /// An integer, or a text that is one.
    package static var integer: JSONCodec {
        scalar(.integer, Transformer("integer", forward: ScalarReading.integer)) { .number(String($0)) }
    }
}

extension JSONCodec where Value == Double {
    /// A number, or a text that is one.
    package static var number: JSONCodec {
        scalar(.number, Transformer("number", forward: ScalarReading.number)) { (value) throws(TransformFailure) in
            guard value.isFinite else { throw TransformFailure("cannot be written: \(value) is no JSON number") }
            return .number("\(value)")
        }
    }
}

extension JSONCodec where Value == Bool {
    /// A boolean, or a text that is `true` or `false`.
    package static var flag: JSONCodec {
        scalar(.flag, Transformer("flag", forward: ScalarReading.flag)) { .bool($0) }
    }
}

extension JSONCodec {
    /// A day in the form of a pattern, such as `yyyyMMdd`.
    package static func day(_ pattern: String) -> JSONCodec where Value == CalendarDay {
        guard let format = DayFormat(pattern) else {
            return .mistaken("\"\(pattern)\" is no pattern of yyyy, MM and dd", .text(.day(.iso)))
        }
        return .text(.day(format))
    }
}

extension JSONCodec {
    /// A value that is written as a text: numbers and booleans are read as they are written.
    package static func text(_ transformer: Transformer<String, Value>) -> JSONCodec {
        scalar(.text, transformer) { (value) throws(TransformFailure) in .string(try transformer.reverse(value)) }
    }

    /// This codec where only the JSON kind itself will do: a text must be a string, a number a number.
    package var strict: JSONCodec {
        let inner = self
        return JSONCodec(
            takesNull: takesNull, mistakes: mistakes,
            read: { (node, place, report) throws(MappingError) in
                let value = try inner.read(node, for: place, report: &report)
                guard let written = try? inner.write(value), written.kind == node.kind else {
                    throw place.wrongKind("a value of the kind it is written as", node)
                }
                return value
            },
            write: { (value) throws(TransformFailure) in try inner.write(value) })
    }

    static func scalar(
        _ kind: ValueKind, _ transformer: Transformer<String, Value>,
        write: @escaping @Sendable (Value) throws(TransformFailure) -> JSONValue
    ) -> JSONCodec {
        JSONCodec(
            read: { (node, place, _) throws(MappingError) in
                guard let text = node.scalarText else { throw place.wrongKind(kind.rawValue, node) }
                do throws(TransformFailure) {
                    return try transformer.forward(text)
                } catch {
                    throw place.refused(error, node)
                }
            },
            write: write)
    }

    /// A codec that reports a mistake of its declaration.
    static func mistaken(_ message: String, _ codec: JSONCodec) -> JSONCodec {
        JSONCodec(
            mistakes: [MappingMistake(model: "", property: nil, message: message)],
            read: { (node, place, report) throws(MappingError) in try codec.read(node, for: place, report: &report) },
            write: { (value) throws(TransformFailure) in try codec.write(value) })
    }
}

extension JSONValue {
    /// What kind of JSON value this is.
    package var kind: JSONNode.Kind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
