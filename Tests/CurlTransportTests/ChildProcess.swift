internal import Glibc
internal import TestSupport

/// A program that runs beside a test and ends with it.
final class ChildProcess: Sendable {
    let id: pid_t

    /// Starts a program that is looked for in the usual folders; nothing is read from it and nothing given to it.
    init(_ arguments: [String]) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor in Int32(0)...2 {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        // Sockets of tests that run at the same time are not the program's: it would keep them open.
        for descriptor in 3..<Int32(min(sysconf(Int32(_SC_OPEN_MAX)), 4_096)) {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // Tests run on threads that block signals, which a program would inherit.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var id = pid_t()
        let failure = unsafe posix_spawnp(&id, arguments[0], &actions, &attributes, &words, environ)
        self.id = id
        guard failure == 0 else { throw TestFailure("cannot start \(arguments[0]): errno \(failure)") }
    }

    deinit {
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    /// Runs a shell's line to its end; what it says.
    static func run(_ line: String) throws -> String {
        guard let stream = unsafe popen(line + " 2>&1", "r") else { throw TestFailure("no shell: errno \(errno)") }
        var said: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while case let count = unsafe fread(&chunk, 1, chunk.count, stream), count > 0 { said += chunk[..<count] }
        let text = String(decoding: said, as: UTF8.self)
        guard unsafe pclose(stream) == 0 else { throw TestFailure("\(line): \(text)") }
        return text
    }

    /// Whether a program is there.
    static func isThere(_ name: String) -> Bool { (try? run("command -v \(name)")) != nil }

    /// The port at which the program listens, on any address of IPv4; waits for it to begin.
    func listeningPort() async throws -> Int {
        // Another program's start makes no event that could be awaited: looked for until it is there.
        let end = ContinuousClock.now + .seconds(30)
        return try await Waiting.onThread {
            while ContinuousClock.now < end {
                if let port = try self.openPort() { return port }
                usleep(3_000)
            }
            throw TestFailure("process \(self.id) listens nowhere")
        }
    }

    private func openPort() throws -> Int? {
        let inodes = try Files.names(in: "/proc/\(id)/fd").compactMap { name -> String? in
            var target = [UInt8](repeating: 0, count: 64)
            let count = unsafe target.withUnsafeMutableBytes { bytes in
                unsafe readlink("/proc/\(id)/fd/\(name)", bytes.baseAddress!, bytes.count)
            }
            let link = String(decoding: target.prefix(max(count, 0)), as: UTF8.self)
            return link.hasPrefix("socket:[") ? String(link.dropFirst(8).dropLast()) : nil
        }
        for line in try Files.text("/proc/net/tcp").split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ")
            // 0A is the state of listening.
            guard fields.count > 9, fields[3] == "0A", inodes.contains(String(fields[9])) else { continue }
            return Int(fields[1].suffix(4), radix: 16)
        }
        return nil
    }
}
