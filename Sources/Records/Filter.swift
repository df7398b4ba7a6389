/// Which rows are meant: one tree, whatever it was written in.
///
/// Build it with `Filter(_:_:over:)` from text or with the static functions; these keep the tree in its one normal
/// form, in which no AND stands directly in an AND and none has fewer than two parts. The logic is two-valued: a
/// comparison with a missing value is false, `!=` with one is true, a missing value equals only NIL, and NOT turns
/// each of these round.
package indirect enum Filter: Hashable, Sendable {
    /// TRUEPREDICATE: every row.
    case always
    /// FALSEPREDICATE: no row.
    case never
    case condition(Condition)
    case not(Filter)
    /// Use `all(_:)`.
    case and([Filter])
    /// Use `any(_:)`.
    case or([Filter])
}

/// One test of one field.
package struct Condition: Hashable, Sendable {
    /// How the elements of a list field are tested; nil for the field as a whole.
    package let quantifier: Quantifier?
    package let field: Field
    package let test: Test

    package init(_ field: Field, _ test: Test, quantifier: Quantifier? = nil) {
        self.quantifier = quantifier
        self.field = field
        self.test = test
    }

    /// For how many elements of a list a test must hold; a missing list has no element.
    package enum Quantifier: String, Hashable, Sendable, CaseIterable {
        case any = "ANY"
        case all = "ALL"
        case none = "NONE"
    }

    /// What is asked of the field.
    package enum Test: Hashable, Sendable {
        case compare(Relation, Operand, TextOptions = [])
        /// Both ends included.
        case between(FilterValue, FilterValue, TextOptions = [])
        case among([FilterValue], TextOptions = [])
        /// On a list field, `contains` is membership.
        case text(TextRelation, String, TextOptions = [])
    }

    /// The other side of a comparison.
    package enum Operand: Hashable, Sendable {
        case value(FilterValue)
        case field(Field)
    }
}

/// How two values are compared.
package enum Relation: String, Hashable, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// The relation that holds when the sides are changed over.
    var flipped: Relation {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}

/// How a text is searched.
///
/// The empty text is in every text, at its beginning and at its end.
package enum TextRelation: String, Hashable, Sendable, CaseIterable {
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    /// The whole text against a pattern with `*` (any run) and `?` (one code point); `\` makes the next one literal.
    case like = "LIKE"
    /// The whole text against a regular expression.
    case matches = "MATCHES"
}
