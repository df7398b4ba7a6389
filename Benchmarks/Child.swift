internal import Glibc

/// A process that is measured as a whole, from outside, by what the system counted of it.
struct Child {
    let identifier: pid_t
    private let started: Double

    /// What a finished process took.
    struct Usage {
        var wall: Double
        var processor: Double
        /// Peak resident memory in MB.
        var memory: Double
        var status: Int32
    }

    init(
        _ words: [String], environment: [String: String] = [:], output: String = "/dev/null", errors: String? = nil
    ) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        if let errors {
            unsafe posix_spawn_file_actions_addopen(
                &actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
        var variables =
            unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [strdup("PATH=/usr/bin:/bin"), nil]
        defer {
            unsafe pointers.forEach { unsafe free($0) }
            unsafe variables.forEach { unsafe free($0) }
        }
        started = Self.now
        var child: pid_t = 0
        let code = unsafe posix_spawnp(&child, words[0], &actions, nil, &pointers, &variables)
        guard code == 0 else { throw BenchmarkFailure("cannot start \(words[0]): errno \(code)") }
        identifier = child
    }

    /// Waits for the end.
    func usage() -> Usage {
        var status: Int32 = 0
        var counted = rusage()
        while unsafe wait4(identifier, &status, 0, &counted) < 0, errno == EINTR {}
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return Usage(
            wall: Self.now - started, processor: seconds(counted.ru_utime) + seconds(counted.ru_stime),
            memory: Double(counted.ru_maxrss) * 1_024 / 1e6, status: status)
    }

    /// Asks it to end.
    func stop() {
        kill(identifier, SIGTERM)
        _ = usage()
    }

    /// Seconds of a clock that cannot be set.
    static var now: Double { seconds(CLOCK_MONOTONIC) }

    /// Seconds of processor time that this process took.
    static var processorTime: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The path of this program, and of others built beside it.
    static func beside(_ name: String) throws -> String {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let length = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe readlink("/proc/self/exe", bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        guard length > 0 else { throw BenchmarkFailure("cannot tell where this program is") }
        let path = String(decoding: buffer[..<length], as: UTF8.self)
        return path.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
    }
}

/// Why something could not be measured.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
