package import Chronology

/// What a placeholder of a parameter stands for.
package enum ParameterValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case day(CalendarDay)
    case instant(Instant)
}

/// A parameter made of templates with something between them: `filter = a:1,b:2`.
///
/// Templates that yield nothing are left out; a parameter of none is not sent.
package struct ParameterDeclaration: Hashable, Sendable {
    package let name: String
    package let parts: [ParameterTemplate]
    package let joiner: String

    package init(_ name: String, _ parts: [ParameterTemplate], joiner: String = "") {
        self.name = name
        self.parts = parts
        self.joiner = joiner
    }

    /// The parameter with values in its places; nil where it is not sent.
    /// - Throws: `TransformFailure`, as its templates do.
    package func parameter(with values: [String: ParameterValue]) throws(TransformFailure) -> QueryParameter? {
        var texts: [String] = []
        for part in parts { if let text = try part.text(with: values) { texts.append(text) } }
        return texts.isEmpty ? nil : QueryParameter(name, texts.joined(separator: joiner))
    }
}
