internal import JSONText

/// What a row of any entity has in one column.
package enum RecordCell: Hashable, Sendable {
    case missing
    case text(String)
    case integer(Int64)
    case real(Double)
    case bool(Bool)
    case list([String])
}

extension RecordCell {
    /// For people.
    var words: String {
        switch self {
        case .missing: ""
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .bool(let truth): truth ? "yes" : "no"
        case .list(let values): values.joined(separator: ", ")
        }
    }
}

extension JSONWriter {
    /// A list is an array, what is missing is null.
    mutating func cell(_ cell: RecordCell) {
        switch cell {
        case .missing: null()
        case .text(let text): string(text)
        case .integer(let number): integer(number)
        case .real(let number): double(number)
        case .bool(let truth): bool(truth)
        case .list(let values): strings(values)
        }
    }
}
