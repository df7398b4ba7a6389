/// Filters written in Swift: `.all([.contains("headline", "knicks", .caseDiacritic), .greater("word_count", 500)])`.
extension Filter {
    /// Rows that every one of the filters means; every row where there is none.
    package static func all(_ filters: [Filter]) -> Filter {
        let parts = filters.flatMap { if case .and(let inner) = $0 { inner } else { [$0] } }
        return parts.isEmpty ? .always : parts.count == 1 ? parts[0] : .and(parts)
    }

    /// Rows that at least one of the filters means; no row where there is none.
    package static func any(_ filters: [Filter]) -> Filter {
        let parts = filters.flatMap { if case .or(let inner) = $0 { inner } else { [$0] } }
        return parts.isEmpty ? .never : parts.count == 1 ? parts[0] : .or(parts)
    }

    package static func equal(_ field: Field, _ value: FilterValue, _ options: TextOptions = []) -> Filter {
        compare(field, .equal, value, options)
    }

    package static func notEqual(_ field: Field, _ value: FilterValue, _ options: TextOptions = []) -> Filter {
        compare(field, .notEqual, value, options)
    }

    package static func less(_ field: Field, _ value: FilterValue) -> Filter { compare(field, .less, value) }

    package static func lessOrEqual(_ field: Field, _ value: FilterValue) -> Filter {
        compare(field, .lessOrEqual, value)
    }

    package static func greater(_ field: Field, _ value: FilterValue) -> Filter { compare(field, .greater, value) }

    package static func greaterOrEqual(_ field: Field, _ value: FilterValue) -> Filter {
        compare(field, .greaterOrEqual, value)
    }

    package static func compare(
        _ field: Field, _ relation: Relation, _ value: FilterValue, _ options: TextOptions = []
    ) -> Filter {
        .condition(Condition(field, .compare(relation, .value(value), options)))
    }

    /// One field against another.
    package static func compare(_ field: Field, _ relation: Relation, field other: Field) -> Filter {
        .condition(Condition(field, .compare(relation, .field(other))))
    }

    /// Both ends included; a day as upper end includes all of it.
    package static func between(_ field: Field, _ lower: FilterValue, _ upper: FilterValue) -> Filter {
        .condition(Condition(field, .between(lower, upper)))
    }

    package static func among(_ field: Field, _ values: [FilterValue], _ options: TextOptions = []) -> Filter {
        .condition(Condition(field, .among(values, options)))
    }

    /// A part of a text field, or an element of a list field.
    package static func contains(_ field: Field, _ text: String, _ options: TextOptions = []) -> Filter {
        .condition(Condition(field, .text(.contains, text, options)))
    }

    package static func beginsWith(_ field: Field, _ text: String, _ options: TextOptions = []) -> Filter {
        .condition(Condition(field, .text(.beginsWith, text, options)))
    }

    package static func endsWith(_ field: Field, _ text: String, _ options: TextOptions = []) -> Filter {
        .condition(Condition(field, .text(.endsWith, text, options)))
    }

    /// The whole text against a pattern with `*` and `?`.
    package static func like(_ field: Field, _ pattern: String, _ options: TextOptions = []) -> Filter {
        .condition(Condition(field, .text(.like, pattern, options)))
    }

    /// The whole text against a regular expression.
    package static func matches(_ field: Field, _ pattern: String, _ options: TextOptions = []) -> Filter {
        .condition(Condition(field, .text(.matches, pattern, options)))
    }

    /// A test of the elements of a list field.
    package static func elements(
        _ quantifier: Condition.Quantifier, of field: Field, _ test: Condition.Test
    ) -> Filter {
        .condition(Condition(field, test, quantifier: quantifier))
    }
}
