internal import Glibc
internal import Lifecycle
internal import Testing

/// Each in a process of its own, as signals belong to the process.
@Suite struct UnixSignalsTests {
    @Test func `a signal before anybody iterates is not lost`() async {
        await #expect(processExitsWith: .success) {
            let signals = try UnixSignals([.hangup, .user1])
            kill(getpid(), SIGUSR1)
            for await signal in signals {
                #expect(signal == .user1)
                break
            }
        }
    }

    @Test func `signals come in the order they were sent`() async {
        await #expect(processExitsWith: .success) {
            var iterator = try UnixSignals(Set(UnixSignal.allCases)).makeAsyncIterator()
            for signal in [UnixSignal.hangup, .user1, .interrupt, .terminate, .hangup] {
                kill(getpid(), signal.rawValue)
                let received = await iterator.next()
                #expect(received == signal)
            }
        }
    }

    @Test func `listeners hear their own signals, and all who asked for one hear it`() async {
        await #expect(processExitsWith: .success) {
            var first = try UnixSignals([.hangup, .user1]).makeAsyncIterator()
            var second = try UnixSignals([.user1]).makeAsyncIterator()
            kill(getpid(), SIGHUP)
            let hangup = await first.next()
            kill(getpid(), SIGUSR1)
            let both = [await first.next(), await second.next()]
            #expect(hangup == .hangup)
            #expect(both == [.user1, .user1])
        }
    }

    @Test func `a signal that nobody listens to any more does what it did before`() async {
        await #expect(processExitsWith: .signal(SIGUSR1)) {
            do {
                let signals = try UnixSignals([.user1])
                kill(getpid(), SIGUSR1)
                for await _ in signals { break }
            }
            raiseHere(SIGUSR1)
            exit(0)
        }
    }

    @Test func `while another still listens the handler stays`() async {
        await #expect(processExitsWith: .success) {
            var staying = try UnixSignals([.user1]).makeAsyncIterator()
            do { for await _ in try Self.sent(SIGUSR1) { break } }
            _ = await staying.next()
            kill(getpid(), SIGUSR1)
            let second = await staying.next()
            #expect(second == .user1)
        }
    }

    private static func sent(_ number: Int32) throws -> UnixSignals {
        let signals = try UnixSignals([.user1])
        kill(getpid(), number)
        return signals
    }

    @Test func `cancelling the task ends the iteration`() async {
        await #expect(processExitsWith: .success) {
            let signals = try UnixSignals([.user1])
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in signals {} }
                group.cancelAll()
            }
        }
    }

    @Test func `a closed pipe is an error and not the end`() async {
        await #expect(processExitsWith: .success) {
            UnixSignal.ignoreBrokenPipes()
            var ends: [Int32] = [0, 0]
            #expect(unsafe pipe(&ends) == 0)
            close(ends[0])
            #expect(unsafe write(ends[1], "x", 1) == -1)
            #expect(errno == EPIPE)
        }
    }

    @Test func `the numbers are those of the system`() {
        #expect(UnixSignal.allCases.map(\.number) == [SIGINT, SIGTERM, SIGHUP, SIGUSR1])
        #expect(UnixSignal.allCases.map(\.description) == ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1"])
    }
}
