internal import Glibc
internal import TestSupport

/// A Prometheus as Debian packages it, and its tool.
struct Prometheus {
    /// Whether both can be run; CI installs them.
    static let isInstalled = Files.exists("/usr/bin/prometheus") && Files.exists("/usr/bin/promtool")

    private let process: ChildProcess
    private let port: UInt16

    /// Starts one that scrapes a port of this machine, and waits until it listens.
    ///
    /// - Parameter rules: a file of alert rules for it to load.
    init(scraping target: UInt16, rules: String, in folder: TemporaryFolder, within time: Duration) async throws {
        let configuration = try folder.write(
            """
            global: { scrape_interval: 200ms, scrape_timeout: 200ms, evaluation_interval: 200ms }
            rule_files: ["\(rules)"]
            scrape_configs:
              - job_name: articlesync
                static_configs: [{ targets: ["127.0.0.1:\(target)"] }]

            """, to: "prometheus.yml")
        process = try ChildProcess(
            "/usr/bin/prometheus",
            [
                "--config.file=\(configuration)", "--storage.tsdb.path=\(folder.file("data"))",
                "--web.listen-address=127.0.0.1:0",
            ], keepingIn: folder)
        do {
            port = try await Self.wait("listen", within: time) { try Self.listeningPort(in: folder) }
        } catch {
            process.signal(SIGKILL)
            throw error
        }
    }

    /// What it answers to a query of its language, once that has a result.
    func answer(to query: String, within time: Duration) async throws -> String {
        let port = port
        return try await Self.wait(query, within: time) {
            let text = try RawConnection.get("/api/v1/query?query=\(query)", port: port).text
            return text.contains(#""result":[{"#) ? text : nil
        }
    }

    /// The rules that it loaded, with their state.
    func rules() throws -> String { try RawConnection.get("/api/v1/rules", port: port).text }

    /// Ends it, and waits until it is gone.
    func stop() async throws {
        process.signal(SIGKILL)
        _ = try await process.ending()
    }

    /// Runs its tool on a file that it reads from standard input.
    static func promtool(_ command: String, reading file: String, in folder: TemporaryFolder) async throws
        -> ChildProcess.Ending
    {
        try await ChildProcess("/bin/sh", ["-c", "exec /usr/bin/promtool \(command) < \(file)"], keepingIn: folder)
            .ending()
    }

    /// It tells in its log which port the system chose.
    private static func listeningPort(in folder: TemporaryFolder) throws -> UInt16? {
        for name in try Files.names(in: folder.path) where name.hasSuffix(".err") {
            let mark = #"msg="Listening on" address=127.0.0.1:"#
            guard let start = try Files.text(folder.file(name)).ranges(of: mark).first?.upperBound else { continue }
            return UInt16(try Files.text(folder.file(name))[start...].prefix { $0.isNumber })
        }
        return nil
    }

    /// Looks again and again, for so long at most.
    private static func wait<Found>(
        _ what: String, within time: Duration, _ look: @escaping @Sendable () throws -> Found?
    ) async throws -> Found where Found: Sendable {
        let end = ContinuousClock.now.advanced(by: time)
        return try await Waiting.until {
            if let found = try look() { return found }
            guard ContinuousClock.now < end else {
                throw TestFailure("Prometheus did not come to \(what) within \(time)")
            }
            return nil
        }
    }
}
