package import SQLite

/// How an attribute is read, as a type.
///
/// Rows are read through types alone: an attribute's own value, looked at for each row, would have the runtime look up its
/// generic type each time, which takes ten times as long as the reading.
package protocol AttributeForm: Sendable {
    associatedtype Value: Sendable

    /// - Parameter codec: of the attribute, where it has one.
    static func read(
        _ row: borrowing Statement, _ index: Int, _ codec: (any Sendable)?
    ) throws(UnreadableValue) -> Value
}

/// A property that its column holds as it is.
package enum PlainForm<Value: ColumnValue>: AttributeForm {
    package static func read(
        _ row: borrowing Statement, _ index: Int, _ codec: (any Sendable)?
    ) throws(UnreadableValue) -> Value { try Value.read(row, index) }
}

/// A property that a codec turns into what its column holds.
package enum CodedForm<Codec: ReversibleTransformer>: AttributeForm where Codec.Output: ColumnValue {
    /// Whatever fails on the way, the failure has what the column holds.
    package static func read(
        _ row: borrowing Statement, _ index: Int, _ codec: (any Sendable)?
    ) throws(UnreadableValue) -> Codec.Input {
        guard let codec = codec as? Codec else { preconditionFailure("an attribute brings its own codec") }
        do throws(UnreadableValue) { return try codec.decode(try Codec.Output.read(row, index)) } catch {
            throw UnreadableValue(error.reason, stored: row.value(index))
        }
    }
}
