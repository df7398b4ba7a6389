internal import FoundationEssentials
internal import Records

extension PredicateExpressions.Conjunction: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        .condition(.all([try scope.condition(of: lhs), try scope.condition(of: rhs)]))
    }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        .condition(.any([try scope.condition(of: lhs), try scope.condition(of: rhs)]))
    }
}

extension PredicateExpressions.Negation: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        .condition(.not(try scope.condition(of: wrapped)))
    }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        let test = try scope.condition(of: self.test)
        return .condition(
            .any([
                .all([test, try scope.condition(of: trueBranch)]),
                .all([.not(test), try scope.condition(of: falseBranch)]),
            ]))
    }
}

extension PredicateExpressions.Equal: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        .condition(try scope.compare(scope.symbol(of: lhs), .equal, scope.symbol(of: rhs), self))
    }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        .condition(try scope.compare(scope.symbol(of: lhs), .notEqual, scope.symbol(of: rhs), self))
    }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        let relation: Relation =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            @unknown default: throw scope.refused(self, "its operator is not known")
            }
        return .condition(try scope.compare(scope.symbol(of: lhs), relation, scope.symbol(of: rhs), self))
    }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        let field = try scope.field(of: base)
        guard scope.type(of: field) == .text, case .constant(let part as String) = try scope.symbol(of: other) else {
            throw scope.refused(self, "a filter looks for a text in a text")
        }
        return .condition(.contains(field, part))
    }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        let field = try scope.field(of: base)
        guard scope.type(of: field) == .text, case .constant(let start as String) = try scope.symbol(of: prefix) else {
            throw scope.refused(self, "a filter looks for a text at the start of a text")
        }
        return .condition(.beginsWith(field, start))
    }
}

extension PredicateExpressions.SequenceContains: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        switch (try scope.symbol(of: sequence), try scope.symbol(of: element)) {
        case (.field(let list), .constant(let text as String)) where scope.type(of: list) == .list:
            return .condition(.elements(.any, of: list, .compare(.equal, .value(.text(text)), [])))
        case (.constant(let list), .field(let field)):
            guard let elements = list as? any Sequence else { break }
            var values: [FilterValue] = []
            for element in Self.array(elements) { values.append(try scope.literal(element, for: field, self)) }
            return .condition(.among(field, values))
        default: break
        }
        throw scope.refused(self, "a filter looks for a property in values, or for a value in a list")
    }

    private static func array(_ elements: some Sequence) -> [Any] { elements.map { $0 } }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        guard case .between(let lower, let upper, let includesUpper) = try scope.symbol(of: range) else {
            throw scope.refused(self, "the range is written with its two ends")
        }
        let element = try scope.symbol(of: element)
        return .condition(
            .all([
                try scope.compare(element, .greaterOrEqual, .constant(lower), self),
                try scope.compare(element, includesUpper ? .lessOrEqual : .less, .constant(upper), self),
            ]))
    }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        let field = try scope.field(of: sequence)
        guard scope.type(of: field) == .list else { throw scope.refused(self, "\(field) is no list") }
        let inner = try scope.naming(variable.key, .field(.element)).condition(of: test)
        return .condition(try scope.elements(.any, of: field, inner, self))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
    func symbol<Model: Record>(in scope: Scope<Model>) throws(UntranslatablePredicate) -> Symbol {
        let field = try scope.field(of: sequence)
        guard scope.type(of: field) == .list else { throw scope.refused(self, "\(field) is no list") }
        let inner = try scope.naming(variable.key, .field(.element)).condition(of: test)
        return .condition(try scope.elements(.all, of: field, inner, self))
    }
}
