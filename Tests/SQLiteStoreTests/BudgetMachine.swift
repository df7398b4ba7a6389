internal import Chronology
internal import HTTPExchange
internal import SQLite
internal import SQLiteStore
internal import Telemetry
internal import TestSupport

/// A machine with a store and a clock, on which processes begin and end.
struct BudgetMachine {
    let store: StoreInspection
    let clock: ManualClock
    var boot = "boot 1"
    /// How long the machine had been up when the clock began.
    var upBefore = Duration.seconds(1_000)
    var rates = BudgetRates(perMinute: 0, perDay: 10)

    /// Noon of 1 July 2015 in UTC, unless told otherwise.
    init(startingAt start: Instant = Instant(secondsSince1970: 1_435_752_000)) throws {
        store = try StoreInspection()
        clock = ManualClock(startingAt: start)
    }

    var bootClock: BootClock { BootClock(bootID: boot) { [clock, upBefore] in clock.now.offset + upBefore } }

    /// The budget as one more process holds it.
    func process(
        provider: String = "nyt", key: String = "k3y", sleepingOn sleep: (any Clock<Duration>)? = nil,
        patience: Duration = .seconds(600), slice: Duration = .seconds(1)
    ) -> StoredBudget {
        StoredBudget(
            path: store.path, provider: provider, key: KeyDigest(of: Secret(key)), rates: rates,
            wallClock: clock.wallClock, bootClock: bootClock, clock: sleep ?? clock, patience: patience, slice: slice)
    }

    func standing(key: String = "k3y") throws -> BudgetStanding {
        try StoredBudget.standing(
            in: store.path, provider: "nyt", key: KeyDigest(of: Secret(key)), rates: rates,
            wallClock: clock.wallClock, bootClock: bootClock)
    }
}

extension StoredBudget {
    /// Asks so often, settles at once, and counts what was granted before it was refused.
    func use(_ count: Int, _ priority: RequestPriority = .fresh, _ answer: BudgetAnswer = .accepted) async throws -> Int
    {
        for used in 0..<count {
            do throws(HTTPError) {
                settle(try await acquire(priority), answer)
            } catch {
                switch error {
                case .daySpent, .dayReserved: return used
                default: throw error
                }
            }
        }
        return count
    }
}
