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
        var started: pid_t = 0
        let code = unsafe posix_spawnp(&started, program, &actions, nil, words, variables)
        guard code == 0 else { throw TestFailure("cannot start \(program): errno \(code)") }
        identifier = started
    }

    /// Sends a signal.
    package func signal(_ number: Int32) { _ = kill(identifier, number) }

    /// What it has said so far: its standard error.
    package func said() throws -> String { try Files.text(errors) }

    /// What it has written so far: its standard output.
    package func written() throws -> String { try Files.text(output) }

    /// Returns when it has said a text so many times, or has ended.
    package func says(_ text: String, times: Int = 1) async throws {
        while try said().ranges(of: text).count < times, !hasEnded {
            try await Self.patience()
        }
    }

    /// Leaves the processor to others for a moment while something outside this process is waited for.
    ///
    /// - Throws: where the test is cancelled at its time limit.
    package static func patience() async throws { try await Task.sleep(for: .milliseconds(3)) }

    /// Whether it has ended and waits to be asked how.
    package var hasEnded: Bool {
        var information = unsafe siginfo_t()
        let looked = unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
        return looked == 0 ? unsafe information.si_signo == SIGCHLD : false
    }

    /// Sends a signal as soon as it is time, or when it has ended.
    ///
    /// On a thread of its own, as other tests may keep the tasks of the pool waiting for longer than it is time.
    package func signal(_ number: Int32, when isTime: @escaping @Sendable () -> Bool) async {
        await Self.onThread {
            while !isTime(), !hasEnded { usleep(3_000) }
            signal(number)
            return 0
        }
    }

    /// Waits for the end, on a thread of its own, so that no task of the pool is blocked.
    package func ending() async throws -> Ending {
        let status = await Self.onThread {
            var status: Int32 = 0
            while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            return status
        }
        let signal = status & 0x7f
        let code = signal == 0 ? (status >> 8) & 0xff : 128 + signal
        return Ending(code: code, output: try Files.text(output), errors: try Files.text(errors))
    }

    @discardableResult
    private static func onThread(_ work: @escaping @Sendable () -> Int32) async -> Int32 {
        await withCheckedContinuation { continuation in
            let box = Box { continuation.resume(returning: work()) }
            var thread = pthread_t()
            _ = unsafe pthread_create(
                &thread, nil,
                { context in
                    unsafe Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().work()
                    return nil
                }, Unmanaged.passRetained(box).toOpaque())
            pthread_detach(thread)
        }
    }

    private final class Box {
        let work: () -> Void
        init(_ work: @escaping () -> Void) { self.work = work }
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
