internal import JSONText

/// Writes rows of any entity, one at a time, in bounded memory.
///
/// Objects have the columns as members, in their order; a list is an array, what is missing is null. In CSV, by RFC 4180
/// with a header, what is missing is an empty field and a list JSON text. Call `begin`, then `row` for each row, then
/// `end`; bytes reach the sink in pieces of about 16 KiB, and all of them before `end` returns.
package struct RecordRenderer {
    private let columns: [String]
    private let format: ArticleFormat
    private let csv: CSVForm
    private let sink: ([UInt8]) throws -> Void
    private var table: RecordTable
    private var writer = JSONWriter()
    private var buffer: [UInt8] = []
    private var count = 0

    private static let pieceSize = 16_384

    /// - Parameters:
    ///   - columns: their names; each row has a cell for each.
    ///   - csv: for comma-separated values alone.
    ///   - terminal: for the table alone, which shows as many columns as find room.
    ///   - sink: takes the bytes; what it throws is thrown on.
    package init(
        _ columns: [String], as format: ArticleFormat, csv: CSVForm = CSVForm(), terminal: Terminal = .plain,
        sink: @escaping ([UInt8]) throws -> Void
    ) {
        self.columns = columns
        self.format = format
        self.csv = csv
        self.sink = sink
        table = RecordTable(columns, terminal: terminal)
    }

    /// Writes what stands before the first row.
    package mutating func begin() throws {
        switch format {
        case .json: buffer.append(UInt8(ascii: "["))
        case .csv:
            buffer += csv.start
            record(columns.map { .text($0) })
        case .table, .jsonl: break
        }
    }

    /// Writes a row.
    package mutating func row(_ cells: [RecordCell]) throws {
        switch format {
        case .table: buffer += table.append(cells).utf8
        case .csv: record(cells)
        case .json, .jsonl:
            if format == .json { buffer += (count == 0 ? "\n" : ",\n").utf8 }
            writer.removeAll()
            writer.object { writer in
                for (name, cell) in zip(columns, cells) {
                    writer.key(name)
                    writer.cell(cell)
                }
            }
            buffer += writer.bytes
            if format == .jsonl { buffer.append(UInt8(ascii: "\n")) }
        }
        count += 1
        if buffer.count >= Self.pieceSize { try flush() }
    }

    /// Writes what stands after the last row, and hands on all that is left.
    package mutating func end() throws {
        switch format {
        case .table: buffer += table.end().utf8
        case .json: buffer += (count == 0 ? "]\n" : "\n]\n").utf8
        case .jsonl, .csv: break
        }
        try flush()
    }

    private mutating func record(_ cells: [RecordCell]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            switch cell {
            case .missing: break
            case .text(let text): CSVText.append(csv.field(text), to: &buffer)
            case .integer(let number): buffer += String(number).utf8
            case .real(let number): buffer += "\(number)".utf8
            case .bool(let truth): buffer += (truth ? "true" : "false").utf8
            case .list(let values):
                var writer = JSONWriter()
                writer.strings(values)
                CSVText.append(csv.field(writer.text), to: &buffer)
            }
        }
        buffer += CSVText.lineEnd
    }

    private mutating func flush() throws {
        guard !buffer.isEmpty else { return }
        try sink(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
