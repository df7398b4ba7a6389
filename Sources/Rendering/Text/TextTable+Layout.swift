extension TextTable {
    /// Columns with their final widths; turns rows into lines, one at a time.
    struct Layout: Sendable {
        private let columns: [Column]
        private let terminal: Terminal
        private var widths: [Int]
        /// Indices of the columns that are shown.
        private var shown: [Int]

        private static let gap = 2

        /// Fits columns of natural widths to a terminal.
        init(columns: [Column], natural: [Int], terminal: Terminal) {
            self.columns = columns
            self.terminal = terminal
            widths = natural
            shown = Array(columns.indices)
            guard let width = terminal.width else { return }
            let optional = columns.indices.reversed().filter { columns[$0].isOptional }
            narrow(to: width) { columns[$0].least }
            for index in optional where total > width {
                shown.removeAll { $0 == index }
                widths = natural
                narrow(to: width) { columns[$0].least }
            }
            narrow(to: width) { _ in 1 }
        }

        /// What a line takes.
        private var total: Int { shown.reduce(-Self.gap) { $0 + widths[$1] + Self.gap } }

        /// Takes a column at a time from the widest, so that the wide end up alike and the narrow stay whole.
        private mutating func narrow(to width: Int, least: (Int) -> Int?) {
            var excess = total - width
            while excess > 0 {
                let candidates = shown.filter { index in least(index).map { widths[index] > $0 } ?? false }
                guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
                widths[widest] -= 1
                excess -= 1
            }
        }

        /// The text, every second of whose parts is a hit; it may have been cut.
        private func painted(_ text: String, _ lengths: [Int]) -> String {
            var painted = ""
            var rest = text[...]
            for (index, length) in lengths.enumerated() {
                painted += terminal.paint(String(rest.prefix(length)), index % 2 == 1 ? .hit : .plain)
                rest = rest.dropFirst(length)
            }
            return painted + rest
        }

        /// How many columns stand before a column that is shown.
        func indent(of column: Int) -> Int {
            shown.prefix { $0 != column }.reduce(0) { $0 + widths[$1] + Self.gap }
        }

        var header: String { line(columns.map { Cell($0.header, .heading) }) }

        /// One row with its line end.
        func line(_ cells: [Cell]) -> String {
            var line = ""
            for index in shown {
                let cell = cells[index]
                let text = terminal.width == nil ? cell.text : cell.text.truncated(to: widths[index])
                let gap = String(repeating: " ", count: max(0, widths[index] - text.displayWidth))
                if index != shown.first { line += String(repeating: " ", count: Self.gap) }
                if columns[index].alignment == .right { line += gap }
                line += cell.hits.isEmpty ? terminal.paint(text, cell.style) : painted(text, cell.hits)
                if columns[index].alignment == .left { line += gap }
            }
            while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
            return line + "\n"
        }
    }
}
