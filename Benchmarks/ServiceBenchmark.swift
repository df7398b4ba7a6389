internal import Glibc
internal import TestSupport

/// The service from outside: how it waits, how fast it starts, runs and stops, and what grows over 20,000 runs.
struct ServiceBenchmark {
    private static let rounds = 40

    func run() throws -> [Figure] {
        let folder = try TemporaryFolder()
        let program = try Child.beside("articlesync")
        let output = folder.file("sandbox.txt")
        let server = try Child([program, "sandbox", "--articles", "10", "--prepare"], output: output)
        defer { server.stop() }
        let base = try SandboxAddress.printed(in: output)
        return try waiting(program, folder, base) + running(program, folder, base)
    }

    /// 100 queries that are due tomorrow.
    private func waiting(_ program: String, _ folder: TemporaryFolder, _ base: String) throws -> [Figure] {
        try configure(100, schedule: "0 6 * * *", in: folder, base)
        var starts: [Double] = []
        var stops: [Double] = []
        var memory: [Double] = []
        var switches: [Double] = []
        for _ in 0..<7 {
            let service = try Served(program, folder)
            starts.append(service.secondsToStart)
            usleep(2_000_000)
            memory.append(try service.memory())
            let before = try service.switches()
            usleep(3_000_000)
            switches.append(max(Double(try service.switches() - before) / 3, 0))
            stops.append(service.stop())
        }
        return [
            .atMost("service, 100 queries, from start to ready", starts.median * 1_000, 100, "ms"),
            .atMost("service, waiting: resident memory", memory.max() ?? 0, 15, "MB"),
            Figure(
                name: "service, waiting: wake-ups, all threads", value: "\(switches.median.shown) /s",
                against: "1 /s is the monitor of libdispatch"),
            .atMost("service: from SIGTERM to its end", (stops.max() ?? 0) * 1_000, 1_000, "ms"),
        ]
    }

    /// 500 queries of one page, all due at once, again and again.
    private func running(_ program: String, _ folder: TemporaryFolder, _ base: String) throws -> [Figure] {
        try configure(500, schedule: "every 365 days", in: folder, base)
        let service = try Served(program, folder)
        // The first runs of all are due at once; they also store what is new.
        try service.runs(500)
        var rates: [Double] = []
        var early: Served.Holdings?
        for round in 1...Self.rounds {
            let began = Child.now
            kill(service.child.identifier, SIGUSR1)
            try service.runs(500 * (round + 1))
            rates.append(500 / (Child.now - began))
            if round == 10 {
                usleep(1_000_000)
                early = try service.holdings()
            }
        }
        usleep(1_000_000)
        let late = try service.holdings()
        let growth = early.map { "\($0) before, \(late) after" } ?? ""
        let isFlat = early.map { late.isNoMore(than: $0) } ?? false
        let stop = service.stop()
        return [
            .atLeast("service, 500 due queries of one page: sustained", rates.median, 500, "runs/s"),
            Figure(name: "service, 15,000 runs more: growth", value: growth, against: "none", isMet: isFlat),
            .atMost("service, after that: from SIGTERM to its end", stop * 1_000, 1_000, "ms"),
        ]
    }

    private func configure(_ queries: Int, schedule: String, in folder: TemporaryFolder, _ base: String) throws {
        for name in ["articles.db", "articles.db-wal", "articles.db-shm"] { unsafe unlink(folder.file(name)) }
        let tables = (0..<queries).map { number in
            """
            [queries.query-\(number)]
            text = "sandbox"
            from = 2015-07-01
            to = 2015-07-31
            schedule = "\(schedule)"
            """
        }
        try folder.write(
            """
            [store]
            path = "articles.db"
            [server]
            listen = "127.0.0.1:0"
            [providers.nyt]
            base_url = "\(base)"
            api_key_env = "KEY"
            requests_per_minute = 0
            requests_per_day = 0
            \(tables.joined(separator: "\n"))
            """, to: "articlesync.toml")
    }
}

/// A service under measurement.
private struct Served {
    let child: Child
    let secondsToStart: Double
    private let log: String

    /// What must not grow.
    struct Holdings: CustomStringConvertible {
        var descriptors: Int
        var threads: Int
        var memory: Double

        var description: String { "\(descriptors) files, \(threads) threads, \(memory.shown) MB" }

        /// Threads of the pool come and go, and what the allocator holds wavers by a tenth.
        func isNoMore(than other: Holdings) -> Bool {
            descriptors <= other.descriptors && threads <= other.threads + 2 && memory <= other.memory * 1.1
        }
    }

    init(_ program: String, _ folder: TemporaryFolder) throws {
        log = folder.file("service.log")
        let began = Child.now
        child = try Child(
            [program, "--config", folder.file("articlesync.toml"), "run"],
            environment: ["KEY": "0123456789abcdef0123456789abcdef"], errors: log)
        while try !Files.text(log).contains("service started") {
            guard Child.now - began < 20 else { throw BenchmarkFailure("the service does not start") }
            usleep(200)
        }
        secondsToStart = Child.now - began
    }

    /// Returns when so many runs have ended.
    func runs(_ count: Int) throws {
        let began = Child.now
        let file = unsafe open(log, O_RDONLY)
        defer { close(file) }
        var ended = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var rest: [UInt8] = []
        while ended < count {
            let read = unsafe read(file, &buffer, buffer.count)
            if read > 0 {
                let lines = (rest + buffer[..<read]).split(separator: 0x0A, omittingEmptySubsequences: false)
                rest = Array(lines.last ?? [])
                ended += lines.dropLast().count { String(decoding: $0, as: UTF8.self).contains(" outcome=complete ") }
            } else {
                guard Child.now - began < 60 else {
                    throw BenchmarkFailure("\(ended) of \(count) runs ended in a minute")
                }
                usleep(500)
            }
        }
    }

    func holdings() throws -> Holdings {
        Holdings(
            descriptors: try Self.count("/proc/\(child.identifier)/fd"),
            threads: try Self.count("/proc/\(child.identifier)/task"), memory: try memory())
    }

    /// Resident, in MB.
    func memory() throws -> Double {
        Double(try Self.number("VmRSS:", in: "/proc/\(child.identifier)/status")) * 1_024 / 1e6
    }

    /// How often its threads have gone to sleep so far.
    func switches() throws -> Int {
        try Self.names("/proc/\(child.identifier)/task").reduce(0) { sum, task in
            sum
                + ((try? Self.number("voluntary_ctxt_switches:", in: "/proc/\(child.identifier)/task/\(task)/status"))
                    ?? 0)
        }
    }

    /// Seconds until it has ended after it was asked to.
    func stop() -> Double {
        let began = Child.now
        child.stop()
        return Child.now - began
    }

    private static func number(_ key: String, in file: String) throws -> Int {
        let line = try Files.text(file).split(separator: "\n").first { $0.hasPrefix(key) }
        guard let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
            throw BenchmarkFailure("\(file) has no \(key)")
        }
        return number
    }

    private static func count(_ folder: String) throws -> Int { try names(folder).count }

    private static func names(_ path: String) throws -> [String] {
        guard let folder = unsafe opendir(path) else { throw BenchmarkFailure("cannot list \(path)") }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
