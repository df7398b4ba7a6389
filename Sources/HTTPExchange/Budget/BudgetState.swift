package import Chronology

/// The minute and day buckets of one key, as a value: an event and an instant in, a decision out.
///
/// A request counts in the minute that follows its *answer*, as only then is it certain that the server has counted it: a
/// first request that takes its time for the connection cannot fall into one minute with the sixth. So no sixty seconds at
/// the server ever see more than the rate. For the same reason a request that is under way at midnight counts in both days,
/// and no day there sees more than its budget. Instants come from the wall, so that the value may be kept in a store and
/// shared; a wall that went back moves the past with it, and `clockJumped` does so for any jump that somebody noticed.
package struct BudgetState: Hashable, Sendable {
    /// The grants that still count, those settled first in front, those in flight at the end.
    package private(set) var entries: [Entry]
    package private(set) var nextID: Int
    /// Nil before the first request.
    package private(set) var today: Day?
    /// The dates left last, the latest first, in case the clock leads back to them over midnight.
    package private(set) var formerDays: [Day]
    /// The end of the last pause; in the past until an answer shows that it helped.
    package private(set) var pausedUntil: Instant?
    /// The queries that were last refused without a wait, those held for an hour among them.
    package private(set) var refusals: [Refusal]
    /// The latest instant seen.
    package private(set) var latest: Instant?

    private static let minute = Duration.seconds(60)
    /// No server is believed for longer: a mistaken date must not stop a daemon for years.
    package static let longestPause = wholeDay
    /// A query that is refused again and again, and a day that was called spent, are tried once in so long.
    private static let probeInterval = Duration.seconds(3_600)
    /// Number of held queries that show the day is spent: one alone may have a problem of its own.
    private static let witnesses = 2
    private static let wholeDay = Duration.seconds(86_400)
    /// A grant that nobody settled for longer belonged to a process that is gone.
    private static let longestExchange = Duration.seconds(600)
    /// How many refused queries are remembered.
    private static let mostRefusals = 100
    /// How many dates are remembered beside today's.
    private static let memory = 3

    /// Nothing asked yet, or what an earlier state was made of.
    package init(
        entries: [Entry] = [], nextID: Int = 0, today: Day? = nil, formerDays: [Day] = [], pausedUntil: Instant? = nil,
        refusals: [Refusal] = [], latest: Instant? = nil
    ) {
        self.entries = entries
        self.nextID = nextID
        self.today = today
        self.formerDays = formerDays
        self.pausedUntil = pausedUntil
        self.refusals = refusals
        self.latest = latest
    }

    /// Requests of the present day.
    package var usedToday: Int { today?.used ?? 0 }

    /// Whether one more request may be made now.
    ///
    /// - Parameter asker: the query that asks: one that is refused again and again is held while others are tried.
    package mutating func ask(
        _ priority: RequestPriority = .fresh, for asker: String = "", at now: Instant, rates: BudgetRates
    ) -> Decision {
        var today = move(to: now, rates)
        let tomorrow = rates.start(of: today.date.adding(days: 1))
        if rates.perDay > 0, today.used >= rates.perDay { return .spent(until: tomorrow) }
        if priority == .backfill, rates.perDay > 0, today.used >= rates.perDay - rates.reservedPerDay {
            return .reserved(until: tomorrow)
        }
        if !today.isSpent, let held = refusals.first(where: { $0.asker == asker && $0.isHeld && $0.until > now }) {
            return .paused(until: held.until)
        }
        if let pausedUntil, pausedUntil > now {
            if today.isSpent { return .spent(until: min(pausedUntil, tomorrow)) }
            return pausedUntil.since(now) > rates.longestWait ? .paused(until: pausedUntil) : .wait(until: pausedUntil)
        }
        if rates.perMinute > 0, entries.count >= rates.perMinute {
            let oldest = entries[entries.count - rates.perMinute]
            return .wait(until: (oldest.isSettled ? oldest.at : now).adding(Self.minute))
        }
        let grant = BudgetGrant(id: nextID, at: now, asker: asker, isProbe: today.isSpent)
        // One probe: others wait for what comes of it.
        if grant.isProbe { pausedUntil = now.adding(Self.probeInterval) }
        guard rates.hasLimit else { return .go(grant) }
        nextID += 1
        today.used += 1
        self.today = today
        entries.append(Entry(id: grant.id, at: now, isSettled: false))
        return .go(grant)
    }

    /// Gives back a grant whose request never went out.
    package mutating func refund(_ grant: BudgetGrant, rates: BudgetRates) {
        entries.removeAll { $0.id == grant.id }
        let date = rates.day(at: grant.at)
        if date == today?.date { today?.giveBackOne() }
        for index in formerDays.indices where formerDays[index].date == date { formerDays[index].giveBackOne() }
    }

    /// Learns how an exchange ended.
    package mutating func settle(_ grant: BudgetGrant, _ answer: BudgetAnswer, at now: Instant, rates: BudgetRates) {
        _ = move(to: now, rates)
        let askedAt = entries.first { $0.id == grant.id }?.at ?? grant.at
        entries.removeAll { $0.id == grant.id }
        if rates.perMinute > 0 {
            // Also one that was let go meanwhile: the server has counted it all the same.
            let settled = Entry(id: grant.id, at: now, isSettled: true)
            entries.insert(settled, at: entries.firstIndex { !$0.isSettled } ?? entries.endIndex)
        }
        // What was under way when a pause began says nothing about whether the pause helped.
        let isNews = pausedUntil.map { askedAt >= $0 } ?? true
        switch answer {
        case .accepted where grant.isProbe:
            today?.isSpent = false
            refusals = []
            pausedUntil = nil
        case .accepted where isNews:
            pausedUntil = nil
            refusals.removeAll { $0.asker == grant.asker }
        case .limited(let retryAfter?): penalise(until: now.adding(retryAfter), at: now, rates: rates)
        case .limited(nil):
            refuse(grant.asker, askedAt: askedAt, at: now)
            if refusals.count(where: \.isHeld) >= Self.witnesses { today?.isSpent = true }
            let wait = today?.isSpent == true ? Self.probeInterval : Self.minute
            penalise(until: now.adding(wait), at: now, rates: rates)
        case .accepted, .unheard: break
        }
    }

    /// Counts a refusal, unless its request was under way before an earlier one had been waited for.
    private mutating func refuse(_ asker: String, askedAt: Instant, at now: Instant) {
        guard let index = refusals.firstIndex(where: { $0.asker == asker }) else {
            refusals.append(Refusal(asker: asker, count: 1, until: now.adding(Self.minute)))
            if refusals.count > Self.mostRefusals { refusals.removeFirst() }
            return
        }
        guard askedAt >= refusals[index].until else { return }
        refusals[index].count += 1
        refusals[index].until = now.adding(refusals[index].isHeld ? Self.probeInterval : Self.minute)
    }

    /// Makes no request before an instant, or for a day where that is later.
    package mutating func penalise(until instant: Instant, at now: Instant, rates: BudgetRates) {
        _ = move(to: now, rates)
        let bounded = min(instant, now.adding(Self.longestPause))
        pausedUntil = max(pausedUntil ?? bounded, bounded)
    }

    /// Moves what is remembered along with a clock that was set, so that waits stay as long as they were.
    ///
    /// The date that the clock comes to is at least as spent as the one it left: which of the two the server goes by
    /// cannot be told, so that nothing is given twice, and at worst a day's rest is lost.
    package mutating func clockJumped(by distance: Duration, rates: BudgetRates) {
        for index in entries.indices { entries[index].at = entries[index].at.adding(distance) }
        for index in refusals.indices { refusals[index].until = refusals[index].until.adding(distance) }
        pausedUntil = pausedUntil?.adding(distance)
        guard let latest else { return }
        self.latest = latest.adding(distance)
        if distance >= Self.wholeDay || distance <= .zero - Self.wholeDay {
            // The dates so far mean nothing on the clock as it is now.
            formerDays = []
            today = today.map { Day(rates.day(at: latest.adding(distance)), used: $0.used, isSpent: $0.isSpent) }
        }
        _ = turn(to: rates.day(at: latest.adding(distance)), carrying: true)
    }

    private mutating func move(to now: Instant, _ rates: BudgetRates) -> Day {
        if let latest, now < latest { clockJumped(by: now.since(latest), rates: rates) }
        latest = now
        entries.removeAll { now.since($0.at) >= ($0.isSettled ? Self.minute : Self.longestExchange) }
        return turn(to: rates.day(at: now), carrying: false)
    }

    private mutating func turn(to date: CalendarDay, carrying: Bool) -> Day {
        guard let former = today, former.date != date else {
            let day = today ?? Day(date)
            today = day
            return day
        }
        var day = formerDays.first { $0.date == date } ?? Day(date)
        if carrying || date < former.date {
            day.used = max(day.used, former.used)
            day.isSpent = day.isSpent || former.isSpent
        } else {
            day.used += entries.count { !$0.isSettled }
            refusals = []
        }
        formerDays = Array(([former] + formerDays.filter { $0.date != date }).prefix(Self.memory))
        today = day
        return day
    }
}

extension BudgetState {
    /// What is left at an instant.
    package func left(at now: Instant, rates: BudgetRates) -> BudgetLeft { standing(at: now, rates: rates).left }

    /// What can be said at an instant; asks for nothing.
    package func standing(at now: Instant, rates: BudgetRates) -> BudgetStanding {
        var state = self
        let today = state.move(to: now, rates)
        let day = today.isSpent ? 0 : rates.perDay > 0 ? max(rates.perDay - today.used, 0) : nil
        let minute = rates.perMinute > 0 ? max(rates.perMinute - state.entries.count, 0) : nil
        return BudgetStanding(
            left: BudgetLeft(minute: minute, day: day),
            dayReturnsAt: day.map { _ in rates.start(of: today.date.adding(days: 1)) },
            pausedUntil: state.pausedUntil.flatMap { $0 > now ? $0 : nil })
    }
}

extension BudgetState {
    /// Whether another state means the same to whoever asks, whatever the time.
    package func saysTheSame(as other: BudgetState) -> Bool {
        var other = other
        other.latest = latest
        return self == other
    }
}
