/// Why a predicate or a sort text cannot be read, and where.
package struct PredicateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the text, in code points from 1; nil where there is no text, as for a filter that was built.
    package let column: Int?
    package let reason: Reason

    package init(column: Int?, _ reason: Reason) {
        self.column = column
        self.reason = reason
    }

    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        case unexpected(found: String, expected: String)
        case unknownField(String, nearest: String?)
        /// A value, option or operator that does not fit the type of its field.
        case mismatch(field: String, is: String, found: String, expected: String)
        /// A regular expression that cannot be read, in RE2's words.
        case regularExpression(String)
        /// Too long, too deep or too many.
        case limit(String)
    }

    /// `column 14: found text "many", expected a number (word_count is a whole number)`.
    package var description: String { (column.map { "column \($0): " } ?? "") + message }

    /// The same without the place.
    package var message: String {
        switch reason {
        case .unexpected(let found, let expected): "found \(found), expected \(expected)"
        case .unknownField(let name, let nearest):
            "\(name): no such field" + (nearest.map { " (nearest: \($0))" } ?? "")
        case .mismatch(let field, let type, let found, let expected):
            "found \(found), expected \(expected) (\(field) is \(type))"
        case .regularExpression(let reason): "cannot read the regular expression: \(reason)"
        case .limit(let text): text
        }
    }
}
