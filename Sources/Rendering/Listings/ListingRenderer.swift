package import Articles
package import Chronology
internal import JSONText

/// How a listing is written that goes on.
package enum ListingFormat: String, CaseIterable, Sendable {
    /// For people: a table, then a mark, the places and the item of each change.
    case table
    /// An object a line.
    case jsonl
}

/// Writes what becomes of a listing, piece by piece.
///
/// All bytes of a set reach the sink with its last change, in pieces of about 16 KiB. Places are told from 1.
package struct ListingRenderer<Item: ListedItem> {
    private let format: ListingFormat
    private let terminal: Terminal
    private let nothing: String
    private let sink: ([UInt8]) throws -> Void
    private var table: ListingTable<Item>?
    /// Lines that the table is laid out after.
    private var sample: [ListingLine<Item>] = []
    private var buffer: [UInt8] = []
    private var sets = 0
    private var isInitial = true
    /// When the set was seen.
    private var seen: Instant?
    private var count = 0
    /// Changes of the set that follow.
    private var remaining = 0

    private static var pieceSize: Int { 16_384 }

    /// - Parameters:
    ///   - terminal: for the table alone.
    ///   - isSelection: whether items are left out that are not of what was asked.
    ///   - sink: takes the bytes; what it throws is thrown on.
    package init(
        _ format: ListingFormat, of item: Item.Type, terminal: Terminal = .plain, isSelection: Bool = false,
        sink: @escaping ([UInt8]) throws -> Void
    ) {
        self.format = format
        self.terminal = terminal
        self.sink = sink
        nothing = Item.nothing(isSelection: isSelection)
    }

    /// Begins a set, of which so many changes follow as it counts.
    package mutating func begin(_ set: ListingSet, at now: Instant) throws {
        (isInitial, seen, count, remaining) = (set.isInitial, now, set.count, set.count)
        sets += 1
        if format == .table {
            if !set.isInitial {
                let counts = ListingChangeKind.allCases.compactMap { kind in
                    set.counts[kind].map { "\($0) \(kind.rawValue)" }
                }
                buffer += "\n\(now)  \(counts.joined(separator: ", "))\n".utf8
            } else if set.count == 0 {
                buffer += nothing.utf8
            }
        }
        if remaining == 0 { try flush() }
    }

    /// Writes the next change of the set.
    package mutating func write(_ change: ListingChange<Item.Key, Item>) throws {
        remaining -= 1
        let line = ListingLine(kind: isInitial ? nil : change.kind, change: change)
        switch format {
        case .table: append(line)
        case .jsonl:
            var writer = JSONWriter()
            writer.listingLine(line, set: sets - 1, remaining: remaining, at: seen)
            buffer += writer.bytes + [UInt8(ascii: "\n")]
        }
        if remaining == 0 || buffer.count >= Self.pieceSize { try flush() }
    }

    private mutating func append(_ line: ListingLine<Item>) {
        if let table { return buffer += table.text(line).utf8 }
        sample.append(line)
        guard remaining == 0 || sample.count == ListingTable<Item>.sampleSize else { return }
        let table = ListingTable(sample, of: count, terminal: terminal)
        buffer += table.header.utf8
        for line in sample { buffer += table.text(line).utf8 }
        (self.table, sample) = (table, [])
    }

    private mutating func flush() throws {
        guard !buffer.isEmpty else { return }
        try sink(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}

/// An item of a listing that goes on, or what became of it.
struct ListingLine<Item: ListedItem> {
    /// Nil for one of the beginning.
    let kind: ListingChangeKind?
    let change: ListingChange<Item.Key, Item>
}

extension JSONWriter {
    /// - Parameters:
    ///   - set: counts updates from 0, which is the beginning.
    ///   - remaining: lines of the set that follow.
    fileprivate mutating func listingLine<Item>(
        _ line: ListingLine<Item>, set: Int, remaining: Int, at seen: Instant?
    ) {
        let change = line.change
        object { writer in
            writer.key("set")
            writer.integer(set)
            writer.key("remaining")
            writer.integer(remaining)
            writer.member("seen_at", seen?.description)
            writer.member("change", line.kind?.rawValue ?? "initial")
            writer.key("moved")
            writer.bool(change.isMoved)
            for (name, place) in [("old_position", change.formerPlace), ("position", change.place)] {
                writer.key(name)
                if let place { writer.integer(place + 1) } else { writer.null() }
            }
            Item.write(change.key, to: &writer)
            writer.key(Item.member)
            if let item = change.item { item.write(to: &writer) } else { writer.null() }
        }
    }
}
