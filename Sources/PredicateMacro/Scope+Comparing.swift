internal import FoundationEssentials
internal import Records

extension Scope {
    /// Two sides of a comparison as a filter.
    func compare(
        _ left: Symbol, _ relation: Relation, _ right: Symbol, _ node: some PredicateExpression
    ) throws(UntranslatablePredicate) -> Filter {
        switch (left, right) {
        case (.field(let field), .field(let other)): return .compare(field, relation, field: other)
        case (.field(let field), .constant(let value)):
            return .compare(field, relation, try literal(value, for: field, node))
        case (.field(let field), .null): return .compare(field, relation, .null)
        case (.fallback(let field, let value), .constant(let other)):
            let comparison = Filter.compare(field, relation, try literal(other, for: field, node))
            let fallback = try holds(comparison, of: literal(value, for: field, node), node)
            let isThere = Filter.all([.notEqual(field, .null), comparison])
            return fallback ? .any([.equal(field, .null), isThere]) : isThere
        case (.count(let field), .constant(let value as Int)):
            return try compare(countOf: field, relation, value, node)
        case (.condition(let filter), .constant(let value)) where relation == .equal || relation == .notEqual:
            guard let value = value as? Bool else { return relation == .equal ? .never : .always }
            return value == (relation == .equal) ? filter : .not(filter)
        case (.conditionIfPresent(let field, let filter), .constant(let value)) where relation == .equal:
            guard let value = value as? Bool else { return .equal(field, .null) }
            return .all([.notEqual(field, .null), value ? filter : .not(filter)])
        case (.conditionIfPresent(let field, _), .null) where relation == .equal: return .equal(field, .null)
        case (.conditionIfPresent, _) where relation == .notEqual: return .not(try compare(left, .equal, right, node))
        case (.constant, .field), (.constant, .fallback), (.constant, .count), (.constant, .condition),
            (.constant, .conditionIfPresent), (.null, .field), (.null, .conditionIfPresent):
            return try compare(right, relation.turned, left, node)
        default: throw refused(node, "a filter compares a property with a value or with another property")
        }
    }

    /// What the store would say of a row that has a value, which is known without one.
    private func holds(
        _ comparison: Filter, of value: FilterValue, _ node: some PredicateExpression
    ) throws(UntranslatablePredicate) -> Bool {
        guard value != .null else { throw refused(node, "its fallback has no form in the column") }
        do throws(Records.PredicateError) {
            return try Model.table.columns.compile(comparison).matches { _ in value }
        } catch {
            throw refused(node, "its two constants cannot be compared: \(error.message)")
        }
    }

    /// How many letters or elements, as far as a pattern can tell.
    private func compare(
        countOf field: Field, _ relation: Relation, _ number: Int, _ node: some PredicateExpression
    ) throws(UntranslatablePredicate) -> Filter {
        switch relation {
        case .notEqual: return .not(try compare(countOf: field, .equal, number, node))
        case .less: return .not(try compare(countOf: field, .greaterOrEqual, number, node))
        case .lessOrEqual: return .not(try compare(countOf: field, .greater, number, node))
        case .greater:
            guard number < .max else { return .never }
            return try compare(countOf: field, .greaterOrEqual, number + 1, node)
        case .greaterOrEqual where number <= 0: return .always
        case .equal where number < 0: return .never
        case .equal, .greaterOrEqual: break
        }
        guard type(of: field) == .text else {
            let isEmpty = Filter.not(.elements(.any, of: field, .text(.contains, "", [])))
            switch (relation, number) {
            case (.equal, 0): return isEmpty
            case (.greaterOrEqual, 1): return .not(isEmpty)
            default: throw refused(node, "of a list it can be told only whether it is empty")
            }
        }
        guard number <= 1_000 else { throw refused(node, "it counts further than to 1,000") }
        let pattern = String(repeating: "?", count: number) + (relation == .equal ? "" : "*")
        return .like(field, pattern)
    }

    /// A test of the elements of a list, brought down to tests of one element each.
    func elements(
        _ quantifier: Condition.Quantifier, of field: Field, _ filter: Filter, _ node: some PredicateExpression
    ) throws(UntranslatablePredicate) -> Filter {
        switch (quantifier, filter) {
        case (_, .condition(let condition)) where condition.field == .element && condition.quantifier == nil:
            if case .compare(_, .field, _) = condition.test { break }
            return .elements(quantifier, of: field, condition.test)
        case (.any, .or(let parts)):
            var filters: [Filter] = []
            for part in parts { filters.append(try elements(.any, of: field, part, node)) }
            return .any(filters)
        case (.all, .and(let parts)):
            var filters: [Filter] = []
            for part in parts { filters.append(try elements(.all, of: field, part, node)) }
            return .all(filters)
        case (.any, .not(let inner)): return .not(try elements(.all, of: field, inner, node))
        case (.all, .not(let inner)): return .not(try elements(.any, of: field, inner, node))
        case (.all, .always): return .always
        case (.any, .never): return .never
        default: break
        }
        throw refused(node, "of each element one thing can be tested, by its own value")
    }
}

extension Relation {
    /// The relation that holds when the sides are changed over.
    fileprivate var turned: Relation {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}
