/// Why the store could not do what was asked.
package struct StoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable {
        /// Another run of the query is going.
        case going
        /// Another process holds the store for longer than is waited.
        case busy
        case full
        case readOnly = "read_only"
        case missing
        /// Not a store of ours, of a newer version, or damaged.
        case unusable
        /// A predicate, a search text or sort keys that cannot be read; `column` points at the place.
        case usage
        /// The candidate or the contents are not such that it can be done with them.
        case refused
        case other
    }

    package let kind: Kind
    /// What was tried, on what: "replace the contents of climate in articles.db".
    package let tried: String
    package let reason: String
    package let hint: String?
    /// 1-based place in the text, for `usage`.
    package let column: Int?

    package init(_ kind: Kind, tried: String, reason: String, hint: String? = nil, column: Int? = nil) {
        self.kind = kind
        self.tried = tried
        self.reason = reason
        self.hint = hint
        self.column = column
    }

    package var description: String {
        let place = column.map { "column \($0): " } ?? ""
        return "\(tried): \(place)\(reason)" + (hint.map { "; \($0)" } ?? "")
    }
}
