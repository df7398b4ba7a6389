/// Whether a member is there: JSON tells "not there" from "there, and null", and a partial update means different things.
package enum Presence<Value> {
    case absent
    case null
    case value(Value)

    /// The value where there is one.
    package var value: Value? {
        guard case .value(let value) = self else { return nil }
        return value
    }
}

extension Presence: Equatable where Value: Equatable {}
extension Presence: Hashable where Value: Hashable {}
extension Presence: Sendable where Value: Sendable {}

/// What is written for a property that has no value.
package enum NullForm: Hashable, Sendable {
    /// Nothing at all.
    case omit
    /// JSON `null`; as a parameter the bare name.
    case null
    /// This text, say the empty one: `q=`.
    case text(String)
}
