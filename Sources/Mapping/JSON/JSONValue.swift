package import JSONText

/// A JSON value that a model was encoded into; members keep their order.
package indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as it is written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// One member of an object.
    package struct Member: Hashable, Sendable {
        package let name: String
        package var value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The member of a name; nil where there is none or this is no object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// This value as JSON text.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Writes this value as the next of a text.
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .number(let text): writer.literal(text)
        case .string(let text): writer.string(text)
        case .array(let elements): writer.array { for element in elements { element.write(to: &$0) } }
        case .object(let members):
            writer.object {
                for member in members {
                    $0.key(member.name)
                    member.value.write(to: &$0)
                }
            }
        }
    }

    /// Puts a value at the end of a way of keys, making the objects on the way; what stood there is replaced.
    mutating func set(_ value: JSONValue, at keys: ArraySlice<String>) {
        guard let key = keys.first else {
            self = value
            return
        }
        var members: [Member] = []
        if case .object(let known) = self { members = known }
        // The value is moved out while it is changed, so that a deep object is not copied at every level.
        self = .null
        if let position = members.firstIndex(where: { $0.name == key }) {
            members[position].value.set(value, at: keys.dropFirst())
        } else {
            var member = Member(key, .object([]))
            member.value.set(value, at: keys.dropFirst())
            members.append(member)
        }
        self = .object(members)
    }
}
