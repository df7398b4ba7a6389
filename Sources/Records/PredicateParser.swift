/// Reads the tokens of a predicate into a filter, checking each condition as it stands there.
struct PredicateParser {
    private var tokens: PredicateTokens
    private let arguments: [FilterValue]
    private let columns: Columns
    private var usedArguments = 0
    private var depth = 0

    init(_ text: String, _ arguments: [FilterValue], over columns: Columns) throws(PredicateError) {
        tokens = try PredicateTokens(text)
        self.arguments = arguments
        self.columns = columns
    }

    mutating func filter() throws(PredicateError) -> Filter {
        let filter = tokens.isAtEnd ? .always : try disjunction()
        guard tokens.isAtEnd else { throw tokens.unexpected("AND, OR or the end") }
        guard usedArguments == arguments.count else {
            throw PredicateError(
                column: nil,
                .unexpected(
                    found: "\(arguments.count) arguments",
                    expected: "\(usedArguments), as many as there are placeholders"))
        }
        return filter
    }

    // MARK: Logic

    private mutating func disjunction() throws(PredicateError) -> Filter {
        var parts = [try conjunction()]
        while tokens.take(.or) || tokens.take("||") { parts.append(try conjunction()) }
        return .any(parts)
    }

    private mutating func conjunction() throws(PredicateError) -> Filter {
        var parts = [try term()]
        while tokens.take(.and) || tokens.take("&&") { parts.append(try term()) }
        return .all(parts)
    }

    private mutating func term() throws(PredicateError) -> Filter {
        let start = tokens.current
        depth += 1
        defer { depth -= 1 }
        guard depth <= CompiledFilter.deepestNesting else {
            throw PredicateError(
                column: start.column, .limit("nested deeper than \(CompiledFilter.deepestNesting) levels"))
        }
        if tokens.take(.not) || tokens.take("!") { return .not(try term()) }
        if tokens.take(.truePredicate) { return .always }
        if tokens.take(.falsePredicate) { return .never }
        if tokens.take("(") {
            let inner = try disjunction()
            try tokens.expect(")", "AND, OR or ) for the ( in column \(start.column)")
            return inner
        }
        return .condition(try condition())
    }

    // MARK: Conditions

    /// One side of an operator, and where it stands.
    private struct Side {
        let operand: Condition.Operand
        let column: Int
        /// Where each value of a list stands.
        var elements: [Int] = []
    }

    private mutating func condition() throws(PredicateError) -> Condition {
        let quantifier = self.quantifier()
        let left = try side("a field")
        let operatorColumn = tokens.current.column
        let (verb, symbol) = try verb(after: left)
        let options = try self.options()
        let right = try side(verb == .in || verb == .between ? "a list in braces" : "a value")

        var (subject, object, isTurned) = (left, right, false)
        if case .value = left.operand, case .field = right.operand { (subject, object, isTurned) = (right, left, true) }
        guard case .field(let field) = subject.operand else {
            throw PredicateError(
                column: subject.column,
                .unexpected(found: written(subject), expected: "a field on one side of \(symbol)"))
        }
        let places = Places(field: subject.column, test: operatorColumn, whole: object.column, values: object.elements)
        let test = try test(verb, symbol, isTurned: isTurned, field, object, options, places)
        let condition = Condition(field, test, quantifier: quantifier)
        do throws(Complaint) {
            _ = try columns.compile(condition)
        } catch {
            throw PredicateError(column: places.column(of: error.part), quoting(error))
        }
        return condition
    }

    /// An unknown name that is like no field, where a value may stand, is most likely a text without quotes.
    private func quoting(_ complaint: Complaint) -> PredicateError.Reason {
        guard complaint.part != .field, case .unknownField(let name, nearest: nil) = complaint.reason else {
            return complaint.reason
        }
        return .unexpected(found: name, expected: "a value or a field; a text stands in quotes, \"\(name)\"")
    }

    private mutating func quantifier() -> Condition.Quantifier? {
        if tokens.take(.any) || tokens.take(.some) { return .any }
        if tokens.take(.all) { return .all }
        return tokens.take(.none) ? Condition.Quantifier.none : nil
    }

    /// Where the parts of a condition stand.
    private struct Places {
        let field: Int
        let test: Int
        let whole: Int
        let values: [Int]

        func column(of part: Complaint.Part) -> Int {
            switch part {
            case .field: field
            case .test: test
            case .value(let index): values.indices.contains(index) ? values[index] : whole
            }
        }
    }

    private enum Verb: Hashable {
        case relation(Relation)
        case text(TextRelation)
        case between
        case `in`
    }

    /// The operator, and how it was written.
    private mutating func verb(after left: Side) throws(PredicateError) -> (Verb, String) {
        let found = tokens.current
        switch found.kind {
        case .symbol(let symbol):
            if let relation = Relation(rawValue: symbol) {
                tokens.advance()
                return (.relation(relation), symbol)
            }
        case .keyword(let keyword):
            let verb: Verb? =
                switch keyword {
                case .between: .between
                case .in: .in
                default: TextRelation(rawValue: keyword.rawValue).map { .text($0) }
                }
            if let verb {
                tokens.advance()
                return (verb, keyword.rawValue)
            }
        default: break
        }
        // A name that stands alone is most likely mistyped, or a text without quotes.
        if case .field(let field) = left.operand, columns[field.name] == nil {
            throw PredicateError(column: left.column, columns.unknown(field))
        }
        throw tokens.unexpected("an operator such as ==, <, IN or CONTAINS")
    }

    private mutating func options() throws(PredicateError) -> TextOptions {
        guard tokens.take("[") else { return [] }
        let found = tokens.current
        guard case .name(let letters) = found.kind, let options = TextOptions(letters: letters) else {
            throw tokens.unexpected("c, d or cd")
        }
        tokens.advance()
        try tokens.expect("]", "]")
        return options
    }

    private mutating func test(
        _ verb: Verb, _ symbol: String, isTurned: Bool, _ field: Field, _ object: Side, _ options: TextOptions,
        _ places: Places
    ) throws(PredicateError) -> Condition.Test {
        switch (verb, object.operand) {
        case (.relation(let relation), let operand):
            return .compare(isTurned ? relation.flipped : relation, operand, options)
        case (.in, .value(.list(let values))) where !isTurned: return .among(values, options)
        case (.in, .value(.text(let text))) where isTurned:
            if let column = columns[field.name], column.type != .list {
                throw PredicateError(
                    column: places.field,
                    .mismatch(
                        field: field.name, is: column.type.words, found: field.name, expected: "a list behind IN"))
            }
            return .text(.contains, text, options)
        case (.between, .value(.list(let values))) where !isTurned && values.count == 2:
            return .between(values[0], values[1], options)
        case (.text(let relation), .value(.text(let text))) where !isTurned: return .text(relation, text, options)
        default:
            let expected =
                switch verb {
                case .between: "two values in braces, like {1, 9}"
                case .in: "a list in braces, like {\"Sports\", \"Arts\"}"
                default: isTurned ? "a field on the left of \(symbol)" : "a text"
                }
            let place = isTurned ? places.whole : object.column
            throw PredicateError(column: place, .unexpected(found: written(object), expected: expected))
        }
    }

    // MARK: Operands

    private mutating func side(_ expected: String) throws(PredicateError) -> Side {
        let found = tokens.current
        if case .name(let name) = found.kind {
            tokens.advance()
            return Side(operand: .field(Field(name)), column: found.column)
        }
        if case .placeholder("K") = found.kind {
            guard case .text(let name) = try argument() else {
                throw PredicateError(
                    column: found.column,
                    .unexpected(
                        found: "argument \(usedArguments): \(arguments[usedArguments - 1].kind)",
                        expected: "the name of a field for %K"))
            }
            return Side(operand: .field(Field(name)), column: found.column)
        }
        if tokens.take("{") { return try list(from: found.column, closedBy: "}") }
        if tokens.take("(") { return try list(from: found.column, closedBy: ")") }
        return Side(operand: .value(try value(expected)), column: found.column)
    }

    private mutating func list(from column: Int, closedBy close: String) throws(PredicateError) -> Side {
        var values: [FilterValue] = []
        var places: [Int] = []
        if !tokens.take(close) {
            repeat {
                places.append(tokens.current.column)
                values.append(try value("a value"))
            } while tokens.take(",")
            try tokens.expect(close, ", or \(close)")
        }
        return Side(operand: .value(.list(values)), column: column, elements: places)
    }

    private mutating func value(_ expected: String) throws(PredicateError) -> FilterValue {
        switch tokens.current.kind {
        case .value(let value):
            tokens.advance()
            return value
        case .keyword(let keyword):
            guard let value = keyword.value else { throw tokens.unexpected(expected) }
            tokens.advance()
            return value
        case .placeholder(let form):
            let column = tokens.current.column
            let value = try argument()
            let fits =
                switch (form, value) {
                case ("@", _), ("d", .integer), ("i", .integer), ("u", .integer), ("f", .integer), ("f", .real): true
                default: false
                }
            guard fits else {
                throw PredicateError(
                    column: column,
                    .unexpected(
                        found: "argument \(usedArguments): \(value.kind)",
                        expected: form == "f" ? "a number for %f" : "a whole number for %\(form)"))
            }
            return value
        case .name(let name): throw tokens.unexpected("\(expected); a text stands in quotes, \"\(name)\"")
        default: throw tokens.unexpected(expected)
        }
    }

    /// The argument of the placeholder that is the current token.
    private mutating func argument() throws(PredicateError) -> FilterValue {
        guard usedArguments < arguments.count else {
            throw tokens.unexpected("argument \(usedArguments + 1), and only \(arguments.count) given")
        }
        tokens.advance()
        usedArguments += 1
        return arguments[usedArguments - 1]
    }

    private func written(_ side: Side) -> String {
        switch side.operand {
        case .field(let field): field.written
        case .value(let value): value.written
        }
    }
}
