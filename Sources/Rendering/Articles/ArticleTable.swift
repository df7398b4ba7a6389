internal import Articles
internal import Chronology

/// Articles as a table for people; the first rows decide how wide the columns are, the others stream.
struct ArticleTable {
    private let terminal: Terminal
    private var sample: TextTable
    private var layout: TextTable.Layout?

    /// How many rows are looked at before the first is written.
    static let sampleSize = 200

    init(terminal: Terminal) {
        self.terminal = terminal
        sample = TextTable(Self.columns)
    }

    static let columns: [TextTable.Column] = [
        .init("PUBLISHED"), .init("HEADLINE", flexibleTo: 24), .init("SECTION", isOptional: true),
        .init("WORDS", .right, isOptional: true), .init("URL", flexibleTo: 16),
    ]

    static func cells(of row: StoredArticle) -> [TextTable.Cell] {
        let article = row.article
        return [
            .init(article.publishedAt?.day.description ?? ""),
            .init(article.headline ?? article.abstract ?? article.key.description),
            .init(article.section ?? ""), .init(article.wordCount.map(String.init) ?? ""), .init(article.url ?? ""),
        ]
    }

    /// What can be written now that a row came; empty while the sample grows.
    mutating func append(_ row: StoredArticle) -> String {
        let cells = Self.cells(of: row)
        if let layout { return layout.line(cells) }
        sample.append(cells)
        return sample.rows.count < Self.sampleSize ? "" : finishSample()
    }

    /// What is left to write at the end.
    mutating func end() -> String {
        if layout != nil { return "" }
        return sample.rows.isEmpty ? "No articles.\n" : finishSample()
    }

    private mutating func finishSample() -> String {
        let layout = sample.layout(on: terminal)
        defer { sample = TextTable(sample.columns) }
        self.layout = layout
        return layout.header + sample.rows.map(layout.line).joined()
    }
}
