internal import Glibc

/// A process that a test starts: its output goes to files, so that no pipe can fill up.
package struct ChildProcess: Sendable {
    package let identifier: Int32
    let output: String
    private let errors: String

    /// How a process ended.
    package struct Ending: Sendable {
        /// The exit code, or 128 and the signal's number.
        package let code: Int32
        package let output: String
        package let errors: String
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - environment: all of it; nothing is inherited.
    ///   - folder: where its output is kept.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], keepingIn folder: TemporaryFolder
    ) throws {
        let name = "\(UInt64.random(in: 0 ... .max))"
        output = folder.file(name + ".out")
        errors = folder.file(name + ".err")
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, flags, 0o600)
        // What other tests have open is not the child's: a connection would stay open as long as it lives.
        for other in Int32(3)..<4_096 { unsafe posix_spawn_file_actions_addclose(&actions, other) }
        let words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        // Tests run on threads that block signals, which a program would inherit.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var started: pid_t = 0
        let code = unsafe posix_spawnp(&started, program, &actions, &attributes, words, variables)
        guard code == 0 else { throw TestFailure("cannot start \(program): errno \(code)") }
        identifier = started
    }

    /// Sends a signal.
    package func signal(_ number: Int32) { _ = kill(identifier, number) }

    /// What it has said so far: its standard error.
    package func said() throws -> String { try Files.text(errors) }

    /// What it has written so far: its standard output.
    package func written() throws -> String { try Files.text(output) }

    /// Returns when standard error contains a text `times` times, or when the process ends.
    package func says(_ text: String, times: Int = 1) async throws {
        try await wait(for: text, times: times, in: errors)
    }

    /// Returns when standard output contains a text `times` times, or when the process ends.
    package func writes(_ text: String, times: Int = 1) async throws {
        try await wait(for: text, times: times, in: output)
    }

    private func wait(for text: String, times: Int, in file: String) async throws {
        try await waits { try Files.read(file).count(of: Array(text.utf8)) >= times }
    }

    /// Returns when a condition holds, or when the process ends, after which the condition can no longer come true.
    package func waits(until condition: @escaping @Sendable () throws -> Bool) async throws {
        try await Waiting.until { try hasEnded || condition() }
    }

    /// Whether it has ended and waits to be asked how.
    package var hasEnded: Bool {
        var information = unsafe siginfo_t()
        let looked = unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
        return looked == 0 ? unsafe information.si_signo == SIGCHLD : false
    }

    /// Sends a signal as soon as a condition holds, or when the process ends.
    ///
    /// The thread that polls sends it: on a busy pool, a task would send it too late.
    package func signal(_ number: Int32, when isTime: @escaping @Sendable () throws -> Bool) async throws {
        try await Waiting.until {
            guard try hasEnded || isTime() else { return false }
            self.signal(number)
            return true
        }
    }

    /// Sends a signal after a delay in microseconds, to hit a random instant.
    package func signal(_ number: Int32, after microseconds: UInt32) async throws {
        try await Waiting.onThread {
            usleep(microseconds)
            self.signal(number)
        }
    }

    /// Waits for the process to end, and kills it if the test reaches its time limit.
    package func ending() async throws -> Ending {
        let status = try await withTaskCancellationHandler {
            try await Waiting.onThread {
                var status: Int32 = 0
                while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
                return status
            }
        } onCancel: {
            self.signal(SIGKILL)
        }
        let signal = status & 0x7f
        let code = signal == 0 ? (status >> 8) & 0xff : 128 + signal
        return Ending(code: code, output: try Files.text(output), errors: try Files.text(errors))
    }
}

extension [UInt8] {
    /// Counts a text in these bytes without building strings, as a waiting test polls often.
    fileprivate func count(of text: [UInt8]) -> Int {
        var count = 0
        unsafe withUnsafeBytes { bytes in
            guard let first = text.first, var start = bytes.baseAddress else { return }
            let end = unsafe start + bytes.count
            while unsafe end - start >= text.count {
                guard let found = unsafe memchr(start, Int32(first), end - start - text.count + 1) else { return }
                let isText = unsafe memcmp(found, text, text.count) == 0
                if isText { count += 1 }
                unsafe start = UnsafeRawPointer(found) + (isText ? text.count : 1)
            }
        }
        return count
    }
}

/// The program under test, as it was built beside the tests.
package enum Binary {
    /// Where it stands.
    package static func path() throws -> String {
        // The runner is told which bundle to run; the program stands beside it.
        let arguments = CommandLine.arguments
        let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments.first { $0.contains(".xctest/") }
        guard let bundle, let slash = bundle.lastIndex(of: "/") else {
            throw TestFailure("cannot tell where the program was built from \(arguments)")
        }
        let path = bundle[..<slash] + "/articlesync"
        guard Files.exists(String(path)) else { throw TestFailure("the program was not built: no \(path)") }
        return String(path)
    }

    /// Runs it to its end.
    package static func run(
        _ arguments: [String], environment: [String: String] = [:], keepingIn folder: TemporaryFolder
    ) async throws -> ChildProcess.Ending {
        try await ChildProcess(path(), arguments, environment: environment, keepingIn: folder).ending()
    }
}
