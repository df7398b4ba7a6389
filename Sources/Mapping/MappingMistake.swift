/// A mistake in a mapping itself, found before any data is read.
package struct MappingMistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the model.
    package let model: String
    /// The property it is about, as the declaration names it; nil where it is about the mapping as a whole.
    package let property: String?
    /// What is wrong and what would be right.
    package let message: String

    package var description: String { "mapping of \(property.map { "\(model).\($0)" } ?? model): \(message)" }
}

/// Every mistake of a mapping, never empty.
package struct MappingMistakes: Error, Hashable, Sendable, CustomStringConvertible {
    package let mistakes: [MappingMistake]

    package var description: String { mistakes.map(\.description).joined(separator: "\n") }
}
