internal import Lifecycle
internal import Telemetry
internal import TestSupport
internal import Testing

@Suite struct WatchdogTests {
    private let clock = ManualClock()
    private let memory = LogMemory()
    private let folder: TemporaryFolder
    private let notifier: ServiceNotifier
    private static let writer = Watchdog<ManualClock>.Part("writer", allowance: .seconds(20))

    init() throws {
        folder = try TemporaryFolder()
        let environment = ["NOTIFY_SOCKET": folder.file("notify")]
        notifier = try #require(try ServiceNotifier(environment: environment))
    }

    /// Runs a watchdog that beats each 10 seconds beside a story, and cancels it afterwards.
    private func beside(_ watchdog: Watchdog<ManualClock>, _ story: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await watchdog.run(every: .seconds(10), to: notifier, logger: memory.logger()) }
            await clock.sleepers()
            try await story()
            group.cancelAll()
        }
    }

    private func pass(_ seconds: Int) async {
        clock.advance(by: .seconds(seconds))
        await clock.sleepers()
    }

    @Test(.timeLimit(.minutes(5))) func `beats come at every interval until it is cancelled`() async throws {
        let socket = try DatagramSocket(folder.file("notify"))
        try await beside(Watchdog(clock: clock)) {
            #expect(socket.all() == ["WATCHDOG=1"])
            for _ in 0..<3 {
                await pass(9)
                #expect(socket.all().isEmpty)
                await pass(1)
                #expect(socket.all() == ["WATCHDOG=1"])
            }
        }
        #expect(clock.sleeperCount == 0)
        #expect(memory.events.isEmpty)
    }

    @Test(.timeLimit(.minutes(5))) func `a stuck writer is a missed beat, said once, until it gets on`() async throws {
        let socket = try DatagramSocket(folder.file("notify"))
        let watchdog = Watchdog(clock: clock)
        try await beside(watchdog) {
            watchdog.begin(Self.writer)
            for _ in 0..<2 { await pass(10) }
            #expect(socket.all() == ["WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"])
            for _ in 0..<3 { await pass(10) }
            #expect(socket.all() == ["STATUS=writer has got no further for 30 s, allowed are 20 s"])
            #expect(watchdog.complaint == "writer has got no further for 50 s, allowed are 20 s")
            watchdog.step(Self.writer)
            await pass(10)
            #expect(socket.all() == ["WATCHDOG=1"])
            watchdog.end(Self.writer)
            #expect(watchdog.complaint == nil)
        }
        #expect(memory.events.map(\.message) == ["watchdog withholds its beat", "watchdog beats again"])
        #expect(memory.events.first?.level == .error)
        #expect(memory.events.first?.fields.first?.value == "writer has got no further for 30 s, allowed are 20 s")
    }

    @Test(.timeLimit(.minutes(5))) func `a part that oversleeps is a missed beat`() async throws {
        let socket = try DatagramSocket(folder.file("notify"))
        let watchdog = Watchdog(clock: clock)
        let scheduler = Watchdog<ManualClock>.Part("scheduler", allowance: .seconds(5))
        try await beside(watchdog) {
            watchdog.wait(scheduler, for: .seconds(10))
            await pass(10)
            #expect(socket.all() == ["WATCHDOG=1", "WATCHDOG=1"])
            await pass(10)
            #expect(socket.all() == ["STATUS=scheduler should have woken 10 s ago"])
            watchdog.wait(scheduler, for: nil)
            await pass(10)
            #expect(socket.all() == ["WATCHDOG=1"])
        }
    }

    @Test(.timeLimit(.minutes(5))) func `a manager that is gone is complained about once each time`() async throws {
        try await beside(Watchdog(clock: clock)) {
            await pass(10)
            await pass(10)
            #expect(memory.events.map(\.message) == ["service manager was not told"])
            let socket = try DatagramSocket(folder.file("notify"))
            await pass(10)
            #expect(socket.all() == ["WATCHDOG=1"])
        }
        #expect(memory.events.count == 1)
        #expect(memory.events[0].fields[0].value.hasSuffix("No such file or directory"))
    }
}
