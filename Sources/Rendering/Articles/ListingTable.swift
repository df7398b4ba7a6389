internal import Articles
internal import Chronology

/// A table that goes on: the first lines decide how wide the columns are.
struct ListingTable {
    private let terminal: Terminal
    private var layout: TextTable.Layout?

    init(terminal: Terminal) { self.terminal = terminal }

    /// What stands before lines: the header, the first time that there is one.
    mutating func begin(_ lines: [ListingLine]) -> String {
        guard layout == nil else { return "" }
        if lines.isEmpty { return "No articles.\n" }
        var sample = TextTable(
            [.init(""), .init("WAS", .right), .init("IS", .right)] + ArticleTable.columns)
        for line in lines.prefix(ArticleTable.sampleSize) { sample.append(Self.cells(line)) }
        // Marks and places that come later must not be cut for lack of room.
        let widest = Self.place(max(lines.count, 1_000) - 1)
        sample.append([.init("~"), widest, widest] + ArticleTable.columns.map { _ in "" })
        let layout = sample.layout(on: terminal)
        self.layout = layout
        return layout.header
    }

    func text(_ line: ListingLine) -> String { layout?.line(Self.cells(line)) ?? "" }

    private static func cells(_ line: ListingLine) -> [TextTable.Cell] {
        let change = line.change
        let mark: TextTable.Cell =
            switch line.kind {
            case nil: ""
            case .added: .init("+", .good)
            case .removed: .init("-", .bad)
            case .moved, .changed: .init("~", .warning)
            }
        return [mark, place(change.formerPlace), place(change.place)]
            + (change.article.map { ArticleTable.cells(of: $0) }
                ?? ["", .init("\(change.key) (no longer in the store)"), "", "", ""])
    }

    private static func place(_ place: Int?) -> TextTable.Cell { .init(place.map { "\($0 + 1)" } ?? "") }
}
