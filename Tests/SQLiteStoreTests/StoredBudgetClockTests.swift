internal import Chronology
internal import HTTPExchange
internal import SQLiteStore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct StoredBudgetClockTests {
    private func machine(perMinute: Int = 1, perDay: Int = 10) throws -> BudgetMachine {
        var machine = try BudgetMachine()
        machine.rates = BudgetRates(perMinute: perMinute, perDay: perDay)
        return machine
    }

    @Test(arguments: [3_600, -3_600, 40, -40, 3 * 365 * 86_400, -3 * 365 * 86_400])
    func `a clock that was set between two processes changes no wait`(jump: Int) async throws {
        let machine = try machine()
        #expect(try await machine.process().use(1) == 1)
        machine.clock.advance(by: .seconds(10))
        machine.clock.jump(by: .seconds(jump))
        #expect(try machine.standing().left == BudgetLeft(minute: 0, day: 9))
        let next = machine.process(sleepingOn: SteppingClock(machine.clock))
        _ = try await next.acquire()
        #expect(machine.clock.now.offset == .seconds(60))
    }

    @Test(arguments: [86_400, -86_400, 3 * 365 * 86_400, -3 * 365 * 86_400])
    func `a clock that was set between two processes gives no day twice and takes none for years`(jump: Int)
        async throws
    {
        let machine = try machine(perMinute: 0)
        #expect(try await machine.process().use(10) == 10)
        machine.clock.jump(by: .seconds(jump))
        #expect(try await machine.process().use(1) == 0)
        machine.clock.advance(by: .seconds(86_400))
        #expect(try await machine.process().use(20) == 10)
        machine.clock.jump(by: .seconds(-jump))
        #expect(try await machine.process().use(1) == 0)
        machine.clock.advance(by: .seconds(86_400))
        #expect(try await machine.process().use(20) == 10)
    }

    @Test func `a pause is as long after the clock was set as before`() async throws {
        let machine = try machine(perMinute: 0)
        #expect(try await machine.process().use(1, .fresh, .limited(retryAfter: .seconds(100))) == 1)
        machine.clock.jump(by: .seconds(-86_400 * 400))
        let next = machine.process(sleepingOn: SteppingClock(machine.clock))
        _ = try await next.acquire()
        #expect(machine.clock.now.offset == .seconds(100))
    }

    @Test func `after the machine started anew with an earlier clock, nobody waits for the former one`() async throws {
        var machine = try machine(perDay: 2)
        #expect(try await machine.process().use(1) == 1)
        machine.boot = "boot 2"
        machine.upBefore = .seconds(3)
        machine.clock.jump(by: .seconds(-365 * 86_400))
        let next = machine.process(sleepingOn: SteppingClock(machine.clock))
        #expect(try await next.use(2) == 1)
        // The minute was waited for, and the day was the same.
        #expect(machine.clock.now.offset == .seconds(60))
        machine.clock.advance(by: .seconds(86_400))
        #expect(try await next.use(3) == 2)
    }

    @Test func `after the machine started anew later, time has passed`() async throws {
        var machine = try machine()
        #expect(try await machine.process().use(1) == 1)
        machine.boot = "boot 2"
        machine.upBefore = .seconds(-60)
        machine.clock.advance(by: .seconds(61))
        #expect(try machine.standing().left == BudgetLeft(minute: 1, day: 9))
    }

    @Test func `where no boot is known, two readings are not compared`() async throws {
        var machine = try machine()
        machine.boot = ""
        #expect(try await machine.process().use(1) == 1)
        machine.upBefore = .zero
        machine.clock.advance(by: .seconds(60))
        #expect(try machine.standing().left.minute == 1)
    }

    @Test func `the machine's own clock goes forward and says what it counts from`() {
        let (one, two) = (BootClock.system, BootClock.system)
        let uptime = one.uptime
        #expect(one.bootID == two.bootID && one.bootID.utf8.count > 30)
        #expect(uptime > .zero && two.uptime >= uptime)
    }
}
