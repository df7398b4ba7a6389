internal import Articles
internal import Chronology
internal import HTTPExchange
internal import Providers
internal import Sandbox

/// Bytes of one large page to articles, in this process, on one thread.
struct DecodeBenchmark {
    func run() throws -> [Figure] {
        guard let entry = ProviderCatalog.builtIn["nyt"] else { throw BenchmarkFailure("there is no nyt definition") }
        var options = SandboxOptions()
        options.articles = 1_000
        let body = try SandboxPage.whole(options)
        let response = HTTPResponse(status: 200, body: body)
        let reader = AnswerReader(entry.definition)
        let now = Instant(secondsSince1970: 0)
        func decode() throws -> Double {
            let start = Child.now
            let reading = try reader.read(response, page: 0, asked: "the benchmark's page", now: now)
            guard reading.page.articles.count == 1_000 else { throw BenchmarkFailure("not every document was read") }
            return Child.now - start
        }
        _ = try decode()
        let seconds = try (0..<31).map { _ in try decode() }.median
        let speed = Double(body.count) / seconds / 1e6
        return [
            Figure.atLeast("decode a page of 1,000 documents, \((Double(body.count) / 1e6).shown) MB", speed, 300, "MB/s")
        ]
    }
}
