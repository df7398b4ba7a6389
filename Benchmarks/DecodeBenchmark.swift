internal import Articles
internal import Chronology
internal import HTTPExchange
internal import Providers
internal import Sandbox

/// Bytes of one large page to articles, in this process, on one thread, by its processor time.
struct DecodeBenchmark {
    func run() throws -> [Figure] {
        guard let entry = ProviderCatalog.builtIn["nyt"] else { throw BenchmarkFailure("there is no nyt definition") }
        return try SandboxEra.allCases.map { era in
            var options = SandboxOptions()
            options.articles = 1_000
            options.era = era
            return try speed(of: SandboxCorpus(options).answer, era, AnswerReader(entry.definition))
        }
    }

    private func speed(of body: [UInt8], _ era: SandboxEra, _ reader: AnswerReader) throws -> Figure {
        let response = HTTPResponse(status: 200, body: body)
        let now = Instant(secondsSince1970: 0)
        func decode() throws -> Double {
            let start = Child.processorTime
            let reading = try reader.read(response, page: 0, asked: "the benchmark's page", now: now)
            guard reading.page.articles.count == 1_000 else { throw BenchmarkFailure("not every document was read") }
            return Child.processorTime - start
        }
        _ = try decode()
        let seconds = try (0..<31).map { _ in try decode() }.median
        let megabytes = Double(body.count) / 1e6
        return Figure.atLeast(
            "decode 1,000 documents of \(era.rawValue), \(megabytes.shown) MB", megabytes / seconds, 300, "MB/s")
    }
}
