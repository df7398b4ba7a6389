package import Articles
package import Chronology
internal import SQLite

/// What was found wrong in a store and put right.
package struct StoreRepair: Hashable, Sendable {
    /// What was wrong with the full-text index, which has been made anew; nil where it agreed with every article.
    package var index: String?
    /// References that led nowhere, with what was done.
    package var references: [String] = []
    /// Other things that were not as they always are, with the number of rows, and were put right.
    package var contents: [String] = []
    /// What is still wrong, as it cannot be told from other rows.
    package var remaining: [String] = []
    /// Where the store is kept as it was before; nil where nothing had to be put right.
    package var copy: String?
}

extension SQLiteArticleReader {
    /// What is not as it always is in a store whose rows only this program writes: `2 windows tell other counts than they
    /// have members`.
    package func brokenInvariants() throws(StoreFailure) -> [String] {
        try snapshot("look over the contents of \(path)") { connection throws(SQLiteError) in
            var found: [String] = []
            for invariant in StoreInvariant.all {
                let count = try connection.first(invariant.count) { $0.int(0) ?? 0 } ?? 0
                if count > 0 { found.append("\(count) \(invariant.finding)") }
            }
            return found
        }
    }
}

extension SQLiteArticleWriter {
    /// Looks the store over, and puts right what can be told from other rows: the full-text index, references that lead
    /// nowhere, counts, places and marks.
    ///
    /// All of it is done in one transaction, or none of it; other writers wait meanwhile. What cannot be put right stays
    /// and is told. For a file without damaged pages.
    ///
    /// - Parameter copy: where the store is copied to before anything is changed.
    package func repair(copyingTo copy: String, at now: Instant) throws(StoreFailure) -> StoreRepair {
        let isWhole = try perform("look the store over") { file throws(SQLiteError) in try file.isWhole() }
        guard !isWhole else { return StoreRepair() }
        _ = try SQLiteArticleReader(path: path).copy(to: copy)
        var repair = try perform("repair the store") { file throws(SQLiteError) in
            try file.connection.transaction(.immediate) { () throws(SQLiteError) in try file.repair(at: now) }
        }
        repair.copy = copy
        return repair
    }
}

extension StoreFile {
    fileprivate func isWhole() throws(SQLiteError) -> Bool {
        for table in try FullTextTables.names(derived: true, in: connection) {
            guard try FullTextTables.fault(of: table, in: connection) == nil else { return false }
        }
        guard try DanglingReference.all(in: connection).isEmpty else { return false }
        for invariant in StoreInvariant.all {
            guard try connection.first(invariant.count, read: { $0.int(0) == 0 }) ?? true else { return false }
        }
        return true
    }

    fileprivate func repair(at now: Instant) throws(SQLiteError) -> StoreRepair {
        var repair = StoreRepair()
        var broken: [String] = []
        for table in try FullTextTables.names(derived: true, in: connection) {
            guard let fault = try FullTextTables.fault(of: table, in: connection) else { continue }
            repair.index = fault
            broken.append(table)
        }
        for reference in try DanglingReference.all(in: connection) {
            repair.references.append("\(reference.words): \(try reference.repair(in: connection))")
        }
        for invariant in StoreInvariant.all {
            let count = try connection.first(invariant.count) { $0.int(0) ?? 0 } ?? 0
            guard count > 0 else { continue }
            guard let sql = invariant.repair else {
                repair.remaining.append("\(count) \(invariant.finding)")
                continue
            }
            try connection.run(sql, sql.contains("?1") ? [.text(now.description)] : [])
            repair.contents.append("\(count) \(invariant.finding)")
        }
        for table in broken { try connection.execute("INSERT INTO \(table) (\(table)) VALUES ('rebuild')") }
        try expectWhole(broken)
        return repair
    }

    /// Whether it is right now is looked at, not believed.
    private func expectWhole(_ indexes: [String]) throws(SQLiteError) {
        for table in indexes {
            guard let fault = try FullTextTables.fault(of: table, in: connection) else { continue }
            throw SQLiteError(code: 11, message: "the index \(table) is still wrong after it was made anew: \(fault)")
        }
        for reference in try DanglingReference.all(in: connection) {
            throw SQLiteError(code: 19, message: "references still lead nowhere: \(reference.words)")
        }
        for invariant in StoreInvariant.all where invariant.repair != nil {
            let count = try connection.first(invariant.count) { $0.int(0) ?? 0 } ?? 0
            guard count == 0 else { throw SQLiteError(code: 19, message: "still \(count) \(invariant.finding)") }
        }
    }
}
