internal import Articles
internal import Chronology
internal import Glibc
internal import Records
internal import SQLite
internal import SQLiteStore

/// The child: one kind of reading; prints a line a figure, its name and its value.
///
/// Times are the least of several, in milliseconds of processor time, and beside them on the clock: other processes
/// slow the second down, and what reads from the page cache of the system waits for nothing.
struct RecordsMeasurement {
    private let path: String
    private let kind: String
    private let reader: SQLiteArticleReader

    init(_ words: ArraySlice<String>) throws {
        guard words.count == 2, let path = words.first, let kind = words.last else {
            throw BenchmarkFailure("usage: Benchmarks read STORE KIND")
        }
        self.path = path
        self.kind = kind
        reader = SQLiteArticleReader(path: path)
    }

    func run() async throws {
        switch kind {
        case "fill": try await fill()
        case "index": try await SQLiteArticleWriter(path: path).indexArticles()
        case "replace": try await replace()
        case "newest": try newest()
        case "contains": try contains()
        case "search": try search()
        case "count": try count()
        case "values": try values()
        case "listing": try tell("list 20,000 articles", least(5) { try list(limit: 20_000) })
        case "beside": try beside()
        default: throw BenchmarkFailure("there is nothing to measure called \(kind)")
        }
    }

    private func newest() throws {
        for name in ["politics", "sports", "basketball", "mixed"] {
            try tell("newest 50 of \(name)", least(9) { try list(queries: [name], sort: "-published_at") })
        }
        try tell("newest 50 of all", least(9) { try list(sort: "-published_at") })
    }

    /// What a person may type: words, beginnings, middles, two words, and what is nowhere.
    private func needles() -> [String] {
        let corpus = NewsCorpus()
        var chance = Chance(state: 5)
        return (0..<200).map { number in
            let word = corpus.word(chance.rank(40_000))
            switch number % 5 {
            case 0: return word
            case 1: return String(word.prefix(4))
            case 2: return String(word.dropFirst(1).prefix(5))
            case 3: return word + " " + corpus.word(chance.rank(40_000))
            default: return word.uppercased() + "q"
            }
        }.filter { $0.count > 2 }
    }

    private func contains() throws {
        for (kind, sort, queries) in [
            ("newest 50", "-published_at", []), ("first 50", nil, []),
            ("newest 50 of politics", "-published_at", ["politics"]),
        ] as [(String, String?, [String])] {
            var times: [Time] = []
            for needle in needles() {
                times.append(
                    try least(3) {
                        try list(queries: queries, where: "headline CONTAINS[cd] \"\(needle)\"", sort: sort)
                    })
            }
            tell("contains[cd], \(kind), 95th percentile", Time.percentile(95, of: times))
            if sort != nil, queries.isEmpty { tell("contains[cd], \(kind), most", Time.percentile(100, of: times)) }
        }
        for (kind, sort) in [("newest 50", "-published_at"), ("first 50", nil)] as [(String, String?)] {
            let times = try Self.lettersAndOthers.map { part in
                try least(3) { try list(where: "headline \(part)", sort: sort) }
            }
            tell("one or two letters, other cases, LIKE: \(kind), most", Time.percentile(100, of: times))
        }
        var counts: [Time] = []
        for needle in needles() {
            counts.append(try least(3) { try total(where: "headline CONTAINS[cd] \"\(needle)\"") })
        }
        tell("contains[cd], count, 95th percentile", Time.percentile(95, of: counts))
    }

    /// Where the folded needle has no trigram, or is not all that is asked for.
    private static let lettersAndOthers = [
        #"CONTAINS[cd] "zq""#, #"CONTAINS[cd] "th""#, #"CONTAINS[cd] "qu""#, #"CONTAINS[cd] "e""#,
        #"CONTAINS[cd] "田浜""#,
        #"CONTAINS "EU""#, #"CONTAINS[c] "Café""#, #"CONTAINS "Trump""#, #"LIKE[cd] "*knicks*""#,
        #"LIKE[cd] "obama*war*""#,
        #"BEGINSWITH[cd] "trump""#, #"ENDSWITH "q""#,
    ]

    private func search() throws {
        let corpus = NewsCorpus()
        var chance = Chance(state: 9)
        var times: [Time] = []
        for _ in 0..<20 {
            let words = corpus.word(80 + chance.rank(20_000)) + " " + corpus.word(80 + chance.rank(20_000))
            times.append(try least(3) { try list(search: words, limit: 20) })
        }
        tell("search of two words, best 20, 95th percentile", Time.percentile(95, of: times))
        tell("search of two words, best 20, most", Time.percentile(100, of: times))
    }

    private func count() throws {
        for (queries, predicate) in [
            (["politics"], #"section == "U.S.""#),
            (["business"], #"section == "Arts" AND published_at >= "2012-01-01""#),
            (["sports"], #"published_at BETWEEN {"2010-01-01", "2010-12-31"}"#),
            ([], #"section == "Food" AND published_at >= "2010-01-01""#),
        ] as [([String], String)] {
            let name = "count \(predicate) of \(queries.first ?? "all")"
            try tell(name, least(9) { try total(queries: queries, where: predicate) })
        }
    }

    /// Rows into values of a declared record, and beside that by the statement alone.
    private func values() throws {
        let rows = 100_000
        let connection = try Connection(path: path, access: .readOnly)
        try connection.limitCache(kiB: 4_096)
        // From the middle, wherever the store has that.
        let last = try connection.first("SELECT max(id) FROM articles") { $0.int(0) ?? 0 } ?? 0
        let first = Int64(max(last - rows, 0) / 2)
        var statement = try connection.prepare(
            "SELECT id, headline, section, published_at, word_count FROM articles WHERE id > ?1 LIMIT \(rows)")
        statement.bind(first, at: 1)
        let query = ReadArticle.all.filtered(by: .greater("id", .integer(first))).limited(to: rows)
        let bare = try least(5) {
            try read(rows) { row throws(RecordError) in
                do throws(SQLiteError) {
                    while try statement.step() { row(ReadArticle(statement)) }
                } catch {
                    throw RecordError(error, tried: "read articles")
                }
            }
        }
        let typed = try least(5) {
            try read(rows) { row throws(RecordError) in
                try query.forEach(in: connection) { if case .success(let article) = $0 { row(article) } }
            }
        }
        let name = "read 100,000 articles into records of five columns"
        print("\(name)\t\(Double(rows) / typed.processor * 1_000)")
        print("\(name)\(RecordsBenchmark.bare)\t\(typed.processor / bare.processor)")
    }

    /// Holds a thousand at a time, as a reader does that keeps its memory.
    private func read(
        _ rows: Int, _ readAll: ((ReadArticle) -> Void) throws(RecordError) -> Void
    ) throws {
        var articles: [ReadArticle] = []
        articles.reserveCapacity(1_000)
        var count = 0
        try readAll { article in
            articles.append(article)
            count += 1
            if articles.count == 1_000 { articles.removeAll(keepingCapacity: true) }
        }
        guard count == rows else { throw BenchmarkFailure("\(count) rows") }
    }

    private func fill() async throws {
        let store = LargeStore(path: path)
        try await store.fill()
        let start = Child.processorTime
        let count = try await SQLiteArticleWriter(path: path).indexArticles()
        print("index \(count) articles, each\t\((Child.processorTime - start) / Double(count) * 1e6)")
    }

    /// Replaces a year of a query again and again, and brings the index up to it, as the service does.
    private func replace() async throws {
        let (store, writer) = (LargeStore(path: path), SQLiteArticleWriter(path: path))
        for _ in 0..<6 {
            for first in [2_000_000, 937_500] {
                let numbers = first..<first + 12_500
                try await store.replace(LargeStore.parts[3], year: 2_015, numbers: numbers, with: writer)
                try await writer.indexArticles()
            }
        }
    }

    /// Reads on the clock for some seconds, while all is indexed and while something is not.
    private func beside() throws {
        var times: [String: [Double]] = [:]
        let start = Child.now
        while Child.now - start < 6 {
            for (name, predicate) in [
                ("newest 50", nil), ("contains[cd]", #"headline CONTAINS[cd] "election""#),
                ("count by section", #"section == "Sports""#),
            ] {
                let waiting = try reader.articlesWaitingForIndex()
                let time = try least(1) {
                    if name.hasPrefix("count") {
                        try total(queries: ["politics"], where: predicate ?? "")
                    } else {
                        try list(queries: ["politics"], where: predicate, sort: "-published_at")
                    }
                }
                let isCurrent = try waiting == 0 && reader.articlesWaitingForIndex() == 0
                times[name + (isCurrent ? "" : Self.behind), default: []].append(time.wall)
            }
        }
        for (name, times) in times { print("\(name)\t\(times.median)") }
    }

    /// Behind the name of what is read while the index is behind.
    static let behind = " while articles wait for the index"

    private func list(
        queries: [String] = [], where predicate: String? = nil, search: String? = nil, sort: String? = nil,
        limit: Int = 50
    ) throws {
        var listing = ArticleListing()
        (listing.queries, listing.predicate, listing.search, listing.sort) = (queries, predicate, search, sort)
        listing.limit = limit
        var last: StoredArticle?
        _ = try reader.articles(listing) { last = $0 }
        if let last, last.id < 1 { throw BenchmarkFailure("an article without an id") }
    }

    private func total(queries: [String] = [], where predicate: String) throws {
        var listing = ArticleListing()
        (listing.queries, listing.predicate) = (queries, predicate)
        guard try reader.count(listing) >= 0 else { throw BenchmarkFailure("fewer than none") }
    }

    /// Milliseconds.
    private struct Time {
        var processor: Double
        var wall: Double

        static func percentile(_ share: Int, of times: [Time]) -> Time {
            func place(_ values: [Double]) -> Double {
                values.sorted()[min(values.count * share / 100, values.count - 1)]
            }
            return Time(processor: place(times.map(\.processor)), wall: place(times.map(\.wall)))
        }
    }

    private func least(_ rounds: Int, _ body: () throws -> Void) throws -> Time {
        var least = Time(processor: .infinity, wall: .infinity)
        for _ in 0..<rounds {
            let (processor, wall) = (Child.processorTime, Child.now)
            try body()
            least.processor = min(least.processor, (Child.processorTime - processor) * 1_000)
            least.wall = min(least.wall, (Child.now - wall) * 1_000)
            // What takes seconds is told as well by one.
            if least.wall > 1_000 { break }
        }
        return least
    }

    private func median(_ rounds: Int, _ body: () throws -> Void) throws -> Double {
        var times: [Double] = []
        for _ in 0..<rounds { times.append(try least(1, body).wall) }
        return times.median
    }

    private func tell(_ name: String, _ time: Time) {
        print("\(name)\t\(time.processor)")
        print("\(name)\(RecordsBenchmark.wall)\t\(time.wall)")
    }
}

/// Five columns of an article.
private struct ReadArticle: Record {
    let id: Int64
    let headline: String?
    let section: String?
    let publishedAt: String?
    let wordCount: Int?

    static let table = Table<ReadArticle>(
        "articles", key: .given(\.id), Attribute("id", \.id), Attribute("headline", \.headline),
        Attribute("section", \.section), Attribute("published_at", \.publishedAt),
        Attribute("word_count", \.wordCount),
        make: { ReadArticle(id: $0, headline: $1, section: $2, publishedAt: $3, wordCount: $4) })
}

extension ReadArticle {
    /// The same without a declaration.
    init(_ row: borrowing Statement) {
        self.init(
            id: row.int64(0) ?? 0, headline: row.text(1), section: row.text(2), publishedAt: row.text(3),
            wordCount: row.int(4))
    }
}
