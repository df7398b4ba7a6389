/// Which records of a type, in which order.
///
/// A value: each function gives another one, nothing is read before it is handed to something that reads.
package struct RecordQuery<Model: Record>: Sendable {
    package private(set) var filter = Filter.always
    package private(set) var order = SortTerms([])
    package private(set) var limit: Int?
    package private(set) var offset = 0

    /// Only those that a filter means too.
    package func filtered(by filter: Filter) -> RecordQuery {
        var query = self
        query.filter = .all([self.filter, filter].filter { $0 != .always })
        return query
    }

    /// Only those that a predicate in the format language means too.
    ///
    /// - Throws: where it cannot be read, with its column.
    package func filtered(by predicate: String?, _ arguments: FilterValue...) throws(PredicateError) -> RecordQuery {
        filtered(by: try Filter(predicate, arguments, over: Model.table.columns))
    }

    /// In an order, in place of the former.
    package func sorted(by order: SortTerms) -> RecordQuery {
        var query = self
        query.order = order
        return query
    }

    /// In the order of `"date:NO,title"` or `"-date,title"`.
    ///
    /// - Parameter ascending: the direction of terms that name none.
    /// - Throws: a field that is unknown, or a direction that is none, with its column.
    package func sorted(by keys: String, ascending: Bool = true) throws(PredicateError) -> RecordQuery {
        sorted(by: try SortTerms(keys, ascending: ascending, over: Model.table.columns))
    }

    /// By a property, within what it is sorted by already.
    ///
    /// - Throws: where the property is no attribute of the table.
    package func sorted(
        by path: PartialKeyPath<Model>, ascending: Bool = true
    ) throws(PredicateError) -> RecordQuery {
        guard let field = Model.table.field(of: path) else {
            throw PredicateError(column: nil, .unknownField("\(path)", nearest: nil))
        }
        return sorted(by: SortTerms(order.terms + [SortTerms.Term(field, isAscending: ascending)]))
    }

    /// At most so many, after so many that are passed over.
    package func limited(to limit: Int?, after offset: Int = 0) -> RecordQuery {
        var query = self
        query.limit = limit.map { max($0, 0) }
        query.offset = max(offset, 0)
        return query
    }
}
