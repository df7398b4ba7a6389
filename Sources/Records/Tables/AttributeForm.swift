package import SQLite

/// How an attribute is read, as a type.
///
/// Rows are read through types alone: an attribute's own value, looked at for each row, would have the runtime look up its
/// generic type each time, which takes ten times as long as the reading.
package protocol AttributeForm: Sendable {
    associatedtype Value: Sendable

    /// - Parameter codecs: of all attributes, those that have one.
    static func read(
        _ row: borrowing Statement, _ index: Int, _ codecs: [(any Sendable)?]
    ) throws(UnreadableValue) -> Value
}

/// A property that its column holds as it is.
package enum PlainForm<Value: ColumnValue>: AttributeForm {
    @inline(__always)
    package static func read(
        _ row: borrowing Statement, _ index: Int, _ codecs: [(any Sendable)?]
    ) throws(UnreadableValue) -> Value { try Value.read(row, index) }
}

/// A property that a codec turns into what its column holds.
package enum CodedForm<Codec: ReversibleTransformer>: AttributeForm where Codec.Output: ColumnValue {
    /// Whatever fails on the way, the failure has what the column holds.
    package static func read(
        _ row: borrowing Statement, _ index: Int, _ codecs: [(any Sendable)?]
    ) throws(UnreadableValue) -> Codec.Input {
        guard let codec = codecs[index] as? Codec else { preconditionFailure("an attribute brings its own codec") }
        do throws(UnreadableValue) { return try codec.decode(try Codec.Output.read(row, index)) } catch {
            throw UnreadableValue(error.reason, stored: row.value(index))
        }
    }
}
