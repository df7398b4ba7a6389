internal import Articles
internal import Chronology
internal import Compression
internal import SQLite
internal import SQLiteStore
internal import Sandbox
internal import TestSupport

/// Keeping the answers of a year of 25,000 articles and reading them again, and what they take.
///
/// The times are processor times of the whole process, those of compression alone in one of the figures.
struct KeepBenchmark {
    private static let pages = 2_500

    func run() async throws -> [Figure] {
        var figures: [Figure] = []
        for era in SandboxEra.allCases {
            figures += try await figuresOfStore(Self.pages(of: era), count: Self.pages, "pages of \(era.rawValue)")
        }
        figures += try figuresOfCompression(Self.pages(of: .year2025))
        guard Recordings.folder != nil else { return figures }
        let names = [
            "2015-12_query-nytimes-urls_695hits", "2016-04_33169hits", "2016-11_ap-source_27hits",
            "2015-08_array-multimedia_34hits", "2019-02_vcr_fq_money",
        ]
        let recordings = try names.map { try Recordings.bytes("nyt/\($0).json") }
        for (name, page) in zip(names, recordings) {
            figures.append(.atMost("keep \(name) alone: share of its size", try await kept([page]).share, 0.25, ""))
        }
        let old = recordings.dropLast()
        figures.append(.atMost("keep the first four as one result", try await kept(Array(old)).share, 0.25, ""))
        return figures
    }

    /// Pages of ten documents, each of a corpus of its own.
    private static func pages(of era: SandboxEra) -> [[UInt8]] {
        (1...100).map { seed in
            var options = SandboxOptions()
            (options.articles, options.era, options.seed) = (10, era, UInt64(seed))
            return SandboxCorpus(options).answer
        }
    }

    private func figuresOfStore(_ pages: [[UInt8]], count: Int, _ name: String) async throws -> [Figure] {
        // The first comes once: the others are compressed against it.
        let answers = (0..<count).map { $0 == 0 ? pages[0] : pages[1 + ($0 - 1) % (pages.count - 1)] }
        let kept = try await kept(answers)
        let megabytes = Double(answers.reduce(0) { $0 + $1.count }) / 1e6
        return [
            .atMost("keep \(name): share of their size", kept.share, 0.25, ""),
            .atMost("keep \(name): share of it in the file", kept.shareInFile, 0.25, ""),
            Figure(name: "keep \(count) \(name), \(megabytes.shown) MB", value: "\(kept.keeping.shown) s"),
            Figure(name: "read them again", value: "\(kept.reading.shown) s"),
        ]
    }

    private typealias Kept = (share: Double, shareInFile: Double, keeping: Double, reading: Double)

    private func kept(_ answers: [[UInt8]]) async throws -> Kept {
        let folder = try TemporaryFolder()
        let days = DayRange(last: 365, endingOn: CalendarDay(daysSince1970: 16_617))
        guard let zone = TimeZone.utc else { throw BenchmarkFailure("there is no UTC") }
        let query = ArticleQuery(name: "all", provider: "nyt", window: .fixed(days), timeZone: zone)
        let now = Instant(secondsSince1970: 1_436_000_000)
        let writer = SQLiteArticleWriter(path: folder.file("articles.db"))
        let ticket = try await writer.begin(query, window: days, from: .source, at: now)
        var start = Child.processorTime
        for (page, answer) in answers.enumerated() {
            try await writer.keep(answer, to: PageRequest(window: days, page: page), for: ticket, at: now)
        }
        let keeping = Child.processorTime - start
        start = Child.processorTime
        for (page, answer) in answers.enumerated() {
            guard try await writer.answer(to: PageRequest(window: days, page: page), for: ticket) == answer else {
                throw BenchmarkFailure("page \(page) came back as another")
            }
        }
        let reading = Child.processorTime - start
        let connection = try Connection(path: folder.file("articles.db"), access: .readOnly)
        let share = try connection.first("SELECT total(length(body)) / total(size) FROM _answers") { $0.double(0) ?? 1 }
        let inFile = try connection.first(
            """
            SELECT total(pgsize) / (SELECT total(size) FROM _answers) FROM dbstat
            WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = '_answers')
            """
        ) { $0.double(0) ?? 1 }
        return (share ?? 1, inFile ?? 1, keeping, reading)
    }

    private func figuresOfCompression(_ pages: [[UInt8]]) throws -> [Figure] {
        var compressor = try Compressor()
        var decompressor = try Decompressor()
        let megabytes = Double(pages.reduce(0) { $0 + $1.count }) / 1e6
        var (packing, unpacking): ([Double], [Double]) = ([], [])
        for _ in 0..<15 {
            var start = Child.processorTime
            var frames: [[UInt8]] = []
            for page in pages { frames.append(try compressor.compress(page, against: pages[0])) }
            packing.append(Child.processorTime - start)
            start = Child.processorTime
            for (page, frame) in zip(pages, frames) {
                _ = try decompressor.decompress(frame, size: page.count, against: pages[0])
            }
            unpacking.append(Child.processorTime - start)
        }
        return [
            .atLeast("compress pages against another", megabytes / packing.median, 215, "MB/s"),
            .atLeast("decompress them", megabytes / unpacking.median, 800, "MB/s"),
        ]
    }
}
