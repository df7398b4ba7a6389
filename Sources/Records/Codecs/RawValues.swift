/// Cases of an enumeration as their raw values.
package struct RawValues<Value: RawRepresentable & Sendable>: ReversibleTransformer where Value.RawValue: ColumnValue {
    package init() {}

    package func encode(_ value: Value) -> Value.RawValue { value.rawValue }

    package func decode(_ raw: Value.RawValue) throws(UnreadableValue) -> Value {
        guard let value = Value(rawValue: raw) else {
            throw UnreadableValue("found \(raw), which is no \(Value.self)", stored: raw.stored)
        }
        return value
    }
}
