package import FoundationEssentials
package import Records

/// Why a predicate of the macro is no filter: a node of it that has none.
package struct UntranslatablePredicate: Error, Hashable, Sendable, CustomStringConvertible {
    /// The node's type, as the macro made it.
    package let node: String
    package let reason: String

    package var description: String {
        "cannot make a filter of \(node): \(reason); test it in memory with evaluate, or build the filter"
    }
}

extension Filter {
    /// Reads a predicate that Swift's macro made: `#Predicate<Note> { $0.title.contains(word) && $0.date > since }`.
    ///
    /// It means the rows that SQL means, which is what `evaluate` says in memory but for two things of texts: they are
    /// compared and counted by code point here, and by character there.
    ///
    /// - Throws: the first node that cannot be expressed, such as arithmetic over columns.
    package init<Model: Record>(_ predicate: Predicate<Model>) throws(UntranslatablePredicate) {
        let scope = Scope<Model>(names: [predicate.variable.key: .row])
        self = try scope.condition(of: predicate.expression)
    }
}

extension RecordQuery {
    /// Only those that a predicate of the macro means too.
    ///
    /// - Throws: the first node that cannot be expressed.
    package func filtered(by predicate: Predicate<Model>) throws(UntranslatablePredicate) -> RecordQuery {
        filtered(by: try Filter(predicate))
    }
}
