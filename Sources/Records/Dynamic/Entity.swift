/// One kind of row that a store holds, known by its name: what it is made of, and what may be done to it.
package struct Entity: Sendable {
    package let name: String
    /// What a row of it is, in a few words for people.
    package let summary: String
    /// What stands behind FROM, trusted text of the program; for one that may be written it is the table of its name.
    package let source: String
    package let columns: Columns
    package let access: Access
    /// A condition that every row meets that a filter holds for, and that an index of the store serves; nil for a filter
    /// that none helps.
    package var narrowing: @Sendable (CompiledFilter) -> SQLFragment? = { _ in nil }

    package enum Access: Sendable {
        /// Nobody changes rows by hand; the words say what does, for one who tries.
        case readOnly(String)
        case writable(Writing)
    }

    /// - Parameter source: nil for the table or view of that name.
    package init(
        _ name: String, _ summary: String, source: String? = nil, columns: Columns, access: Access
    ) {
        self.name = name
        self.summary = summary
        self.source = source ?? Column.quoted(name)
        self.columns = columns
        self.access = access
    }

    /// How rows may be written; nil where they may only be read.
    package var writing: Writing? { if case .writable(let writing) = access { writing } else { nil } }

    /// The table as SQL.
    var table: String { Column.quoted(name) }
}

extension Entity {
    /// How rows of an entity are written: what a caller sets, and what the store sees to.
    package struct Writing: Sendable {
        /// One row and several of them, in words: `note` and `notes`.
        package let singular: String
        package let plural: String
        /// The columns that a caller may set; the others are the store's.
        package let settable: [String]
        /// Those of them that every new row must be given.
        package var required: [String] = []
        /// Columns that are given the present instant when a row is made, and when it becomes another.
        package var datedWhenMade: [String] = []
        package var datedWhenChanged: [String] = []
        /// A column that is counted up when a row becomes another.
        package var version: String?
        /// The entities whose keys some columns hold, by column: what is set there must exist.
        package var references: [String: String] = [:]
        /// Brings what is given for a column to the form that its values are kept in, by column; what is of another type
        /// than the column comes back as it was.
        package var forms: [String: @Sendable (FilterValue) -> FilterValue] = [:]
        package var rule: Rule?

        package init(_ singular: String, _ plural: String, settable: [String]) {
            self.singular = singular
            self.plural = plural
            self.settable = settable
        }
    }

    /// What every row must be that is made or becomes another.
    package struct Rule: Sendable {
        /// SQL over the names of the columns, trusted text of the program.
        package let condition: String
        /// What is wrong where it does not hold: `a note needs a title, a body or keywords`.
        package let complaint: String

        package init(_ condition: String, orElse complaint: String) {
            self.condition = condition
            self.complaint = complaint
        }
    }
}
