internal import Chronology
internal import HTTPExchange
internal import SQLite
internal import SQLiteStore
internal import Synchronization
internal import Telemetry
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct StoredBudgetTests {
    private let midnight = Instant(secondsSince1970: 1_435_795_200)

    @Test func `a budget goes on in the next process where the last one ended`() async throws {
        let machine = try BudgetMachine()
        #expect(try await machine.process().use(7) == 7)
        let second = machine.process()
        #expect(try await second.use(7) == 3)
        await #expect(throws: HTTPError.daySpent(until: midnight)) { try await second.acquire() }
        machine.clock.advance(by: .seconds(12 * 3_600))
        #expect(try await machine.process().use(11) == 10)
        try machine.store.check()
    }

    @Test func `every provider and every key has a budget of its own, and no key is written`() async throws {
        let machine = try BudgetMachine()
        for (provider, key) in [("nyt", "one-key"), ("nyt", "another"), ("sea", "one-key")] {
            #expect(try await machine.process(provider: provider, key: key).use(11) == 10)
        }
        #expect(try machine.store.number("SELECT count(*) FROM _budgets") == 3)
        let digests = try machine.store.column("SELECT DISTINCT digest FROM _budgets ORDER BY 1")
        #expect(digests.count == 2)
        for case .text(let digest) in digests { #expect(digest.utf8.count == 8) }
        let rows = try Connection(path: machine.store.path, access: .readOnly).all("SELECT * FROM _budgets") { row in
            row.values.map { "\($0)" }.joined()
        }
        #expect(rows.count == 3 && !rows.joined().contains("one-key") && !rows.joined().contains("another"))
        #expect(KeyDigest(of: nil).description.isEmpty)
    }

    @Test func `a backfill leaves the reserve alone, whichever process spends the rest`() async throws {
        var machine = try BudgetMachine()
        machine.rates.reservedPerDay = 4
        #expect(try await machine.process().use(10, .backfill) == 6)
        let other = machine.process()
        await #expect(throws: HTTPError.dayReserved(until: midnight)) { try await other.acquire(.backfill) }
        #expect(try await other.use(10) == 4)
    }

    @Test func `a 429 that one process got makes the others wait`() async throws {
        let machine = try BudgetMachine()
        let (first, second) = (machine.process(), machine.process())
        await first.settle(try await first.acquire(), .limited(retryAfter: .seconds(30)))
        async let grant = second.acquire()
        await machine.clock.sleepers()
        #expect(machine.clock.nextWake == .seconds(30))
        machine.clock.advance(by: .seconds(30))
        _ = try await grant
        await first.penalise(until: machine.clock.wallClock.now.adding(.seconds(7_200)))
        let until = machine.clock.wallClock.now.adding(.seconds(7_200))
        await #expect(throws: HTTPError.paused(until: until)) { try await second.acquire() }
    }

    @Test func `a stated wait is kept without a limit too, and nothing else is written`() async throws {
        var machine = try BudgetMachine()
        machine.rates = BudgetRates(perMinute: 0, perDay: 0)
        #expect(try await machine.process().use(3) == 3)
        #expect(throws: (any Error).self, "no store is made to count nothing") {
            try machine.store.number("SELECT count(*) FROM _budgets")
        }
        let first = machine.process()
        await first.settle(try await first.acquire(), .limited(retryAfter: .seconds(86_400)))
        let until = machine.clock.wallClock.now.adding(.seconds(86_400))
        await #expect(throws: HTTPError.paused(until: until)) { try await machine.process().acquire() }
        #expect(try machine.standing().pausedUntil == until)
        #expect(try machine.store.column("SELECT used || minute || next_id FROM _budgets") == [.text("0[]0")])
        machine.clock.advance(by: .seconds(86_400))
        #expect(try await machine.process().use(100) == 100)
        #expect(
            try machine.standing()
                == BudgetStanding(
                    left: BudgetLeft(minute: nil, day: nil), dayReturnsAt: nil, pausedUntil: nil))
    }

    @Test func `which queries are refused is known to the next process, whatever their names`() async throws {
        let machine = try BudgetMachine()
        let names = ["a \"b\"\n\\ ü", "c"]
        for _ in 0..<4 {
            let budget = machine.process()
            await budget.settle(try await budget.acquire(.fresh, for: names[0]), .limited(retryAfter: nil))
            machine.clock.advance(by: .seconds(60))
        }
        let until = machine.clock.wallClock.now.adding(.seconds(3_540))
        await #expect(throws: HTTPError.paused(until: until)) {
            try await machine.process().acquire(.fresh, for: names[0])
        }
        let other = machine.process()
        await other.settle(try await other.acquire(.fresh, for: names[1]), .accepted)
        await #expect(throws: HTTPError.paused(until: until)) {
            try await machine.process().acquire(.fresh, for: names[0])
        }
    }

    @Test func `a refund is given back for all`() async throws {
        let machine = try BudgetMachine()
        let first = machine.process()
        #expect(try await first.use(9) == 9)
        let grant = try await first.acquire()
        #expect(try await machine.process().use(1) == 0)
        await first.refund(grant)
        #expect(try await machine.process().use(2) == 1)
    }

    @Test func `the place of a process that was killed is held for ten minutes and then given on`() async throws {
        var machine = try BudgetMachine()
        machine.rates = BudgetRates(perMinute: 2, perDay: 10)
        // Killed between the asking and the answer, twice.
        for _ in 0..<2 { _ = try await machine.process().acquire() }
        machine.clock.advance(by: .seconds(300))
        #expect(try machine.standing().left == BudgetLeft(minute: 0, day: 8))
        let next = machine.process(sleepingOn: SteppingClock(machine.clock))
        _ = try await next.acquire()
        #expect(machine.clock.now.offset == .seconds(600))
        #expect(try machine.standing().left == BudgetLeft(minute: 1, day: 7))
    }

    @Test func `many at once in two processes get what there is and not one more`() async throws {
        var machine = try BudgetMachine()
        machine.rates = BudgetRates(perMinute: 0, perDay: 60)
        let processes = [machine.process(), machine.process()]
        let counts = await withTaskGroup(of: Int.self) { group in
            for task in 0..<16 { group.addTask { (try? await processes[task % 2].use(10)) ?? -1_000 } }
            return await group.reduce(0, +)
        }
        #expect(counts == 60)
        #expect(try machine.store.number("SELECT used FROM _budgets") == 60)
    }

    @Test func `nothing is opened before the first request`() async throws {
        let machine = try BudgetMachine()
        let budget = machine.process()
        #expect(throws: (any Error).self) { try machine.store.number("SELECT 1") }
        _ = try await budget.acquire()
        #expect(try machine.store.number("SELECT used FROM _budgets") == 1)
    }

    @Test func `what is left is told without making or changing the store`() async throws {
        var machine = try BudgetMachine()
        machine.rates = BudgetRates(perMinute: 5, perDay: 10)
        let whole = BudgetStanding(left: BudgetLeft(minute: 5, day: 10), dayReturnsAt: midnight, pausedUntil: nil)
        #expect(try machine.standing() == whole)
        #expect(throws: (any Error).self) { try machine.store.number("SELECT 1") }
        let budget = machine.process()
        await budget.settle(try await budget.acquire(), .limited(retryAfter: .seconds(90)))
        let row = try Connection(path: machine.store.path, access: .readOnly).all("SELECT * FROM _budgets") {
            $0.values
        }
        machine.clock.advance(by: .seconds(10))
        #expect(
            try machine.standing()
                == BudgetStanding(
                    left: BudgetLeft(minute: 4, day: 9), dayReturnsAt: midnight,
                    pausedUntil: machine.clock.wallClock.now.adding(.seconds(80))))
        #expect(try machine.standing(key: "other") == whole)
        #expect(
            try Connection(path: machine.store.path, access: .readOnly).all("SELECT * FROM _budgets") { $0.values }
                == row)
    }

    @Test func `a store that another writer holds is waited for, and no longer than patience lasts`() async throws {
        let machine = try BudgetMachine()
        _ = try await machine.process().acquire()
        let writer = try Connection(path: machine.store.path, access: .readWrite)
        try writer.execute("BEGIN IMMEDIATE")
        let patient = Task { await machine.process(slice: .milliseconds(1)).outcome() }
        let cancelled = Task { await machine.process(slice: .milliseconds(1)).outcome() }
        let hasty = machine.process(patience: .milliseconds(50))
        let error = await #expect(throws: HTTPError.self) { try await hasty.acquire() }
        guard case .noBudget(let detail) = error else { throw TestFailure("not \(error as Any)") }
        #expect(detail.contains("count a request to nyt in ") && detail.contains("another program is writing"))
        // Cancelled while it waits, it takes nothing.
        cancelled.cancel()
        guard case .failure(.cancelled) = await cancelled.value else { throw TestFailure("not cancelled") }
        try writer.execute("COMMIT")
        _ = try await patient.value.get()
        #expect(try machine.store.number("SELECT used FROM _budgets") == 2)
    }

    @Test func `an answer that cannot be written is said in the log`() async throws {
        let machine = try BudgetMachine()
        let memory = LogMemory()
        let budget = StoredBudget(
            path: machine.store.path, provider: "nyt", key: KeyDigest(of: nil), rates: machine.rates,
            wallClock: machine.clock.wallClock, bootClock: machine.bootClock, clock: machine.clock,
            patience: .milliseconds(10), logger: memory.logger())
        let grant = try await budget.acquire()
        let writer = try Connection(path: machine.store.path, access: .readWrite)
        try writer.execute("BEGIN IMMEDIATE")
        await budget.settle(grant, .accepted)
        try writer.execute("COMMIT")
        #expect(memory.events.map(\.message) == ["the budget was not told how a request ended"])
    }

    @Test(arguments: [
        "minute = '[[1,\"x\",0]]'", "minute = 'no JSON'", "day = 'today'", "seen_at = ''",
        "former_days = '[[1,2,3]]'", "former_days = '['", "used = 9223372036854775807", "used = -1",
        "next_id = 9223372036854775807", "paused_until = 'soon'", "minute = '[[1,1435838400500]]'",
    ]) func `a row that cannot be read stops requests and says how to go on`(change: String) async throws {
        let machine = try BudgetMachine()
        _ = try await machine.process().acquire()
        try machine.store.execute("UPDATE _budgets SET " + change)
        let error = await #expect(throws: HTTPError.self) { try await machine.process().acquire() }
        guard case .noBudget(let detail) = error else { throw TestFailure("not \(error as Any)") }
        #expect(detail.contains("the row of nyt in _budgets cannot be read; delete it"), "\(detail)")
    }

    @Test func `a row says all that there is to know`() async throws {
        var machine = try BudgetMachine()
        machine.rates = BudgetRates(perMinute: 5, perDay: 10)
        let budget = machine.process()
        #expect(try await budget.use(2) == 2)
        machine.clock.advance(by: .milliseconds(86_400_500))
        _ = try await budget.acquire()
        let row = try Connection(path: machine.store.path, access: .readOnly).first(
            """
            SELECT provider, digest, day, used, is_spent, former_days, minute, next_id, paused_until, clean_minutes,
                seen_at, uptime_ms, boot_id FROM _budgets
            """
        ) { $0.values }
        #expect(
            row == [
                "nyt", .text(KeyDigest(of: Secret("k3y")).description), "2015-07-02", 1, 0, "[[\"2015-07-01\",2,0]]",
                "[[2,1435838400500,0]]", 3, nil, 0, "2015-07-02T12:00:00.500Z", 87_400_500, "boot 1",
            ])
    }
}

extension StoredBudget {
    fileprivate func outcome() async -> Result<BudgetGrant, HTTPError> {
        do throws(HTTPError) { return .success(try await acquire()) } catch { return .failure(error) }
    }
}
