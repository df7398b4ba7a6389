internal import Articles
internal import JSONText

extension JSONWriter {
    /// Writes an article as one object with a member a column; lists are arrays, what is not known is null.
    ///
    /// - Parameter hits: whether a score and a snippet of the search stand behind them.
    mutating func article(
        _ row: StoredArticle, _ columns: [ArticleColumn] = ArticleColumn.allCases, hits: Bool = false
    ) {
        object { writer in
            for column in columns {
                writer.key(column.rawValue)
                switch column.value(of: row) {
                case .text(let text): if let text { writer.string(text) } else { writer.null() }
                case .integer(let number): if let number { writer.integer(number) } else { writer.null() }
                case .list(let values): writer.strings(values)
                }
            }
            guard hits else { return }
            writer.key("score")
            if let hit = row.hit { writer.double(hit.writtenScore) } else { writer.null() }
            writer.key("snippet")
            if let snippet = row.hit?.snippet { writer.string(snippet) } else { writer.null() }
        }
    }
}
