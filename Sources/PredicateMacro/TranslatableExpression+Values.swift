internal import FoundationEssentials
internal import Records

extension PredicateExpressions.Variable: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        guard let symbol = scope.names[key] else { throw scope.refused(self, "it is a variable of another predicate") }
        return symbol
    }
}

extension PredicateExpressions.Value: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) -> Symbol {
        // A nil that was captured is nil.
        if let optional = value as? any OptionalValue, optional.isNil { return .null }
        return .constant(value)
    }
}

private protocol OptionalValue {
    var isNil: Bool { get }
}

extension Optional: OptionalValue {
    fileprivate var isNil: Bool { self == nil }
}

extension PredicateExpressions.NilLiteral: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) -> Symbol { .null }
}

extension PredicateExpressions.KeyPath: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        switch try scope.symbol(of: root) {
        case .row:
            guard let path = keyPath as? PartialKeyPath<Model>, let field = Model.table.field(of: path) else {
                throw scope.refused(self, "it is no property of \(Model.self) that is a column")
            }
            return .field(field)
        case .field(let field):
            switch keyPath as AnyKeyPath {
            case \String.count, \[String].count: return .count(field)
            case \String.isEmpty, \[String].isEmpty:
                return .condition(try scope.compare(.count(field), .equal, .constant(0), self))
            default: throw scope.refused(self, "of \(field) a filter knows only count and isEmpty")
            }
        default: throw scope.refused(self, "it is no property of \(Model.self) that is a column")
        }
    }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        switch try scope.symbol(of: wrapped) {
        case .constant(let number as Int) where number > .min: return .constant(-number)
        case .constant(let number as Int64) where number > .min: return .constant(-number)
        case .constant(let number as Double): return .constant(-number)
        default: throw scope.refused(self, "a filter does not reckon with columns")
        }
    }
}

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        guard case .constant(let fallback) = try scope.symbol(of: rhs) else {
            throw scope.refused(self, "behind ?? a filter takes a value")
        }
        switch try scope.symbol(of: lhs) {
        case .field(let field): return .fallback(field, fallback)
        case .conditionIfPresent(let field, let filter):
            guard let fallback = fallback as? Bool else { break }
            return .condition(
                fallback ? .any([.equal(field, .null), filter]) : .all([.notEqual(field, .null), filter]))
        default: break
        }
        throw scope.refused(self, "before ?? a filter takes a property")
    }
}

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        let field = try scope.field(of: wrapped)
        let filter = try scope.naming(variable.key, .field(field)).condition(of: transform)
        return .conditionIfPresent(field, filter)
    }
}

extension PredicateExpressions.ClosedRange: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        guard case .constant(let lower) = try scope.symbol(of: lower),
            case .constant(let upper) = try scope.symbol(of: upper)
        else { throw scope.refused(self, "the ends of a range are values") }
        return .between(lower: lower, upper: upper, includesUpper: true)
    }
}

extension PredicateExpressions.Range: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        guard case .constant(let lower) = try scope.symbol(of: lower),
            case .constant(let upper) = try scope.symbol(of: upper)
        else { throw scope.refused(self, "the ends of a range are values") }
        return .between(lower: lower, upper: upper, includesUpper: false)
    }
}
