internal import Articles
internal import JSONText

/// What a reader of comma-separated values may need beyond RFC 4180.
package struct CSVForm: Hashable, Sendable {
    /// Whether a byte order mark stands at the beginning, by which Excel knows UTF-8.
    package var hasByteOrderMark = false
    /// Whether a text that a spreadsheet would take for a formula has an apostrophe before it.
    package var isSafeForSpreadsheets = false

    package init() {}

    /// What stands before everything else.
    var start: [UInt8] { hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : [] }

    /// A text as a field has it, before it is quoted.
    func field(_ text: String) -> String { isSafeForSpreadsheets && CSVText.isFormula(text) ? "'" + text : text }
}

/// Comma-separated values as RFC 4180 has them: lines end in CR LF, as that is what the RFC and Python's `csv` write.
///
/// What is not known is an empty field, an empty text is `""`. Lists are JSON text.
struct CSVText {
    var columns = ArticleColumn.allCases
    var form = CSVForm()
    /// Whether a score and a snippet of the search stand behind them.
    var hits = false

    static let lineEnd: [UInt8] = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]

    /// The names of all columns, and what stands before them.
    func appendHeader(to bytes: inout [UInt8]) {
        bytes += form.start
        bytes += columns.map(\.rawValue).joined(separator: ",").utf8
        if hits { bytes += ",score,snippet".utf8 }
        bytes += Self.lineEnd
    }

    /// One record.
    func append(_ row: StoredArticle, to bytes: inout [UInt8]) {
        for (index, column) in columns.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            switch column.value(of: row) {
            case .text(let text): if let text { append(text, to: &bytes) }
            case .integer(let number): if let number { bytes += String(number).utf8 }
            case .list(let values):
                var writer = JSONWriter()
                writer.strings(values)
                append(writer.text, to: &bytes)
            }
        }
        if hits {
            bytes += ",\(row.hit.map { "\($0.writtenScore)" } ?? ""),".utf8
            if let snippet = row.hit?.snippet { append(snippet, to: &bytes) }
        }
        bytes += Self.lineEnd
    }

    private func append(_ text: String, to bytes: inout [UInt8]) { Self.append(form.field(text), to: &bytes) }

    /// One field, quoted where a reader would misunderstand it otherwise.
    static func append(_ field: String, to bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let needsQuotes =
            field.isEmpty || field.utf8.first == UInt8(ascii: " ") || field.utf8.last == UInt8(ascii: " ")
            || field.utf8.contains { $0 == quote || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D }
        guard needsQuotes else {
            bytes += field.utf8
            return
        }
        bytes.append(quote)
        for byte in field.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }

    /// Whether a spreadsheet may take a text for a formula, or a part of it for one.
    ///
    /// So it may where the text begins with one of `= + - @`, in their wide forms too, with a tab or with a line end. Spaces
    /// before them do not help against every importer.
    static func isFormula(_ text: String) -> Bool {
        switch text.unicodeScalars.first(where: { $0 != " " }) {
        case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
        default: false
        }
    }
}
