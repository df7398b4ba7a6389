package import SQLite

/// The tables of the store and their history.
package enum StoreSchema {
    /// "ASyn", in the header of every store.
    package static let applicationID: Int32 = 0x4153_796E

    /// Each step once released stays as it is; what is to be different comes as a step after it.
    package static let current = Schema(
        applicationID: applicationID,
        migrations: [
            Migration("lay the tables of version 1", version1),
            Migration("give windows an identity, and keep answers, candidates and what was before", version2),
            Migration("let the service say what it does", version3),
            Migration("count the changes of notes, and index headlines, dates and sections", version4),
            Migration("index where letters of headlines stand, and keep which notes a replica took", version5),
            Migration("keep which queries are refused more requests", version6),
        ])
}
