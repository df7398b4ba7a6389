package import Articles
internal import JSONText

/// One article in full, as `show` writes it.
package struct ArticleDetails: Sendable {
    private let row: StoredArticle

    package init(_ row: StoredArticle) { self.row = row }

    /// The article in a format: labelled lines for `table`, one object for `json` and `jsonl`, header and record for
    /// `csv`.
    package func bytes(as format: ArticleFormat, terminal: Terminal = .plain) -> [UInt8] {
        switch format {
        case .table: return Array(text(on: terminal).utf8)
        case .json, .jsonl:
            var writer = JSONWriter()
            writer.article(row)
            return writer.bytes + [UInt8(ascii: "\n")]
        case .csv:
            var bytes: [UInt8] = []
            CSVText().appendHeader(to: &bytes)
            CSVText().append(row, to: &bytes)
            return bytes
        }
    }

    /// Labelled lines, wrapped to the terminal, in the order of the columns; what is not known is left out.
    private func text(on terminal: Terminal) -> String {
        let indent = 2 + (ArticleColumn.allCases.map(\.rawValue.utf8.count).max() ?? 0)
        var text = ""
        for column in ArticleColumn.allCases {
            let value: String
            switch column.value(of: row) {
            case .text(let text): value = text ?? ""
            case .integer(let number): value = number.map(String.init) ?? ""
            case .list(let values): value = values.joined(separator: "; ")
            }
            guard !value.isEmpty else { continue }
            text += hanging(column.rawValue, value.harmless, indent: indent, width: terminal.width)
        }
        return text
    }
}
