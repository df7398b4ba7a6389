package import Articles
internal import JSONText

/// How articles are written.
package enum ArticleFormat: String, CaseIterable, Sendable {
    /// For people: day, headline, section, words and URL.
    case table
    /// An array of objects, an object a line.
    case json
    /// An object a line.
    case jsonl
    /// RFC 4180, with a header.
    case csv
}

/// Writes any number of articles, one at a time, in bounded memory.
///
/// Objects and records have every column of `ArticleColumn` unless told otherwise, and `score` and `snippet` where the
/// articles were searched for. Call `begin`, then `row` for each article, then `end`; bytes reach the sink in pieces of
/// about 16 KiB, and all of them before `end` returns.
package struct ArticleRenderer {
    private let format: ArticleFormat
    private let columns: [ArticleColumn]
    private let csv: CSVText
    private let hits: Bool
    private let sink: ([UInt8]) throws -> Void
    private var table: ArticleTable
    private var writer = JSONWriter()
    private var buffer: [UInt8] = []
    private var count = 0

    private static let pieceSize = 16_384

    /// - Parameters:
    ///   - columns: of objects and records.
    ///   - csv: for comma-separated values alone.
    ///   - terminal: for the table alone.
    ///   - hits: whether the articles were searched for, so that each has a score and a snippet.
    ///   - sink: takes the bytes; what it throws is thrown on.
    package init(
        _ format: ArticleFormat, columns: [ArticleColumn] = ArticleColumn.allCases, csv: CSVForm = CSVForm(),
        terminal: Terminal = .plain, hits: Bool = false, sink: @escaping ([UInt8]) throws -> Void
    ) {
        self.format = format
        self.columns = columns
        self.csv = CSVText(columns: columns, form: csv, hits: hits)
        self.hits = hits
        self.sink = sink
        table = ArticleTable(terminal: terminal)
        buffer.reserveCapacity(Self.pieceSize * 2)
    }

    /// Writes what stands before the first article.
    package mutating func begin() throws {
        switch format {
        case .json: buffer.append(UInt8(ascii: "["))
        case .csv: csv.appendHeader(to: &buffer)
        case .table, .jsonl: break
        }
    }

    /// Writes an article.
    package mutating func row(_ row: StoredArticle) throws {
        switch format {
        case .table: buffer += table.append(row).utf8
        case .csv: csv.append(row, to: &buffer)
        case .json, .jsonl:
            if format == .json { buffer += (count == 0 ? "\n" : ",\n").utf8 }
            writer.removeAll()
            writer.article(row, columns, hits: hits)
            buffer += writer.bytes
            if format == .jsonl { buffer.append(UInt8(ascii: "\n")) }
        }
        count += 1
        if buffer.count >= Self.pieceSize { try flush() }
    }

    /// Writes what stands after the last article, and hands on all that is left.
    package mutating func end() throws {
        switch format {
        case .table: buffer += table.end().utf8
        case .json: buffer += (count == 0 ? "]\n" : "\n]\n").utf8
        case .jsonl, .csv: break
        }
        try flush()
    }

    private mutating func flush() throws {
        guard !buffer.isEmpty else { return }
        try sink(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
