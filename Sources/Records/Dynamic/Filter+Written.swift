extension Filter {
    /// Arguments that were written as texts, such as on a command line, as the placeholders of a predicate take them:
    /// `%d` a whole number, `%f` a number, `%@` and `%K` the text as it is.
    ///
    /// What does not fit stays a text, so that reading the predicate complains of it, with its place.
    package static func arguments(_ texts: [String], of predicate: String) -> [FilterValue] {
        let tokens: [PredicateLexer.Token]
        do throws(PredicateError) {
            var lexer = try PredicateLexer(predicate)
            tokens = try lexer.tokens()
        } catch {
            // The same mistake is found, and told, when the predicate is read.
            return texts.map { .text($0) }
        }
        var forms: [String] = []
        for token in tokens { if case .placeholder(let form) = token.kind { forms.append(form) } }
        return texts.enumerated().map { index, text in
            switch index < forms.count ? forms[index] : "@" {
            case "d", "i", "u": Int64(text).map { .integer($0) } ?? .text(text)
            case "f": Double(text).map { .real($0) } ?? .text(text)
            default: .text(text)
            }
        }
    }
}
