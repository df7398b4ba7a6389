/// Rows under headers, for people.
///
/// Columns are as wide as what they hold. Where that is wider than the terminal, flexible columns are narrowed, the
/// widest first, and what is cut ends in `…`; then optional columns go, the last first; then all are narrowed.
package struct TextTable: Sendable {
    package enum Alignment: Hashable, Sendable { case left, right }

    package struct Column: Hashable, Sendable {
        package var header: String
        package var alignment: Alignment
        /// How narrow the column may become before others suffer; nil is not at all.
        package var least: Int?
        /// Whether the column may go where there is no room.
        package var isOptional: Bool

        package init(
            _ header: String, _ alignment: Alignment = .left, flexibleTo least: Int? = nil, isOptional: Bool = false
        ) {
            self.header = header
            self.alignment = alignment
            self.least = least
            self.isOptional = isOptional
        }
    }

    package struct Cell: Hashable, Sendable, ExpressibleByStringLiteral {
        package var text: String
        package var style: TextStyle
        /// Where parts of the text are painted as hits: the lengths of its parts, of which every second is one.
        var hits: [Int] = []

        /// - Parameter text: from anywhere; it is made harmless.
        package init(_ text: String, _ style: TextStyle = .plain) {
            self.text = text.harmless
            self.style = style
        }

        package init(stringLiteral value: String) { self.init(value) }
    }

    package let columns: [Column]
    package private(set) var rows: [[Cell]] = []

    package init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row: a cell a column.
    package mutating func append(_ row: [Cell]) { rows.append(row) }

    /// The whole table, header first, a line a row.
    package func text(on terminal: Terminal) -> String {
        let layout = layout(on: terminal)
        return layout.header + rows.map(layout.line).joined()
    }

    /// The widths that the rows so far need.
    func layout(on terminal: Terminal) -> Layout {
        var widths = columns.map(\.header.displayWidth)
        for row in rows {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.text.displayWidth) }
        }
        return Layout(columns: columns, natural: widths, terminal: terminal)
    }
}
