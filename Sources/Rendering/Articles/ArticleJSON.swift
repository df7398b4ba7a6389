internal import Articles
internal import JSONText

extension JSONWriter {
    /// Writes an article as one object with a member a column; lists are arrays, what is not known is null.
    mutating func article(_ row: StoredArticle, _ columns: [ArticleColumn] = ArticleColumn.allCases) {
        object { writer in
            for column in columns {
                writer.key(column.rawValue)
                switch column.value(of: row) {
                case .text(let text): if let text { writer.string(text) } else { writer.null() }
                case .integer(let number): if let number { writer.integer(number) } else { writer.null() }
                case .list(let values): writer.strings(values)
                }
            }
        }
    }
}
