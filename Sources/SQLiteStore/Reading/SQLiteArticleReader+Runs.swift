package import Articles
package import Chronology
internal import Records
internal import SQLite

/// What runs left in the store beside articles.
extension SQLiteArticleReader {
    package func windows(of query: String) throws(StoreFailure) -> [WindowReading] {
        try snapshot("read the coverage of \(query) in \(path)") { connection throws(SQLiteError) in
            guard let id = try Self.id(of: query, in: connection) else { return [] }
            return try StoredContents.contents(of: id, in: connection).windows
        }
    }

    package func candidates(of query: String) throws(StoreFailure) -> [Candidate] {
        try records("list the candidates of \(query) in \(path)") { (connection) throws(RecordError) in
            try StoredCandidates.candidates(of: query, in: connection)
        }
    }

    package func contents(of query: String) throws(StoreFailure) -> RunTicket.Contents {
        try snapshot("read the contents of \(query) in \(path)") { connection throws(SQLiteError) in
            guard let id = try Self.id(of: query, in: connection) else { return RunTicket.Contents() }
            return try StoredContents.contents(of: id, in: connection)
        }
    }

    package func gathered(for query: ArticleQuery) throws(StoreFailure) -> GatheredAnswers? {
        try snapshot("see what is gathered for \(query.name) in \(path)") { connection throws(SQLiteError) in
            guard let candidate = try StoredCandidates.gathering(query, at: clock?.now, in: connection) else {
                return nil
            }
            return GatheredAnswers(
                window: candidate.window, since: candidate.startedAt, announced: candidate.announced,
                requests: try AnswerRow.requests(of: candidate.id, in: connection))
        }
    }

    package func oddAnswers(of query: String) throws(StoreFailure) -> [OddAnswer] {
        try snapshot("list the odd answers of \(query) in \(path)") { connection throws(SQLiteError) in
            try OddAnswers.newest(of: query, in: connection)
        }
    }

    /// What is kept of an answer that was not understood, its first mebibyte; nil where it is no more.
    package func body(of answer: OddAnswer, query: String) throws(StoreFailure) -> [UInt8]? {
        try snapshot("read an odd answer of \(query) in \(path)") { connection throws(SQLiteError) in
            try OddAnswers.body(of: answer, query: query, in: connection)
        }
    }

    /// What a provider's answers have looked like so far, as it was kept; nil where nothing was.
    package func shape(of provider: String) throws(StoreFailure) -> String? {
        try snapshot("read the shape of \(provider)'s answers in \(path)") { connection throws(SQLiteError) in
            try ProviderShapes.shape(of: provider, in: connection)
        }
    }

    /// When what is known of the shape of a provider's answers last changed; nil where nothing is.
    package func shapeChange(of provider: String) throws(StoreFailure) -> Instant? {
        try snapshot("read the shape of \(provider)'s answers in \(path)") { connection throws(SQLiteError) in
            try ProviderShapes.change(of: provider, in: connection)
        }
    }

    private static func id(of query: String, in connection: borrowing Connection) throws(SQLiteError) -> Int64? {
        try connection.first("SELECT id FROM queries WHERE name = ?1", .text(query)) { $0.int64(0) } ?? nil
    }
}
