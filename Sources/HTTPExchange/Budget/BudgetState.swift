package import Chronology

/// The minute and day buckets of one key, as a value: an event and an instant in, a decision out.
///
/// A request counts in the minute that follows its *answer*, as only then is it certain that the server has counted it: a
/// first request that takes its time for the connection cannot fall into one minute with the sixth. So no sixty seconds at
/// the server ever see more than the rate. Instants come from the wall, so that the value may be kept in a store and
/// shared; a wall that went back moves the past with it, and `clockJumped` does so for any jump that somebody noticed.
package struct BudgetState: Hashable, Sendable {
    package enum Decision: Hashable, Sendable {
        case go(BudgetGrant)
        /// Ask again then; it may turn out to be a little later.
        case wait(until: Instant)
        /// Nothing more until then.
        case spent(until: Instant)
    }

    /// A grant in the minute bucket.
    package struct Entry: Hashable, Sendable {
        package let id: Int
        /// When it was given, and once it is settled, when that was.
        package fileprivate(set) var at: Instant
        package fileprivate(set) var isSettled = false
    }

    /// The grants that still count, those settled first in front, those in flight at the end.
    package private(set) var entries: [Entry] = []
    package private(set) var nextID = 0
    package private(set) var day: CalendarDay?
    package private(set) var usedToday = 0
    /// Whether the server has shown that the day is over before the count says so.
    package private(set) var isDaySpent = false
    /// The end of the last pause; in the past until an answer shows that it helped.
    package private(set) var pausedUntil: Instant?
    /// Minutes in a row without a request that still ended in another refusal.
    package private(set) var cleanMinutes = 0
    /// The latest instant seen.
    package private(set) var latest: Instant?

    private static let minute = Duration.seconds(60)
    /// No server is believed for longer: a mistaken date must not stop a daemon for years.
    private static let longestPause = Duration.seconds(86_400)
    /// A grant that nobody settled for longer belonged to a process that is gone.
    private static let longestExchange = Duration.seconds(600)
    /// After how many clean minutes a day counts as spent.
    private static let patience = 3

    package init() {}

    /// Whether one more request may be made now.
    package mutating func ask(at now: Instant, rates: BudgetRates) -> Decision {
        move(to: now, rates)
        let tomorrow = rates.start(of: rates.day(at: now).adding(days: 1))
        if isDaySpent || rates.perDay > 0 && usedToday >= rates.perDay { return .spent(until: tomorrow) }
        if let pausedUntil, pausedUntil > now {
            return pausedUntil.since(now) > rates.longestWait ? .spent(until: pausedUntil) : .wait(until: pausedUntil)
        }
        if rates.perMinute > 0, entries.count >= rates.perMinute {
            let oldest = entries[entries.count - rates.perMinute]
            return .wait(until: (oldest.isSettled ? oldest.at : now).adding(Self.minute))
        }
        let grant = BudgetGrant(id: nextID, at: now)
        nextID += 1
        usedToday += 1
        if rates.perMinute > 0 { entries.append(Entry(id: grant.id, at: now)) }
        return .go(grant)
    }

    /// Gives back a grant whose request never went out.
    package mutating func refund(_ grant: BudgetGrant, rates: BudgetRates) {
        entries.removeAll { $0.id == grant.id }
        if rates.day(at: grant.at) == day { usedToday = max(usedToday - 1, 0) }
    }

    /// Learns how an exchange ended.
    package mutating func settle(_ grant: BudgetGrant, _ answer: BudgetAnswer, at now: Instant, rates: BudgetRates) {
        move(to: now, rates)
        if let index = entries.firstIndex(where: { $0.id == grant.id }) {
            var entry = entries.remove(at: index)
            entry.at = now
            entry.isSettled = true
            entries.insert(entry, at: entries.firstIndex { !$0.isSettled } ?? entries.endIndex)
        }
        // What was under way when a pause began says nothing about whether the pause helped.
        let isNews = pausedUntil.map { grant.at >= $0 } ?? true
        switch answer {
        case .accepted where isNews:
            pausedUntil = nil
            cleanMinutes = 0
        case .limited(let retryAfter?): penalise(until: now.adding(retryAfter), at: now, rates: rates)
        case .limited(nil):
            if isNews, pausedUntil != nil { cleanMinutes += 1 }
            if cleanMinutes >= Self.patience { isDaySpent = true }
            penalise(until: now.adding(Self.minute), at: now, rates: rates)
        case .accepted, .unheard: break
        }
    }

    /// Makes no request before an instant, or for a day where that is later.
    package mutating func penalise(until instant: Instant, at now: Instant, rates: BudgetRates) {
        move(to: now, rates)
        let bounded = min(instant, now.adding(Self.longestPause))
        pausedUntil = max(pausedUntil ?? bounded, bounded)
    }

    /// Moves what is remembered along with a clock that was set, so that waits stay as long as they were.
    package mutating func clockJumped(by distance: Duration) {
        for index in entries.indices { entries[index].at = entries[index].at.adding(distance) }
        pausedUntil = pausedUntil?.adding(distance)
        latest = latest?.adding(distance)
    }

    /// What is left at an instant.
    package func left(at now: Instant, rates: BudgetRates) -> BudgetLeft {
        var state = self
        state.move(to: now, rates)
        let day = state.isDaySpent ? 0 : rates.perDay > 0 ? max(rates.perDay - state.usedToday, 0) : nil
        let minute = rates.perMinute > 0 ? max(rates.perMinute - state.entries.count, 0) : nil
        return BudgetLeft(minute: minute, day: day)
    }

    private mutating func move(to now: Instant, _ rates: BudgetRates) {
        if let latest, now < latest { clockJumped(by: now.since(latest)) }
        latest = now
        entries.removeAll { now.since($0.at) >= ($0.isSettled ? Self.minute : Self.longestExchange) }
        let today = rates.day(at: now)
        // A day that went back is the same budget under an earlier date: nothing is given twice, nothing is lost for long.
        if let day, today > day {
            usedToday = 0
            isDaySpent = false
            cleanMinutes = 0
        }
        day = today
    }
}
