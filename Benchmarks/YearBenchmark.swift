internal import Glibc
internal import TestSupport

/// A year of a busy query: 25,000 results through a cap of 1,000, cut by date, verified, kept and stored.
///
/// Ten times as many show whether memory grows with them.
struct YearBenchmark {
    func run() throws -> [Figure] {
        let year = try measure(25_000, runs: 3)
        let tenfold = try measure(250_000, runs: 1)
        return [
            Figure.atMost("a year with 25,000 hits: wall", year.wall, 6, "s"),
            Figure.atMost("a year with 25,000 hits: processor", year.processor, 3, "s"),
            Figure.atMost("a year with 25,000 hits: peak memory", year.memory, 40, "MB"),
            Figure(name: "ten times as many: wall", value: "\(tenfold.wall.shown) s"),
            Figure(name: "ten times as many: peak memory", value: "\(tenfold.memory.shown) MB"),
            Figure.atMost("ten times as many: growth of that peak", tenfold.memory / year.memory, 1.1, "times"),
        ]
    }

    private func measure(_ articles: Int, runs: Int) throws -> Child.Usage {
        let folder = try TemporaryFolder()
        let program = try Child.beside("articlesync")
        let output = folder.file("sandbox.txt")
        let server = try Child(
            [program, "sandbox", "--articles", "\(articles)", "--from", "2015-01-01", "--to", "2015-12-31"],
            output: output)
        defer { server.stop() }
        let base = try SandboxAddress.printed(in: output)
        try folder.write(
            """
            [providers.nyt]
            base_url = "\(base)"
            api_key_env = "KEY"
            requests_per_minute = 0
            requests_per_day = 0
            [store]
            path = "articles.db"
            [queries.year]
            text = "sandbox"
            from = 2015-01-01
            to = 2015-12-31
            """, to: "articlesync.toml")
        // The first one makes the server write its documents.
        let usages = try (0...runs).map { _ in
            for name in ["articles.db", "articles.db-wal", "articles.db-shm"] { unsafe unlink(folder.file(name)) }
            let usage = try Child(
                [program, "--config", folder.file("articlesync.toml"), "sync"],
                environment: ["KEY": "0123456789abcdef0123456789abcdef"]
            ).usage()
            guard usage.status == 0 else { throw BenchmarkFailure("the sync ended with status \(usage.status)") }
            return usage
        }.dropFirst()
        return Child.Usage(
            wall: usages.map(\.wall).median, processor: usages.map(\.processor).median,
            memory: usages.map(\.memory).max() ?? 0, status: 0)
    }
}

/// The address that a sandbox prints when it is ready.
enum SandboxAddress {
    /// Looks for it until it is there.
    static func printed(in file: String) throws -> String {
        let deadline = Child.now + 20
        while Child.now < deadline {
            let text = (try? Files.text(file)) ?? ""
            if let start = text.firstRange(of: "http://"), let end = text[start.lowerBound...].firstIndex(of: "\n") {
                return String(text[start.lowerBound..<end])
            }
        }
        throw BenchmarkFailure("the sandbox did not start")
    }
}
