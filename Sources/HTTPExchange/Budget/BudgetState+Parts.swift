package import Chronology

extension BudgetState {
    package enum Decision: Hashable, Sendable {
        case go(BudgetGrant)
        /// Ask again then; it may turn out to be a little later.
        case wait(until: Instant)
        /// Nothing more until then, since the server said so or refused the query again and again.
        case paused(until: Instant)
        /// Nothing more until then.
        case spent(until: Instant)
        /// Nothing more for a backfill until then: what is left is for what is fresh.
        case reserved(until: Instant)
    }

    /// A grant in the minute bucket.
    package struct Entry: Hashable, Sendable {
        package let id: Int
        /// When it was given, and once it is settled, when that was.
        package internal(set) var at: Instant
        package internal(set) var isSettled: Bool

        package init(id: Int, at: Instant, isSettled: Bool) {
            self.id = id
            self.at = at
            self.isSettled = isSettled
        }
    }

    /// The refusals of one query in a row that named no wait.
    package struct Refusal: Hashable, Sendable {
        package let asker: String
        package internal(set) var count: Int
        /// Before then another one says nothing new.
        package internal(set) var until: Instant

        package init(asker: String, count: Int, until: Instant) {
            self.asker = asker
            self.count = count
            self.until = until
        }

        /// After the first refusal, how many clean minutes must have ended in another before the query is held.
        private static let patience = 3

        /// Whether the query itself waits, and not only for the next minute.
        var isHeld: Bool { count > Self.patience }
    }

    /// The day bucket of one date.
    package struct Day: Hashable, Sendable {
        package let date: CalendarDay
        package internal(set) var used: Int
        /// Whether the server has shown that the day is over before the count says so.
        package internal(set) var isSpent: Bool

        package init(_ date: CalendarDay, used: Int = 0, isSpent: Bool = false) {
            self.date = date
            self.used = used
            self.isSpent = isSpent
        }

        mutating func giveBackOne() { used = max(used - 1, 0) }
    }
}
