internal import Glibc
internal import Synchronization
internal import TestSupport

/// A program that runs beside a test and ends with it.
final class ChildProcess: Sendable {
    let id: pid_t
    private let output: Int32

    /// Starts a program that is looked for in the usual folders.
    ///
    /// - Parameter marker: what the program says when it is ready; returns only then.
    init(_ arguments: [String], readyAt marker: String) throws {
        var pipes: [Int32] = [0, 0]
        guard unsafe pipe(&pipes) == 0 else { throw TestFailure("no pipe: errno \(errno)") }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, pipes[1], 2)
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for descriptor in pipes { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
        var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var id = pid_t()
        let failure = unsafe posix_spawnp(&id, arguments[0], &actions, nil, &words, environ)
        close(pipes[1])
        output = pipes[0]
        self.id = id
        guard failure == 0 else {
            close(output)
            throw TestFailure("cannot start \(arguments[0]): errno \(failure)")
        }
        var said = ""
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while !said.contains(marker) {
            let count = unsafe read(output, &chunk, chunk.count)
            guard count > 0 else { throw TestFailure("\(arguments) ended and said: \(said)") }
            said += String(decoding: chunk[..<count], as: UTF8.self)
        }
    }

    deinit {
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
        close(output)
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

    /// The port at which the program listens, on any address of IPv4.
    func listeningPort() throws -> Int {
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
            guard fields.count > 9, fields[3] == "0A", inodes.contains(String(fields[9])),
                let port = Int(fields[1].suffix(4), radix: 16)
            else { continue }
            return port
        }
        throw TestFailure("process \(id) listens nowhere")
    }
}
