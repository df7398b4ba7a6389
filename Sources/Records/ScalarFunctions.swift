package import SQLite

/// A function that SQL calls, written in Swift; pure, so that SQLite may call it once for equal arguments.
package struct ScalarFunction: Sendable {
    package let name: String
    package let argumentCount: Int
    /// Never called with another number of arguments.
    package let body: @Sendable ([SQLiteValue]) -> SQLiteValue

    /// What the SQL of filters calls; to be registered with every connection that runs it.
    ///
    /// `fold(text, options)` is the folded text, and `fold(text)` the text folded by case and diacritics.
    /// `matches(text, pattern, options)` is 1 where the whole of a text is of the regular expression, else 0.
    /// Each is NULL where an argument is not a text, or not one that can be read.
    package static var all: [ScalarFunction] {
        [
            ScalarFunction(name: "fold", argumentCount: 1) { arguments in fold(arguments[0], .caseDiacritic) },
            ScalarFunction(name: "fold", argumentCount: 2) { arguments in
                options(arguments[1]).map { fold(arguments[0], $0) } ?? .null
            },
            ScalarFunction(name: "matches", argumentCount: 3) { arguments in
                guard case .text(let text) = arguments[0], case .text(let pattern) = arguments[1],
                    let options = options(arguments[2]),
                    let expression = try? RegularExpression.cached(pattern, options)
                else { return .null }
                return .integer(expression.matches(text) ? 1 : 0)
            },
        ]
    }

    private static func fold(_ value: SQLiteValue, _ options: TextOptions) -> SQLiteValue {
        if case .text(let text) = value { .text(TextFolding.fold(text, options)) } else { .null }
    }

    private static func options(_ value: SQLiteValue) -> TextOptions? {
        if case .text(let letters) = value { TextOptions(letters: letters) } else { nil }
    }
}
