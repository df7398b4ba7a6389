internal import Articles
internal import Chronology
internal import Rendering

/// Writes what becomes of a listing to the process's output, and what is no result to its errors.
struct ListingFollower<Item: ListedItem> {
    private let context: ProcessContext
    private let more: String
    private var renderer: ListingRenderer<Item>
    private let written: Written
    private var wasCut = false

    /// What waits to be written until the snapshot is over, lest a reader that pauses hold it.
    private final class Written {
        private let isData: Bool
        var bytes: [UInt8] = []

        init(isData: Bool) { self.isData = isData }

        func flush(to context: ProcessContext) throws {
            guard !bytes.isEmpty else { return }
            try isData ? context.output.write(data: bytes) : context.output.write(bytes)
            bytes.removeAll(keepingCapacity: false)
        }
    }

    /// The most bytes that wait; a set that is larger is written while it is read.
    private static var mostWaiting: Int { 1 << 20 }

    /// - Parameter more: what is said where the listing has more than is followed.
    init(_ format: ListingFormat, of item: Item.Type, isSelection: Bool = false, more: String, _ session: Session) {
        let context = session.context
        let written = Written(isData: format != .table)
        self.context = context
        self.more = more
        self.written = written
        renderer = ListingRenderer(format, of: item, terminal: session.terminal, isSelection: isSelection) { bytes in
            written.bytes += bytes
            if written.bytes.count >= Self.mostWaiting { try written.flush(to: context) }
        }
    }

    /// Follows until nothing is told any more.
    ///
    /// - Parameter next: tells the next set.
    mutating func follow(
        _ next: ((ListingPiece<Item.Key, Item>) throws -> Void) async throws -> Bool
    ) async throws {
        while try await next({ try take($0) }) { try written.flush(to: context) }
    }

    private mutating func take(_ piece: ListingPiece<Item.Key, Item>) throws {
        switch piece {
        case .waiting(let reason): complain("\(reason); it is waited for (Ctrl-C ends this)")
        case .set(let set):
            if set.isCut, !wasCut { complain(more) }
            wasCut = set.isCut
            try renderer.begin(set, at: context.clock.now)
        case .change(let change): try renderer.write(change)
        }
    }

    /// What is no result, on standard error; where that is closed, nobody wants to know.
    private func complain(_ line: String) {
        try? context.errors.write(DiagnosticLines.text(["articlesync: \(line)"]))
    }
}
