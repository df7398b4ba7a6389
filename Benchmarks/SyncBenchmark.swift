internal import Glibc
internal import TestSupport

/// The main job as a person runs it: one process that fetches 100 pages of 10 over loopback and stores them.
///
/// Beside it, where they are installed, pynytimes and sqlite-utils do the same against the same server.
struct SyncBenchmark {
    private static let runs = 11

    func run() throws -> [Figure] {
        let folder = try TemporaryFolder()
        let program = try Child.beside("articlesync")
        let (server, base) = try sandbox(program, "2025", folder)
        defer { server.stop() }
        try folder.write(
            """
            [providers.nyt]
            base_url = "\(base)"
            api_key_env = "KEY"
            requests_per_minute = 0
            requests_per_day = 0
            concurrency = 4
            [store]
            path = "articles.db"
            [queries.all]
            text = "sandbox"
            from = 2015-07-01
            to = 2015-07-31
            """, to: "articlesync.toml")
        func sync() throws -> Child.Usage {
            let usage = try Child(
                [program, "--config", folder.file("articlesync.toml"), "sync"],
                environment: ["KEY": "0123456789abcdef0123456789abcdef"]
            ).usage()
            guard usage.status == 0 else { throw BenchmarkFailure("the sync ended with status \(usage.status)") }
            return usage
        }
        _ = try sync()
        let first = try (0..<Self.runs).map { _ in
            for name in ["articles.db", "articles.db-wal", "articles.db-shm"] { unsafe unlink(folder.file(name)) }
            return try sync()
        }
        let again = try (0..<Self.runs).map { _ in try sync() }
        var figures = [
            Figure.atMost("sync, 100 pages of 10, new store: wall", first.map(\.wall).median, 0.15, "s"),
            Figure.atMost("sync, 100 pages of 10, new store: processor", first.map(\.processor).median, 0.10, "s"),
            Figure.atMost("sync, 100 pages of 10, new store: peak memory", first.map(\.memory).max() ?? 0, 30, "MB"),
            Figure(name: "sync again, unchanged: wall", value: "\(again.map(\.wall).median.shown) s"),
            Figure(name: "sync again, unchanged: processor", value: "\(again.map(\.processor).median.shown) s"),
        ]
        if let peer = try peer(program, folder) {
            let wall = first.map(\.wall).median
            let processor = first.map(\.processor).median
            figures.append(
                Figure(
                    name: "pynytimes and sqlite-utils, the same job", value: "\(peer.wall.shown) s wall",
                    against: "\((peer.wall / wall).shown) times ours"))
            figures.append(
                Figure(
                    name: "", value: "\(peer.processor.shown) s processor",
                    against: "\((peer.processor / processor).shown) times ours"))
            figures.append(Figure(name: "", value: "\(peer.memory.shown) MB"))
        }
        return figures
    }

    private func sandbox(_ program: String, _ era: String, _ folder: TemporaryFolder) throws -> (Child, String) {
        let output = folder.file("sandbox-\(era).txt")
        let server = try Child([program, "sandbox", "--articles", "1000", "--era", era], output: output)
        return (server, try SandboxAddress.printed(in: output))
    }

    /// The medians of the other program; nil where it is not installed.
    ///
    /// It is given the answers of 2019: in those of today it does not find the count, and stops after a page.
    private func peer(_ program: String, _ folder: TemporaryFolder) throws -> Child.Usage? {
        let python = try Child.beside("../../peers/bin/python")
        let script = "Benchmarks/Peers/pynytimes_sync.py"
        guard Files.exists(python), Files.exists(script) else { return nil }
        let (server, base) = try sandbox(program, "2019", folder)
        defer { server.stop() }
        let runs = try (0..<5).map { number in
            try Child([python, script, base, folder.file("peer-\(number).db")]).usage()
        }
        guard runs.allSatisfy({ $0.status == 0 }) else { throw BenchmarkFailure("the peer failed") }
        return Child.Usage(
            wall: runs.map(\.wall).median, processor: runs.map(\.processor).median,
            memory: runs.map(\.memory).max() ?? 0, status: 0)
    }
}
