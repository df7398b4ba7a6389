extension Filter {
    /// Reads a predicate in the format language: `headline CONTAINS[cd] "knicks" AND word_count > 500`.
    ///
    /// Fields, operators and the types of values are checked against the columns while reading. `%@` stands for the
    /// next argument as a value, `%d` for a whole number, `%f` for a number, `%K` for the name of a field; inside
    /// quotes they are text. No argument is ever read as part of the language.
    ///
    /// - Parameter text: nil or blank is every row.
    /// - Throws: where the text cannot be read, with its column.
    package init(_ text: String?, _ arguments: [FilterValue] = [], over columns: Columns) throws(PredicateError) {
        guard let text else {
            self = .always
            return
        }
        var parser = try PredicateParser(text, arguments, over: columns)
        self = try parser.filter()
    }
}
