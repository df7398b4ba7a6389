/// Why a body could not be read as JSON.
///
/// It never quotes the body, which may carry what must not be printed.
package enum JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No byte at all.
    case empty
    /// White space and nothing else.
    case blank
    /// What the parser says, and the first byte of the body as a hint of what it is instead.
    case notJSON(reason: String, firstByte: UInt8)
    /// Brackets inside brackets, deeper than was allowed.
    case tooDeep(limit: Int)
    case notUTF8
    /// A number that JSON forbids, or an integer beyond 64 bits.
    case unreadableNumber(reason: String)
    case outOfMemory(bytes: Int)

    package var description: String {
        switch self {
        case .empty: "the body is empty"
        case .blank: "the body holds white space only"
        case .notJSON(let reason, let first) where first == UInt8(ascii: "<"):
            "the body is not JSON but begins with '<', as a web page does (\(reason))"
        case .notJSON(let reason, _): "the body is not JSON: \(reason)"
        case .tooDeep(let limit): "the JSON is nested deeper than \(limit) levels"
        case .notUTF8: "the body is not valid UTF-8"
        case .unreadableNumber(let reason): "the JSON holds a number that cannot be read: \(reason)"
        case .outOfMemory(let bytes): "no memory to parse a body of \(bytes) bytes"
        }
    }
}
