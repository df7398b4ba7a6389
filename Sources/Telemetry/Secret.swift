/// A value that prints as `•••` everywhere and is only to be had by asking for it in so many words.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    package init(_ value: String) { self.value = value }

    /// Hands the secret to `body`, and to nobody else.
    package func reveal<Result, Failure: Error>(
        _ body: (String) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(value) }

    /// A text with the mask wherever the secret stands in it.
    ///
    /// A secret of less than four bytes is none.
    package func masked(in text: String) -> String {
        guard value.utf8.count >= 4 else { return text }
        let needle = Array(value.utf8)
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: needle) {
                result += Self.mask.utf8
                index += needle.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// What stands in its place.
    package static let mask = "•••"

    package var description: String { Self.mask }
    package var debugDescription: String { Self.mask }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
