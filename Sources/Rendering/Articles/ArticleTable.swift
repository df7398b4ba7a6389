internal import Articles
internal import Chronology

/// Articles as a table for people; the first rows decide how wide the columns are, the others stream.
///
/// What a search found is marked in the headline; a hit elsewhere stands in its passage below it.
struct ArticleTable {
    private let terminal: Terminal
    private var sample: TextTable
    private var layout: TextTable.Layout?
    /// What stands below each row of the sample.
    private var passages: [MarkedText?] = []

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

    static func cells(of row: StoredArticle, on terminal: Terminal = .plain) -> [TextTable.Cell] {
        let article = row.article
        return [
            .init(article.publishedAt?.day.description ?? ""),
            row.hit?.headline.map { cell($0, on: terminal) }
                ?? .init(article.headline ?? article.abstract ?? article.key.description),
            .init(article.section ?? ""), .init(article.wordCount.map(String.init) ?? ""), .init(article.url ?? ""),
        ]
    }

    /// What can be written now that a row came; empty while the sample grows.
    mutating func append(_ row: StoredArticle) -> String {
        let cells = Self.cells(of: row, on: terminal)
        if let layout { return layout.line(cells) + line(row.hit?.passage, in: layout) }
        sample.append(cells)
        passages.append(row.hit?.passage)
        return sample.rows.count < Self.sampleSize ? "" : finishSample()
    }

    /// What is left to write at the end.
    mutating func end() -> String {
        if layout != nil { return "" }
        return sample.rows.isEmpty ? "No articles.\n" : finishSample()
    }

    private mutating func finishSample() -> String {
        let layout = sample.layout(on: terminal)
        defer { (sample, passages) = (TextTable(sample.columns), []) }
        self.layout = layout
        return layout.header + zip(sample.rows, passages).map { layout.line($0) + line($1, in: layout) }.joined()
    }

    private static func cell(_ headline: MarkedText, on terminal: Terminal) -> TextTable.Cell {
        let headline = headline.harmless
        guard terminal.usesColour else { return .init(headline.quoted) }
        var cell = TextTable.Cell(headline.unmarked)
        for part in headline.parts {
            if part.isMarked == cell.hits.count.isMultiple(of: 2) { cell.hits.append(0) }
            cell.hits.append(part.text.count)
        }
        return cell
    }

    /// A passage below the headline, as much of it as fits.
    private func line(_ passage: MarkedText?, in layout: TextTable.Layout) -> String {
        guard let passage else { return "" }
        let indent = layout.indent(of: 1)
        let room = min((terminal.width ?? .max) - indent, SearchHit.snippetWidth)
        let harmless = passage.harmless
        var excerpt = harmless.excerpt(width: max(room, 1))
        // Guillemets take room too.
        if !terminal.usesColour, terminal.width != nil {
            excerpt = harmless.excerpt(width: max(room - 2 * excerpt.hits, 1))
        }
        let text =
            terminal.usesColour
            ? excerpt.parts.map { terminal.paint($0.text, $0.isMarked ? .hit : .plain) }.joined() : excerpt.quoted
        return String(repeating: " ", count: indent) + text + "\n"
    }
}
