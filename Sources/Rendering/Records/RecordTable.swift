/// Rows of any entity as a table for people; the first rows decide how wide the columns are, the others stream.
struct RecordTable {
    private let terminal: Terminal
    private var sample: TextTable?
    private var layout: TextTable.Layout?
    private let columns: [String]

    /// How many rows are looked at before the first is written.
    private static let sampleSize = 200

    init(_ columns: [String], terminal: Terminal) {
        self.columns = columns
        self.terminal = terminal
    }

    /// What can be written now that a row came; empty while the sample grows.
    mutating func append(_ cells: [RecordCell]) -> String {
        let line = cells.map { TextTable.Cell($0.words) }
        if let layout { return layout.line(line) }
        var sample = sample ?? TextTable(declarations(cells))
        sample.append(line)
        self.sample = sample
        return sample.rows.count < Self.sampleSize ? "" : finishSample(sample)
    }

    /// What is left to write at the end.
    mutating func end() -> String {
        if layout != nil { return "" }
        return sample.map { finishSample($0) } ?? "No rows.\n"
    }

    private mutating func finishSample(_ sample: TextTable) -> String {
        let layout = sample.layout(on: terminal)
        self.layout = layout
        self.sample = nil
        return layout.header + sample.rows.map(layout.line).joined()
    }

    /// Numbers stand on the right; all but the first column may go where there is no room.
    private func declarations(_ cells: [RecordCell]) -> [TextTable.Column] {
        zip(columns, cells).enumerated().map { index, pair in
            let isNumber =
                switch pair.1 {
                case .integer, .real: true
                case .missing, .text, .bool, .list: false
                }
            return TextTable.Column(
                pair.0.uppercased(), isNumber ? .right : .left, flexibleTo: isNumber ? nil : 12, isOptional: index > 0)
        }
    }
}
