internal import Articles
internal import Chronology

/// A table that goes on: the first lines decide how wide the columns are.
struct ListingTable<Item: ListedItem> {
    private let terminal: Terminal
    private let layout: TextTable.Layout

    /// How many lines are looked at before the first is written.
    static var sampleSize: Int { ArticleTable.sampleSize }

    /// - Parameters:
    ///   - sample: the lines that come first.
    ///   - count: of lines that come at once.
    init(_ sample: [ListingLine<Item>], of count: Int, terminal: Terminal) {
        self.terminal = terminal
        var table = TextTable([.init(""), .init("WAS", .right), .init("IS", .right)] + Item.columns)
        for line in sample { table.append(Self.cells(line)) }
        // Marks and places that come later must not be cut for lack of room.
        let widest = Self.place(max(count, 1_000) - 1)
        let usual = Item.usualWidths.map { terminal.width == nil ? 0 : $0 }
        table.append([.init("~"), widest, widest] + usual.map { .init(String(repeating: "x", count: $0)) })
        layout = table.layout(on: terminal)
    }

    var header: String { layout.header }

    func text(_ line: ListingLine<Item>) -> String { layout.line(Self.cells(line)) }

    private static func cells(_ line: ListingLine<Item>) -> [TextTable.Cell] {
        let change = line.change
        let mark: TextTable.Cell =
            switch line.kind {
            case nil: ""
            case .added: .init("+", .good)
            case .removed: .init("-", .bad)
            case .moved, .changed: .init("~", .warning)
            }
        let reason = change.place == nil ? "no longer in the store" : "cannot be read"
        return [mark, place(change.formerPlace), place(change.place)]
            + (change.item?.cells ?? Item.cells(without: change.key, because: reason))
    }

    private static func place(_ place: Int?) -> TextTable.Cell { .init(place.map { "\($0 + 1)" } ?? "") }
}
