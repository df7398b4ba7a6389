internal import SQLite

/// A filter whose fields are columns and whose values have the columns' types; what SQL and rows are tested with.
package struct CompiledFilter: Sendable {
    let root: Node

    /// The tree, with the cases of the language brought down to few: `!=` is NOT `==`, BETWEEN two comparisons, a
    /// date a span of text keys, a text already folded.
    indirect enum Node: Sendable {
        case constant(Bool)
        case and([Node])
        case or([Node])
        case not(Node)
        case test(Column, Test)
        /// The inner node tests `Column.element` of the list.
        case elements(Condition.Quantifier, Column, Node)
    }

    enum Test: Sendable {
        case isMissing
        case compare(Order, SQLiteValue, TextOptions)
        case compareColumn(Order, Column, TextOptions)
        case among([SQLiteValue], TextOptions)
        /// Sort keys of instants: from the first on, before the second; nil is open.
        case during(InstantKey?, InstantKey?)
        case contains(String, TextOptions)
        case beginsWith(String, TextOptions)
        case endsWith(String, TextOptions)
        case like(Wildcard, TextOptions)
        case matches(RegularExpression)
    }

    /// What is left of the relations once `!=` is gone.
    enum Order: String, Sendable {
        case equal = "="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    static let deepestNesting = 100
    static let mostValues = 10_000
}

extension Column {
    /// What the test of a list's elements speaks of.
    static let element = Column("element", .text, sql: "element.value")
}

extension Columns {
    /// Binds a filter to the columns.
    ///
    /// - Throws: without a place, for a field that is unknown, a value that does not fit its column, or a tree that is
    ///   too deep or too large. A filter that was read over the same columns compiles.
    package func compile(_ filter: Filter) throws(PredicateError) -> CompiledFilter {
        var values = 0
        return CompiledFilter(root: try node(filter, depth: 0, &values))
    }

    private func node(_ filter: Filter, depth: Int, _ values: inout Int) throws(PredicateError) -> CompiledFilter.Node {
        // Three levels of tree to a level of brackets: AND, OR, NOT.
        guard depth <= 3 * CompiledFilter.deepestNesting else {
            throw PredicateError(column: nil, .limit("nested deeper than \(CompiledFilter.deepestNesting) levels"))
        }
        switch filter {
        case .always: return .constant(true)
        case .never: return .constant(false)
        case .not(let inner): return .not(try node(inner, depth: depth + 1, &values))
        case .and(let parts): return .and(try nodes(parts, depth: depth + 1, &values))
        case .or(let parts): return .or(try nodes(parts, depth: depth + 1, &values))
        case .condition(let condition):
            if case .among(let list, _) = condition.test { values += list.count } else { values += 2 }
            guard values <= CompiledFilter.mostValues else {
                throw PredicateError(column: nil, .limit("more than \(CompiledFilter.mostValues) values"))
            }
            do throws(Complaint) {
                return try compile(condition)
            } catch {
                throw PredicateError(column: nil, error.reason)
            }
        }
    }

    private func nodes(
        _ filters: [Filter], depth: Int, _ values: inout Int
    ) throws(PredicateError) -> [CompiledFilter.Node] {
        var nodes: [CompiledFilter.Node] = []
        for filter in filters { nodes.append(try node(filter, depth: depth, &values)) }
        return nodes
    }

    /// Why a field is not one of these columns.
    func unknown(_ field: Field) -> PredicateError.Reason {
        .unknownField(field.name, nearest: nearest(to: field.name))
    }
}
