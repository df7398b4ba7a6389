internal import Glibc
internal import Lifecycle
internal import Testing

@Suite struct GracefulShutdownTests {
    private struct Broken: Error {}

    @Test func `without a signal the result is that of the body`() async throws {
        await #expect(processExitsWith: .success) {
            let result = try await withGracefulShutdown(exitAtOnce: { _ in exit(9) }) { 42 }
            #expect(result == 42)
            let nothing: Int? = try await withGracefulShutdown(exitAtOnce: { _ in exit(9) }) { nil }
            #expect(nothing == nil)
            await #expect(throws: Broken.self) {
                try await withGracefulShutdown(exitAtOnce: { _ in exit(9) }) { throw Broken() }
            }
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `the first signal cancels the body, and its result is kept`(_ number: Int32) async {
        await #expect(processExitsWith: .exitCode(3)) { [number] in
            let result = try await withGracefulShutdown(
                noticing: { signal in #expect(signal.rawValue == number) }, exitAtOnce: { _ in exit(9) }
            ) {
                kill(getpid(), number)
                // A stream that never yields waits until the task is cancelled.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                return Task.isCancelled ? Int32(3) : 4
            }
            exit(result)
        }
    }

    @Test func `the second signal leaves at once, even when the program hangs`() async {
        await #expect(processExitsWith: .exitCode(130)) {
            try await withGracefulShutdown(
                noticing: { _ in kill(getpid(), SIGINT) }, exitAtOnce: { signal in exit(128 + signal.rawValue) }
            ) {
                kill(getpid(), SIGINT)
                // Deaf to cancellation: only a signal can end this wait.
                while true { pause() }
            }
        }
    }

    @Test func `afterwards signals do again what they did`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            try await withGracefulShutdown(exitAtOnce: { _ in exit(9) }) {}
            raiseHere(SIGTERM)
            exit(0)
        }
    }

    @Test func `cancelling the caller cancels the body`() async {
        await #expect(processExitsWith: .exitCode(5)) {
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    let code = try await withGracefulShutdown(exitAtOnce: { _ in exit(9) }) {
                        for await _ in AsyncStream<Never>.makeStream().stream {}
                        return Int32(5)
                    }
                    exit(code)
                }
                group.cancelAll()
            }
        }
    }

    @Test func `other signals may be listened to meanwhile`() async {
        await #expect(processExitsWith: .success) {
            try await withGracefulShutdown(exitAtOnce: { _ in exit(9) }) {
                let reloads = try UnixSignals([.hangup])
                kill(getpid(), SIGHUP)
                for await signal in reloads {
                    #expect(signal == .hangup)
                    break
                }
            }
        }
    }
}
