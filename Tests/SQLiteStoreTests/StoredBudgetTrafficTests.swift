internal import Chronology
internal import HTTPExchange
internal import SQLiteStore
internal import Synchronization
internal import TestSupport
internal import Testing

/// Processes on one file, whose requests take their time while others ask.
@Suite(.timeLimit(.minutes(5))) struct StoredBudgetTrafficTests {
    /// What is under way, and what the server has counted.
    private final class Traffic: Sendable {
        struct Exchange {
            let budget: StoredBudget
            let grant: BudgetGrant
            let end: ManualClock.Instant
            let answer: BudgetAnswer
        }

        let clock: ManualClock
        private let underWay = Mutex<[Exchange]>([])
        let arrivals = Mutex<[Duration]>([])

        init(_ clock: ManualClock) { self.clock = clock }

        func add(_ exchange: Exchange, arrivingAt arrival: Duration) {
            underWay.withLock { $0.append(exchange) }
            arrivals.withLock { $0.append(arrival) }
        }

        /// Lets time pass, answers coming in as it does.
        func pass(to deadline: ManualClock.Instant) async {
            while let exchange = next(before: deadline) {
                if exchange.end > clock.now { clock.advance(by: clock.now.duration(to: exchange.end)) }
                await exchange.budget.settle(exchange.grant, exchange.answer)
            }
            if deadline > clock.now { clock.advance(by: clock.now.duration(to: deadline)) }
        }

        private func next(before deadline: ManualClock.Instant) -> Exchange? {
            underWay.withLock { underWay in
                let due = underWay.indices.filter { underWay[$0].end <= deadline }
                return due.min { underWay[$0].end < underWay[$1].end }.map { underWay.remove(at: $0) }
            }
        }
    }

    /// Requests of several processes that end and begin anew, until a time; tells what the server counted.
    private func arrivals(
        on machine: BudgetMachine, processes count: Int, until end: Duration, seed: UInt64
    ) async throws -> [Duration] {
        var random = Dice(seed: seed)
        let traffic = Traffic(machine.clock)
        let sleep = SteppingClock(machine.clock) { await traffic.pass(to: $0) }
        var processes = (0..<count).map { _ in machine.process(sleepingOn: sleep) }
        while machine.clock.now.offset < end {
            let index = Int.random(in: 0..<count, using: &random)
            if Int.random(in: 0..<60, using: &random) == 0 { processes[index] = machine.process(sleepingOn: sleep) }
            do throws(HTTPError) {
                let grant = try await processes[index].acquire()
                let (now, chance) = (machine.clock.now, Int.random(in: 0..<1_000, using: &random))
                let length = Duration.milliseconds(
                    Int.random(in: 20...(chance % 20 == 0 ? 30_000 : 900), using: &random))
                switch chance {
                case 0..<5: await processes[index].refund(grant)
                default:
                    let answer: BudgetAnswer =
                        switch chance {
                        case 5..<10: .limited(retryAfter: .seconds(Int.random(in: 0...90, using: &random)))
                        case 10..<15: .limited(retryAfter: nil)
                        case 15..<20: .unheard
                        default: .accepted
                        }
                    traffic.add(
                        .init(budget: processes[index], grant: grant, end: now.advanced(by: length), answer: answer),
                        arrivingAt: now.offset + length * Double.random(in: 0...1, using: &random))
                }
                await traffic.pass(to: now.advanced(by: .milliseconds(Int.random(in: 0...1_000, using: &random))))
            } catch {
                guard case .daySpent(let until?) = error else { throw error }
                // Nobody misses midnight.
                await traffic.pass(to: machine.clock.now.advanced(by: until.since(machine.clock.wallClock.now)))
            }
        }
        return traffic.arrivals.withLock { $0.sorted() }
    }

    private func expectNoSpan(over rate: Int, in arrivals: [Duration]) {
        for index in arrivals.indices.dropFirst(rate) {
            #expect(arrivals[index] - arrivals[index - rate] >= .milliseconds(59_999))
        }
    }

    @Test(arguments: 0..<4)
    func `however the requests of two processes mingle, no sixty seconds and no day hold more than the rates`(
        seed: UInt64
    ) async throws {
        var machine = try BudgetMachine()
        var random = Dice(seed: seed + 9)
        machine.rates = BudgetRates(
            perMinute: Int.random(in: 1...6, using: &random), perDay: Int.random(in: 15...30, using: &random))
        let arrivals = try await arrivals(on: machine, processes: 2, until: .seconds(2 * 86_400), seed: seed)
        expectNoSpan(over: machine.rates.perMinute, in: arrivals)
        var days: [CalendarDay: Int] = [:]
        let start = Instant(secondsSince1970: 1_435_752_000)
        for arrival in arrivals { days[start.adding(arrival).utcDay, default: 0] += 1 }
        #expect(days.values.allSatisfy { $0 <= machine.rates.perDay })
        #expect(arrivals.count > machine.rates.perDay * 2)
    }

    /// The days around which the clocks of New York change, on the file and so with fewer requests; the year of 500 a day
    /// is tested on the value.
    @Test(arguments: ["2015-03-07", "2015-10-31"])
    func `days of 23 and 25 hours under 5 a minute and 60 a day are used to their end and not beyond`(
        first: String
    ) async throws {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        let start = zone.startOfDay(try #require(DayFormat.iso.day(from: first)))
        var machine = try BudgetMachine(startingAt: start)
        machine.rates = BudgetRates(perMinute: 5, perDay: 60, zone: zone)
        let arrivals = try await arrivals(on: machine, processes: 1, until: .seconds(3 * 86_400 - 3_600), seed: 7)
        expectNoSpan(over: 5, in: arrivals)
        var days: [CalendarDay: Int] = [:]
        for arrival in arrivals { days[zone.day(at: start.adding(arrival)), default: 0] += 1 }
        #expect(days.count == 3 && days.values.allSatisfy { (50...60).contains($0) }, "\(days)")
    }
}
