internal import Chronology
internal import HTTPExchange
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct BudgetYearTests {
    /// A request that is under way.
    private struct Exchange {
        let grant: BudgetGrant
        let end: Int64
        /// Nil where the process is killed meanwhile.
        let answer: BudgetAnswer?
    }

    /// A year of the value alone: what the file adds is tested with the store.
    @Test func `over a year under 5 a minute and 500 a day no span and no day at the server exceeds them`() throws {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        let rates = BudgetRates(perMinute: 5, perDay: 500, reservedPerDay: 50, zone: zone)
        let first = Instant(startOf: try #require(CalendarDay(year: 2015, month: 1, day: 1)))
        let length: Int64 = 365 * 86_400_000
        var random = Dice(seed: 2_015)
        var state = BudgetState()
        var now: Int64 = 0
        var underWay: [Exchange] = []
        // When the server counted each request; the days of those of a backfill, by what had been used before.
        var arrivals: [Int64] = []
        var usedBeforeBackfill = 0
        func instant(_ time: Int64) -> Instant { first.adding(.milliseconds(time)) }
        func pass(to time: Int64) {
            for exchange in underWay.filter({ $0.end <= time }).sorted(by: { $0.end < $1.end }) {
                guard let answer = exchange.answer else { continue }
                state.settle(exchange.grant, answer, at: instant(exchange.end), rates: rates)
            }
            underWay.removeAll { $0.end <= time }
            now = time
        }
        while now < length {
            if Int.random(in: 0..<500, using: &random) == 0 {
                // Another process reads what the former left; now and then long after.
                state = BudgetState(
                    entries: state.entries, nextID: state.nextID, today: state.today, formerDays: state.formerDays,
                    pausedUntil: state.pausedUntil, refusals: state.refusals, latest: state.latest)
                if Bool.random(using: &random) { pass(to: now + Int64.random(in: 0...600_000, using: &random)) }
            }
            let priority = RequestPriority.allCases.randomElement(using: &random) ?? .fresh
            switch state.ask(priority, at: instant(now), rates: rates) {
            case .go(let grant):
                if priority == .backfill { usedBeforeBackfill = max(usedBeforeBackfill, state.usedToday - 1) }
                let chance = Int.random(in: 0..<1_000, using: &random)
                if chance < 5 {
                    state.refund(grant, rates: rates)
                    break
                }
                let time = Int64.random(in: 50...(chance % 20 == 0 ? 30_000 : 900), using: &random)
                let answer: BudgetAnswer? =
                    switch chance {
                    case 5..<7: nil
                    case 7..<15: .limited(retryAfter: nil)
                    case 15..<20: .limited(retryAfter: .seconds(Int64.random(in: 0...90, using: &random)))
                    case 20..<25: .unheard
                    default: .accepted
                    }
                arrivals.append(Int64.random(in: now...(now + time), using: &random))
                underWay.append(Exchange(grant: grant, end: now + time, answer: answer))
                if Bool.random(using: &random) { pass(to: now + Int64.random(in: 0...2_000, using: &random)) }
            case .wait(let until):
                let next = until.since(first).milliseconds
                #expect(next > now)
                pass(to: min(next, underWay.map(\.end).filter { $0 > now }.min() ?? next))
            case .reserved(let until), .spent(let until), .paused(let until):
                #expect(until > instant(now))
                // A backfill comes back when fresh days have used the rest; nobody misses midnight.
                let isReserved = state.usedToday < 500
                let pause =
                    isReserved ? Int64.random(in: 0...600_000, using: &random) : until.since(instant(now)).milliseconds
                pass(to: now + pause)
            }
        }
        arrivals.sort()
        for index in arrivals.indices.dropFirst(5) where arrivals[index] - arrivals[index - 5] < 60_000 {
            Issue.record("six requests in sixty seconds from \(instant(arrivals[index - 5]))")
        }
        var days: [CalendarDay: Int] = [:]
        for time in arrivals { days[zone.day(at: instant(time)), default: 0] += 1 }
        for (day, count) in days where count > 500 { Issue.record("\(count) requests on \(day)") }
        // Nor is the budget left lying: days of 23 and of 25 hours too are used to their end.
        for day in ["2015-03-08", "2015-11-01", "2015-07-04"] {
            let count = days[try #require(DayFormat.iso.day(from: day))] ?? 0
            #expect(count > 470, "\(day): \(count)")
        }
        #expect(arrivals.count > 178_000)
        #expect(usedBeforeBackfill == 449)
    }
}
