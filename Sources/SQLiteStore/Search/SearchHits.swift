internal import Records
internal import SQLite

/// What the index found: store ids, and how well each article answers.
struct SearchHits {
    /// In twelve bytes, as there may be a million of them.
    struct Hit {
        private let id32: (high: Int32, low: UInt32)
        private let single: Float

        init(id: Int64, score: Double) {
            id32 = (Int32(truncatingIfNeeded: id >> 32), UInt32(truncatingIfNeeded: id))
            single = Float(score)
        }

        var id: Int64 { Int64(id32.high) << 32 | Int64(id32.low) }
        var score: Double { Double(single) }
    }

    /// By id.
    var all: [Hit]

    /// Reads every hit, as only that tells which are the best: some 100 ns each.
    ///
    /// - Parameter areFormer: whether `FormerContents` was laid out, which has the articles that said something else then.
    init(_ match: String, areFormer: Bool, in connection: borrowing Connection) throws(SQLiteError) {
        all = try Self.hits(match, "articles_fts", "NULL", in: connection)
        guard areFormer else { return }
        let rarities = try connection.first(
            "SELECT rarities(articles_fts) FROM articles_fts WHERE articles_fts MATCH ?1 LIMIT 1", .text(match)
        ) { $0.value(0) }
        let then = try Self.hits(match, FormerContents.index, "?2", rarities ?? .null, in: connection)
        let changed = Set(then.map(\.id))
        all = (all.filter { !changed.contains($0.id) } + then).sorted { $0.id < $1.id }
    }

    private static func hits(
        _ match: String, _ index: String, _ rarities: String, _ values: SQLiteValue...,
        in connection: borrowing Connection
    ) throws(SQLiteError) -> [Hit] {
        let rows = try connection.first("SELECT max(id) FROM main.articles") { $0.int(0) ?? 0 } ?? 0
        return try connection.withStatement(
            "SELECT rowid, relevance(\(index), \(rarities), \(weights)) FROM \(index) WHERE \(index) MATCH ?1"
        ) { statement throws(SQLiteError) in
            statement.bind([.text(match)] + values)
            var hits: [Hit] = []
            // Room is not memory before it is used, and growing would take twice as much for a moment.
            hits.reserveCapacity(min(max(0, rows), 4_000_000))
            while try statement.step() {
                hits.append(Hit(id: statement.int64(0) ?? 0, score: statement.double(1) ?? 0))
            }
            return hits
        }
    }

    /// What a hit counts in each column, in the order of the index.
    ///
    /// A headline names the subject in few words, and editors choose keywords for what an article is about; the abstract
    /// tells it in more. The lead paragraph often repeats the abstract, word for word, and counts once with the byline.
    private static let weights = "4.0, 2.0, 1.0, 1.0, 3.0"

    /// How well an article answers; nil where it was not found.
    func score(of id: Int64) -> Double? {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < all.count && all[low].id == id ? all[low].score : nil
    }
}

/// Hits in order of their score, as many as are asked for: a heap, as most listings show only the first.
struct BestFirst {
    private var heap: [SearchHits.Hit]

    /// - Parameter hits: none are left there, so that they are in memory once.
    init(taking hits: inout [SearchHits.Hit]) {
        heap = []
        swap(&heap, &hits)
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    /// All hits with the best score that is left; empty at the end.
    mutating func nextTied() -> [SearchHits.Hit] {
        var tied: [SearchHits.Hit] = []
        while let best = heap.first, best.score == tied.first?.score ?? best.score {
            tied.append(best)
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
            sink(0)
        }
        return tied
    }

    private mutating func sink(_ start: Int) {
        var index = start
        while true {
            let left = 2 * index + 1
            guard left < heap.count else { return }
            let child = left + 1 < heap.count && heap[left + 1].score > heap[left].score ? left + 1 : left
            guard heap[child].score > heap[index].score else { return }
            heap.swapAt(child, index)
            index = child
        }
    }
}
