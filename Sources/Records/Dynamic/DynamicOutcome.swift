/// What came of making a row.
package struct RowInsertion: Hashable, Sendable {
    /// The key of the new row; nil where its entity has none.
    package let key: FilterValue?
    /// Keys that were passed over, each with its reason.
    package let ignored: [KeyComplaint]
}

/// What came of setting values in rows.
package struct RowUpdate: Hashable, Sendable {
    /// Rows that the predicate meant.
    package let matched: Int
    /// Those of them that are another now; the others were so already, and stay untouched.
    package let changed: Int
    /// Keys that were passed over, each with its reason.
    package let ignored: [KeyComplaint]
}
