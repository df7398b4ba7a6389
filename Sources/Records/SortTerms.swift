/// In which order rows come: fields, each up or down.
///
/// Missing values come last in both directions, dates go by instant, texts by code point; rows that are alike in every
/// term go by the key column, so that the order is the same each time.
package struct SortTerms: Hashable, Sendable, CustomStringConvertible {
    package let terms: [Term]

    package struct Term: Hashable, Sendable {
        package let field: Field
        package let isAscending: Bool

        package init(_ field: Field, isAscending: Bool = true) {
            self.field = field
            self.isAscending = isAscending
        }
    }

    /// No terms is no defined order.
    package init(_ terms: [Term]) { self.terms = terms }

    /// Whether no order was asked for.
    package var isEmpty: Bool { terms.isEmpty }

    /// `-published_at,headline`.
    package var description: String {
        terms.map { ($0.isAscending ? "" : "-") + $0.field.name }.joined(separator: ",")
    }
}

extension SortTerms {
    /// Reads `-published_at,headline`, or `published_at:NO,headline:YES`, or `:asc` and `:desc`.
    ///
    /// - Parameters:
    ///   - text: nil or blank is no order.
    ///   - ascending: the direction of terms that name none.
    /// - Throws: a field that is unknown, is a list or stands twice, a direction that is none; with its column.
    package init(_ text: String?, ascending: Bool = true, over columns: Columns) throws(PredicateError) {
        var terms: [Term] = []
        var column = 1
        let text = text ?? ""
        let isBlank = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        guard text.unicodeScalars.count <= Self.longestText else {
            throw PredicateError(
                column: Self.longestText + 1, .limit("longer than \(Self.longestText) characters; shorten it"))
        }
        for part in isBlank ? [] : text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false) {
            let word = part.drop(while: \.properties.isWhitespace)
            let place = column + part.count - word.count
            let term = try Self.term(word, ascending, at: place, over: columns)
            if terms.contains(where: { $0.field == term.field }) {
                throw PredicateError(
                    column: place, .unexpected(found: "\(term.field) again", expected: "each field once"))
            }
            terms.append(term)
            column += part.count + 1
        }
        self.init(terms)
    }

    private static let longestText = 2_000

    private static func term(
        _ scalars: Substring.UnicodeScalarView, _ ascending: Bool, at place: Int, over columns: Columns
    ) throws(PredicateError) -> Term {
        var rest = String(Substring(scalars)).trimmedAtEnd
        var direction: Bool?
        if let sign = rest.first, sign == "-" || sign == "+" {
            direction = sign == "+"
            rest.removeFirst()
        }
        let signWidth = direction == nil ? 0 : 1
        if let colon = rest.firstIndex(of: ":") {
            let behind = rest[colon...].dropFirst()
            let word = behind.drop { $0.isWhitespace }
            let blanks = behind.unicodeScalars.count - word.unicodeScalars.count
            let wordPlace = place + signWidth + rest[...colon].unicodeScalars.count + blanks
            guard direction == nil else {
                throw PredicateError(
                    column: wordPlace, .unexpected(found: "a sign and :\(word)", expected: "one of the two"))
            }
            switch word.lowercased() {
            case "yes", "asc", "ascending", "true": direction = true
            case "no", "desc", "descending", "false": direction = false
            default:
                let found = word.isEmpty ? "nothing behind the colon" : String(word)
                throw PredicateError(
                    column: wordPlace, .unexpected(found: found, expected: "YES, NO, asc or desc"))
            }
            rest = String(rest[..<colon]).trimmedAtEnd
        }
        let field = Field(rest)
        guard !rest.isEmpty else {
            throw PredicateError(column: place + signWidth, .unexpected(found: "nothing", expected: "a field"))
        }
        guard let column = columns[rest] else {
            throw PredicateError(column: place + signWidth, columns.unknown(field))
        }
        guard column.type != .list else {
            throw PredicateError(
                column: place + signWidth,
                .mismatch(field: rest, is: column.type.words, found: rest, expected: "a field with one value"))
        }
        return Term(field, isAscending: direction ?? ascending)
    }
}

extension String {
    /// Without the blanks behind it.
    fileprivate var trimmedAtEnd: String {
        var text = self
        while let last = text.unicodeScalars.last, last.properties.isWhitespace { text.unicodeScalars.removeLast() }
        return text
    }
}
