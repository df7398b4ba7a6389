package import Articles
internal import SQLite

extension SQLiteArticleWriter {
    /// Lets the service say what it does, in place of what was said before.
    package func note(_ trace: ServiceTrace) throws(StoreFailure) {
        try perform("note what the service does") { file throws(SQLiteError) in
            try ServiceRow.write(trace, of: file.identity, in: file.connection)
        }
    }

    /// Gives back the memory that it only holds to be quick, as nothing is to be written for a while.
    package func settle() { file?.settle() }
}
