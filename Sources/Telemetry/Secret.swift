/// A value that prints as `•••` everywhere and is only to be had by asking for it in so many words.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    package init(_ value: String) { self.value = value }

    /// Hands the secret to `body`, and to nobody else.
    package func reveal<Result, Failure: Error>(
        _ body: (String) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(value) }

    /// What stands in its place.
    package static let mask = "•••"

    package var description: String { Self.mask }
    package var debugDescription: String { Self.mask }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
