/// Rows of any entity as a table for people; the first rows decide how wide the columns are, the others stream.
struct RecordTable {
    private let columns: [String]
    private let terminal: Terminal
    private var sample: [[RecordCell]] = []
    private var layout: TextTable.Layout?

    /// How many rows are looked at before the first is written.
    private static let sampleSize = 200

    init(_ columns: [String], terminal: Terminal) {
        self.columns = columns
        self.terminal = terminal
    }

    /// What can be written now that a row came; empty while the sample grows.
    mutating func append(_ cells: [RecordCell]) -> String {
        if let layout { return layout.line(Self.line(cells)) }
        sample.append(cells)
        return sample.count < Self.sampleSize ? "" : finishSample()
    }

    /// What is left to write at the end.
    mutating func end() -> String {
        if layout != nil { return "" }
        return sample.isEmpty ? "No rows.\n" : finishSample()
    }

    private mutating func finishSample() -> String {
        var table = TextTable(columns.indices.map(declaration))
        for cells in sample { table.append(Self.line(cells)) }
        sample = []
        let layout = table.layout(on: terminal)
        self.layout = layout
        return layout.header + table.rows.map(layout.line).joined()
    }

    private static func line(_ cells: [RecordCell]) -> [TextTable.Cell] { cells.map { TextTable.Cell($0.words) } }

    /// Numbers stand on the right and whole; all but the first column may go where there is no room.
    private func declaration(of column: Int) -> TextTable.Column {
        let isNumber = sample.contains { $0[column].isNumber }
        return TextTable.Column(
            columns[column].uppercased(), isNumber ? .right : .left, flexibleTo: isNumber ? nil : 12,
            isOptional: column > 0)
    }
}

extension RecordCell {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .real: true
        case .missing, .text, .bool, .list: false
        }
    }
}
