internal import Articles
internal import JSONText

/// Comma-separated values as RFC 4180 has them: lines end in CR LF, as that is what the RFC and Python's `csv` write.
///
/// What is not known is an empty field, an empty text is `""`. Lists are JSON text.
enum CSVText {
    static let lineEnd: [UInt8] = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]

    /// The names of all columns.
    static func appendHeader(hits: Bool = false, to bytes: inout [UInt8]) {
        bytes += ArticleColumn.allCases.map(\.rawValue).joined(separator: ",").utf8
        if hits { bytes += ",score,snippet".utf8 }
        bytes += lineEnd
    }

    /// One record.
    static func append(_ row: StoredArticle, hits: Bool = false, to bytes: inout [UInt8]) {
        for (index, column) in ArticleColumn.allCases.enumerated() {
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
        bytes += lineEnd
    }

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
}
