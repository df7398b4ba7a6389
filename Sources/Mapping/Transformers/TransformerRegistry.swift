/// The transformers that a declaration may name.
package struct TransformerRegistry: Sendable {
    /// What a name stands for.
    package enum Entry: Sendable {
        case text(Transformer<String, String>)
        case date(Transformer<String, DateValue>)
    }

    /// Makes an entry of its arguments.
    package typealias Factory = @Sendable (_ arguments: [String]) throws(TransformerMistake) -> Entry

    private var factories: [String: Factory] = [:]

    package init() {}

    /// The names known, sorted.
    package var names: [String] { factories.keys.sorted() }

    /// This registry with one name more; a name that is known already is replaced.
    package func adding(_ name: String, _ factory: @escaping Factory) -> TransformerRegistry {
        var registry = self
        registry.factories[name] = factory
        return registry
    }

    /// The transformer of a declaration.
    /// - Throws: `TransformerMistake` for an unknown name, with the names known, and for wrong arguments.
    package func entry(for declaration: TransformDeclaration) throws(TransformerMistake) -> Entry {
        guard let factory = factories[declaration.name] else {
            throw TransformerMistake(
                "there is no transformer \"\(declaration.name)\" (known are \(names.joined(separator: ", ")))")
        }
        return try factory(declaration.arguments)
    }
}

/// Why a name and its arguments are no transformer.
package struct TransformerMistake: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

extension TransformerRegistry {
    /// `html`, `html(twice)`, `entities`, `collapse_space`, `trim`, `lowercase`, `absolute_url(base)`,
    /// `replace_prefix(old, new)`, `rewrite_host(old, new)`, `day(pattern)`, `instant`, `date(format, …)`.
    package static let standard = TransformerRegistry()
        .adding("html") { arguments throws(TransformerMistake) in
            guard arguments.isEmpty || arguments == ["twice"] else {
                throw TransformerMistake("html takes no argument but \"twice\"")
            }
            return .text(.html(decodedTwice: !arguments.isEmpty))
        }
        .adding("entities") { arguments throws(TransformerMistake) in
            try count(arguments, 0, "entities takes no argument")
            return .text(.entities)
        }
        .adding("collapse_space") { arguments throws(TransformerMistake) in
            try count(arguments, 0, "collapse_space takes no argument")
            return .text(.collapseSpace)
        }
        .adding("trim") { arguments throws(TransformerMistake) in
            try count(arguments, 0, "trim takes no argument")
            return .text(.trim)
        }
        .adding("lowercase") { arguments throws(TransformerMistake) in
            try count(arguments, 0, "lowercase takes no argument")
            return .text(.lowercase)
        }
        .adding("absolute_url") { arguments throws(TransformerMistake) in
            guard arguments.count <= 1 else { throw TransformerMistake("absolute_url takes one argument, the base") }
            guard let base = arguments.first else { return .text(.absoluteURL(base: nil)) }
            guard let url = AbsoluteURL(base) else {
                throw TransformerMistake("the base \"\(base)\" of absolute_url is no http or https URL")
            }
            return .text(.absoluteURL(base: url))
        }
        .adding("replace_prefix") { arguments throws(TransformerMistake) in
            try count(arguments, 2, "replace_prefix takes two arguments, the old prefix and the new")
            return .text(.replacingPrefix(arguments[0], with: arguments[1]))
        }
        .adding("rewrite_host") { arguments throws(TransformerMistake) in
            try count(arguments, 2, "rewrite_host takes two arguments, the old host and the new")
            return .text(.rewritingHost(arguments[0], to: arguments[1]))
        }
        .adding("day") { arguments throws(TransformerMistake) in
            try count(arguments, 1, "day takes one argument, a pattern such as yyyyMMdd")
            let formats = try dateFormats(arguments)
            guard case .day(let format) = formats[0] else {
                throw TransformerMistake("day takes a pattern of yyyy, MM and dd, not \"\(arguments[0])\"")
            }
            return .date(.date([.day(format)]))
        }
        .adding("instant") { arguments throws(TransformerMistake) in
            try count(arguments, 0, "instant takes no argument")
            return .date(.date([.iso8601]))
        }
        .adding("date") { arguments throws(TransformerMistake) in
            guard !arguments.isEmpty else { throw TransformerMistake("date takes the formats to try, in order") }
            return .date(.date(try dateFormats(arguments)))
        }

    private static func count(
        _ arguments: [String], _ expected: Int, _ message: String
    ) throws(TransformerMistake) {
        guard arguments.count == expected else { throw TransformerMistake("\(message), not \(arguments.count)") }
    }

    private static func dateFormats(_ names: [String]) throws(TransformerMistake) -> [DateFormat] {
        var formats: [DateFormat] = []
        for name in names {
            guard let format = DateFormat(name) else {
                throw TransformerMistake(
                    "there is no date format \"\(name)\" "
                        + "(iso8601, epoch-s, epoch-ms, yyyy, yyyy-MM, or a pattern such as yyyy-MM-dd)")
            }
            formats.append(format)
        }
        return formats
    }
}
