internal import FoundationEssentials
internal import Records

/// What an expression comes to without a row at hand.
indirect enum Symbol {
    /// The record itself.
    case row
    case field(Field)
    /// A value that was captured or written down; nil is `Optional<Any>.none` inside.
    case constant(Any)
    case null
    case between(lower: Any, upper: Any, includesUpper: Bool)
    /// How many letters or elements a field has.
    case count(Field)
    /// A truth value.
    case condition(Filter)
    /// A truth value where a field is there, and nil where it is missing.
    case conditionIfPresent(Field, Filter)
    /// A field, or a constant where it is missing.
    case fallback(Field, Any)
}

/// What is known while an expression is read: what its variables stand for.
struct Scope<Model: Record> {
    var names: [PredicateExpressions.VariableID: Symbol]

    func naming(_ key: PredicateExpressions.VariableID, _ symbol: Symbol) -> Scope {
        var scope = self
        scope.names[key] = symbol
        return scope
    }

    /// What any node comes to.
    func symbol(of node: some PredicateExpression) throws(UntranslatablePredicate) -> Symbol {
        guard let node = node as? any TranslatableExpression else {
            throw UntranslatablePredicate(node: Self.name(node), reason: "there is no such thing in a filter")
        }
        return try node.symbol(in: self)
    }

    /// A node as a truth value.
    func condition(of node: some PredicateExpression) throws(UntranslatablePredicate) -> Filter {
        switch try symbol(of: node) {
        case .condition(let filter): return filter
        case .field(let field) where type(of: field) == .bool: return .equal(field, true)
        case .constant(let value as Bool): return value ? .always : .never
        case .fallback(let field, let value as Bool):
            return try compare(.fallback(field, value), .equal, .constant(true), node)
        default: throw refused(node, "it is no truth value")
        }
    }

    /// A node as a field.
    func field(of node: some PredicateExpression) throws(UntranslatablePredicate) -> Field {
        guard case .field(let field) = try symbol(of: node) else {
            throw refused(node, "it is no property of \(Model.self) that is a column")
        }
        return field
    }

    func type(of field: Field) -> ColumnType? {
        field == .element ? .text : Model.table.columns[field.name]?.type
    }

    /// A value as the column of a field knows it.
    func literal(
        _ value: Any, for field: Field, _ node: some PredicateExpression
    ) throws(UntranslatablePredicate) -> FilterValue {
        if field == .element, let text = value as? String { return .text(text) }
        guard let literal = Model.table.literal(value, for: field) else {
            throw refused(node, "\(Swift.type(of: value)) is not the type of \(field)")
        }
        return literal
    }

    func refused(_ node: some PredicateExpression, _ reason: String) -> UntranslatablePredicate {
        UntranslatablePredicate(node: Self.name(node), reason: reason)
    }

    private static func name(_ node: some PredicateExpression) -> String {
        let name = "\(Swift.type(of: node))"
        return name.count > 120 ? name.prefix(120) + "…" : name
    }
}

extension Field {
    /// What the test of a list's elements speaks of while it is read.
    static let element = Field("\u{0}element")
}

/// A node that has a meaning in a filter.
protocol TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol
}
