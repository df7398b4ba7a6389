package import Articles
internal import Chronology
internal import Records

extension SQLiteArticleReader {
    /// So many values are told; more would tell the same.
    private static let mostValues = 20

    /// Values of articles that are not of their column's type, which another program has written; a reader of the article
    /// takes them for missing: `published_at of articles 7: found a text, expected a day like 2015-07-04`.
    package func unreadableValues() throws(StoreFailure) -> [String] {
        try records("look over the values of \(path)") { (connection) throws(RecordError) in
            var findings: [String] = []
            try SpoilableValues.all.forEach(in: connection) { row in
                guard findings.count < Self.mostValues else { return }
                switch row {
                case .success(let values): findings += values.failures.map { "\($0)" }
                case .failure(let failure): findings.append("\(failure)")
                }
            }
            return Array(findings.prefix(Self.mostValues))
        }
    }
}

/// Of an article, what the schema lets another program spoil, as a record.
private struct SpoilableValues: Record {
    let id: Int64
    let authors: Result<[String], UnreadableValue>
    let keywords: Result<[String], UnreadableValue>
    let publishedAt: Result<PublicationDate?, UnreadableValue>
    let updatedAt: Result<PublicationDate?, UnreadableValue>
    let firstSeenAt: Result<Instant, UnreadableValue>
    let changedAt: Result<Instant, UnreadableValue>
    let lastSeenAt: Result<Instant, UnreadableValue>
    let vanishedAt: Result<Instant?, UnreadableValue>

    static let table = Table<SpoilableValues>(
        "articles", key: .given(\.id), Attribute("id", \.id), Attribute("authors", \.authors),
        Attribute("keywords", \.keywords), Attribute("published_at", \.publishedAt),
        Attribute("updated_at", \.updatedAt), Attribute("first_seen_at", \.firstSeenAt),
        Attribute("changed_at", \.changedAt), Attribute("last_seen_at", \.lastSeenAt),
        Attribute("vanished_at", \.vanishedAt), make: SpoilableValues.init)

    var failures: [ColumnFailure] {
        let held: [(String, UnreadableValue?)] = [
            ("authors", authors.failure), ("keywords", keywords.failure), ("published_at", publishedAt.failure),
            ("updated_at", updatedAt.failure), ("first_seen_at", firstSeenAt.failure),
            ("changed_at", changedAt.failure), ("last_seen_at", lastSeenAt.failure),
            ("vanished_at", vanishedAt.failure),
        ]
        return held.compactMap { column, value in
            value.map { ColumnFailure(table: "articles", column: column, key: "\(id)", value: $0) }
        }
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
