package import Articles
package import Chronology
internal import JSONText

/// How a listing is written that goes on.
package enum ListingFormat: String, CaseIterable, Sendable {
    /// For people: a table, then a mark, the places and the article of each change.
    case table
    /// An object a line.
    case jsonl
}

/// Writes what becomes of a listing, update by update.
///
/// All bytes of an update reach the sink before `write` returns, in pieces of about 16 KiB. Places are told from 1.
package struct ListingRenderer {
    private let format: ListingFormat
    private let sink: ([UInt8]) throws -> Void
    private var table: ListingTable
    private var sets = 0

    private static let pieceSize = 16_384

    /// - Parameters:
    ///   - terminal: for the table alone.
    ///   - sink: takes the bytes; what it throws is thrown on.
    package init(_ format: ListingFormat, terminal: Terminal = .plain, sink: @escaping ([UInt8]) throws -> Void) {
        self.format = format
        self.sink = sink
        table = ListingTable(terminal: terminal)
    }

    /// Writes the articles of the beginning.
    package mutating func write(_ articles: [StoredArticle], at now: Instant) throws {
        try write(articles.enumerated().map { ListingLine($1, at: $0) }, heading: "", at: now)
    }

    /// Writes changes that were seen at once.
    package mutating func write(_ changes: [ListingChange], at now: Instant) throws {
        let counts = ListingChange.Kind.allCases.compactMap { kind in
            let count = changes.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(kind.rawValue)"
        }
        try write(changes.map { ListingLine($0) }, heading: "\n\(now)  \(counts.joined(separator: ", "))\n", at: now)
    }

    private mutating func write(_ lines: [ListingLine], heading: String, at now: Instant) throws {
        var buffer: [UInt8] = []
        if format == .table { buffer += (heading + table.begin(lines)).utf8 }
        var writer = JSONWriter()
        for (index, line) in lines.enumerated() {
            switch format {
            case .table: buffer += table.text(line).utf8
            case .jsonl:
                writer.removeAll()
                writer.listingLine(line, set: sets, remaining: lines.count - 1 - index, at: now)
                buffer += writer.bytes + [UInt8(ascii: "\n")]
            }
            if buffer.count >= Self.pieceSize {
                try sink(buffer)
                buffer.removeAll(keepingCapacity: true)
            }
        }
        sets += 1
        if !buffer.isEmpty { try sink(buffer) }
    }
}

/// An article of a listing that goes on, or what became of it.
struct ListingLine {
    /// Nil for one of the beginning.
    let kind: ListingChange.Kind?
    let change: ListingChange

    init(_ change: ListingChange) {
        kind = change.kind
        self.change = change
    }

    init(_ article: StoredArticle, at place: Int) {
        kind = nil
        change = ListingChange(.added, to: place, key: article.article.key, article: article)
    }
}

extension JSONWriter {
    /// - Parameters:
    ///   - set: counts updates from 0, which is the beginning.
    ///   - remaining: lines of the set that follow.
    fileprivate mutating func listingLine(_ line: ListingLine, set: Int, remaining: Int, at now: Instant) {
        let change = line.change
        object { writer in
            writer.key("set")
            writer.integer(set)
            writer.key("remaining")
            writer.integer(remaining)
            writer.key("seen_at")
            writer.string(now.description)
            writer.key("change")
            writer.string(line.kind?.rawValue ?? "initial")
            writer.key("moved")
            writer.bool(change.isMoved)
            for (name, place) in [("old_position", change.formerPlace), ("position", change.place)] {
                writer.key(name)
                if let place { writer.integer(place + 1) } else { writer.null() }
            }
            writer.key("provider")
            writer.string(change.key.provider)
            writer.key("provider_id")
            writer.string(change.key.id)
            writer.key("article")
            if let article = change.article { writer.article(article) } else { writer.null() }
        }
    }
}
