internal import Articles
internal import SQLite

/// What a file of changes says of itself.
struct ChangeHead: Hashable {
    /// Of the tables.
    var version: Int
    var from: StorePosition
    var to: StorePosition
    /// Nil in files that do not tell it.
    var notes: NoteSpan?

    var bytes: [UInt8] {
        let lines =
            ["version \(version)", "from \(from.line)", "to \(to.line)"] + (notes.map { ["notes \($0.line)"] } ?? [])
        return lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
    }

    init(version: Int, from: StorePosition, to: StorePosition, notes: NoteSpan?) {
        self.version = version
        self.from = from
        self.to = to
        self.notes = notes
    }

    init?(_ bytes: [UInt8]) {
        var lines: [Substring: Substring] = [:]
        let text = String(decoding: bytes, as: UTF8.self)
        for line in text.split(separator: "\n") {
            let space = line.firstIndex(of: " ") ?? line.endIndex
            lines[line[..<space]] = line[space...].dropFirst()
        }
        guard let version = lines["version"].flatMap({ Int($0) }),
            let from = lines["from"].flatMap({ StorePosition(line: $0) }),
            let to = lines["to"].flatMap({ StorePosition(line: $0) })
        else { return nil }
        self.init(version: version, from: from, to: to, notes: lines["notes"].flatMap { NoteSpan(line: $0) })
    }
}

extension ChangeFile {
    /// Reads a whole file, and so finds out whether it is whole, and what it says.
    static func examine(_ path: String, tried: String) throws(StoreFailure) -> ChangeHead {
        let reader = try Reader(path, tried: tried)
        var head: ChangeHead?
        while let (part, bytes) = try reader.next() { if part == .head { head = ChangeHead(bytes) } }
        guard let head else {
            throw StoreFailure(.refused, tried: tried, reason: "\(path) does not say what it leads from and to")
        }
        return head
    }

    /// The rows of one part, in order.
    static func forEach(
        _ part: Part, of path: String, tried: String, _ body: (RowChange) throws -> Void
    ) throws {
        try ChangeSet.forEach(try bytes(of: part, in: path, tried: tried), body)
    }

    /// Gives the bytes of one part, so many at a time as are asked for.
    static func bytes(of part: Part, in path: String, tried: String) throws -> (Int) throws -> [UInt8] {
        let reader = try Reader(path, tried: tried)
        var pending: ArraySlice<UInt8> = []
        var isAtEnd = false
        return { count in
            while pending.isEmpty, !isAtEnd {
                guard let (found, bytes) = try reader.next() else {
                    isAtEnd = true
                    break
                }
                if found == part { pending = bytes[...] }
            }
            let taken = Array(pending.prefix(count))
            pending = pending.dropFirst(taken.count)
            return taken
        }
    }
}
