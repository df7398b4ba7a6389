package import Chronology

/// How many requests a key may make; zero is no limit.
package struct BudgetRates: Hashable, Sendable {
    /// In any sixty seconds.
    package var perMinute: Int
    /// In a calendar day of the zone.
    package var perDay: Int
    /// The last of each day's requests, which no backfill gets.
    package var reservedPerDay: Int
    /// Where the provider's day begins; nil is UTC.
    package var zone: TimeZone?
    /// A pause longer than this is not worth waiting for: the run is parked until its end.
    package var longestWait: Duration

    package init(
        perMinute: Int, perDay: Int, reservedPerDay: Int = 0, zone: TimeZone? = nil,
        longestWait: Duration = .seconds(900)
    ) {
        self.perMinute = perMinute
        self.perDay = perDay
        self.reservedPerDay = reservedPerDay
        self.zone = zone
        self.longestWait = longestWait
    }

    /// Whether there is anything to count.
    package var hasLimit: Bool { perMinute > 0 || perDay > 0 }

    func day(at instant: Instant) -> CalendarDay { zone?.day(at: instant) ?? instant.utcDay }

    func start(of day: CalendarDay) -> Instant { zone?.startOfDay(day) ?? Instant(startOf: day) }
}

/// The leave to make one request.
package struct BudgetGrant: Hashable, Sendable {
    package let id: Int
    package let at: Instant
    /// The query that asks.
    package let asker: String
    /// Whether it tries a day that the server has called spent.
    package let isProbe: Bool

    package init(id: Int, at: Instant, asker: String = "", isProbe: Bool = false) {
        self.id = id
        self.at = at
        self.asker = asker
        self.isProbe = isProbe
    }
}

/// What an exchange says about the budget.
package enum BudgetAnswer: Hashable, Sendable {
    /// An answer, whatever it was, that was not about the rate.
    case accepted
    /// The server says that there were too many, and perhaps how long to wait.
    case limited(retryAfter: Duration?)
    /// No answer, though the server may have counted the request.
    case unheard
}

/// What is left of a budget at an instant; nil is no limit.
package struct BudgetLeft: Hashable, Sendable {
    package let minute: Int?
    package let day: Int?

    package init(minute: Int?, day: Int?) {
        self.minute = minute
        self.day = day
    }
}

/// Where a budget stands at an instant, for people.
package struct BudgetStanding: Hashable, Sendable {
    package let left: BudgetLeft
    /// When the day's budget is whole again; nil where the day has no limit.
    package let dayReturnsAt: Instant?
    /// Until when nothing is asked because the server said so; nil where it has not, or that is over.
    package let pausedUntil: Instant?

    package init(left: BudgetLeft, dayReturnsAt: Instant?, pausedUntil: Instant?) {
        self.left = left
        self.dayReturnsAt = dayReturnsAt
        self.pausedUntil = pausedUntil
    }
}
