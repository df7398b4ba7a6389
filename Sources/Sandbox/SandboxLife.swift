internal import Chronology

/// What happens to the articles of a sandbox while it is paged through.
///
/// After every so many pages one of each kind happens, until each kind has happened as often as it is to. A page is a
/// search that was answered well; refusals and faults do not count. The same seed and the same requests give the same
/// life.
package struct SandboxLife: Hashable, Sendable {
    /// New articles that are published after all others, on the last day at the latest.
    package var arrivals = 0
    /// New articles on days of chance: indexed late.
    package var lateArrivals = 0
    /// Articles that are gone.
    package var departures = 0
    /// Articles whose date becomes a later day.
    package var moves = 0
    /// Articles that get another headline, abstract and word count.
    package var changes = 0
    /// After every so many pages; at least 1.
    package var every = 7

    package init(
        arrivals: Int = 0, lateArrivals: Int = 0, departures: Int = 0, moves: Int = 0, changes: Int = 0, every: Int = 7
    ) {
        self.arrivals = arrivals
        self.lateArrivals = lateArrivals
        self.departures = departures
        self.moves = moves
        self.changes = changes
        self.every = every
    }

    enum Event: UInt64, CaseIterable { case arrival, lateArrival, departure, move, change }

    /// What happens after so many pages, and the how many-th time it is.
    func events(after pages: Int) -> (events: [Event], time: Int) {
        let every = max(every, 1)
        guard pages > 0, pages % every == 0 else { return ([], 0) }
        let time = pages / every
        return (Event.allCases.filter { time <= count(of: $0) }, time)
    }

    private func count(of event: Event) -> Int {
        switch event {
        case .arrival: arrivals
        case .lateArrival: lateArrivals
        case .departure: departures
        case .move: moves
        case .change: changes
        }
    }
}

extension SandboxCorpus {
    /// Lets something happen, to an article of chance.
    ///
    /// - Returns: the index of the article, nil where there is none that it could happen to.
    mutating func live(_ event: SandboxLife.Event, _ random: inout SeededRandom) -> Int? {
        switch event {
        case .arrival: return publish(at: nextInstant(&random))
        case .lateArrival:
            let day = invention.plan.drawDay(&random)
            return publish(at: invention.plan.instant(on: day, &random))
        case .departure: return draw(from: published(from: nil, to: nil), &random).flatMap { retract($0) ? $0 : nil }
        case .move:
            let last = invention.plan.days.to
            guard let index = draw(from: published(from: nil, to: last.adding(days: -1)), &random) else { return nil }
            let day = instant(index).utcDay
            let later = day.adding(days: 1 + random.below(last.daysSince1970 - day.daysSince1970))
            move(index, to: invention.plan.instant(on: later, &random))
            return index
        case .change:
            guard let index = draw(from: published(from: nil, to: nil), &random) else { return nil }
            change(index)
            return index
        }
    }

    private func draw(from indexes: ArraySlice<Int32>, _ random: inout SeededRandom) -> Int? {
        indexes.isEmpty ? nil : Int(indexes[indexes.startIndex + random.below(indexes.count)])
    }

    /// A little after the newest, but on no day behind the last.
    func nextInstant(_ random: inout SeededRandom) -> Instant {
        let days = invention.plan.days
        let newest = published(from: nil, to: nil).last.map { instant(Int($0)) } ?? Instant(startOf: days.from)
        let next = newest.adding(.seconds(1 + random.below(60)))
        let last = max(newest, Instant(startOf: days.to.adding(days: 1)).adding(.seconds(-1)))
        return invention.plan.isPrint ? Instant(startOf: max(newest.utcDay, days.to)) : min(next, last)
    }
}
