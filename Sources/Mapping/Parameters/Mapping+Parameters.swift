/// One parameter of a request, not yet percent-encoded.
package struct QueryParameter: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    /// Nil is a bare name.
    package let value: String?

    package init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    package var description: String { value.map { "\(name)=\($0)" } ?? name }
}

extension Mapping {
    /// The parameters of a request model in the order of its fields; a list is its name once for every item.
    ///
    /// - Throws: `MappingError` where a value cannot be written; `MappingMistakes` where a field is no parameter.
    package func parameters(of model: Model) throws -> [QueryParameter] {
        try check()
        var parameters: [QueryParameter] = []
        for writer in writers {
            guard let value = try value(of: writer, in: model) else { continue }
            let keys = try keys(of: writer)
            guard keys.count == 1 else { throw mistake(writer, "\"\(writer.path)\" is no name of a parameter") }
            let items = if case .array(let items) = value { items } else { [value] }
            for item in items {
                guard let text = item.parameterText else {
                    throw mistake(writer, "a parameter cannot hold \(item.kind.rawValue)")
                }
                parameters.append(QueryParameter(keys[0], text))
            }
        }
        return parameters
    }

    /// The request model of parameters, by the same fields; a name given several times is a list.
    package func decode(parameters: [QueryParameter]) throws -> Model {
        var members: [JSONValue.Member] = []
        for parameter in parameters {
            let value = parameter.value.map(JSONValue.string) ?? .null
            guard let position = members.firstIndex(where: { $0.name == parameter.name }) else {
                members.append(JSONValue.Member(parameter.name, value))
                continue
            }
            if case .array(let values) = members[position].value {
                members[position].value = .array(values + [value])
            } else {
                members[position].value = .array([members[position].value, value])
            }
        }
        return try decode(json: JSONValue.object(members).bytes)
    }
}

extension JSONValue {
    /// The text of a scalar, nil inside for null; nil where this is none.
    fileprivate var parameterText: String?? {
        switch self {
        case .null: .some(nil)
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array, .object: nil
        }
    }
}
