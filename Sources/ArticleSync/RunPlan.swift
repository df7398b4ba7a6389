package import Articles
package import Chronology

/// Leads one run through the windows of its agenda: what is asked next, what is cut, and what each window came to.
///
/// A pure value: answers and failures in, steps out. Given the same answers it takes the same steps, so that a run that
/// goes on after a crash finds every answer that was kept.
package struct RunPlan: Sendable {
    package enum Step: Hashable, Sendable {
        case ask(PageRequest, Urgency)
        /// Nothing to ask until an answer comes.
        case wait
        /// What was staged of a window does not count.
        case unstage(DayRange)
        /// Nothing more is to be asked.
        case done
        /// The source does not answer.
        case fail(SourceFailure)
    }

    /// A window that is still to be read.
    private struct Pending {
        var window: PlannedWindow
        /// The cut that it came from.
        var cut: Int?
        /// Whether it is the half of one of which neither end could be read.
        var isHalf = false
    }

    /// What is left of a window that was cut.
    private struct Cut {
        var parts: Int
        /// Results in the parts that were not read yet; nil where that is not known.
        var results: Int?
    }

    private let limits: SourceLimits
    private let today: CalendarDay
    private let cutting: WindowCut
    /// The next one last.
    private var pending: [Pending] = []
    private var current: (cursor: WindowCursor, of: Pending)?
    private var cuts: [Cut] = []
    package private(set) var readings: [WindowReading] = []
    /// Whether every window was read.
    package private(set) var isDone = false
    /// Failures since the last answer.
    private var failuresInARow = 0
    private var unreadable: [(days: DayRange, failure: SourceFailure)] = []
    private var direction = 0
    /// Sentences about documents that are one by address and date and two by id.
    package private(set) var notices: [String] = []
    private var answers = 0
    /// Pages that came.
    package private(set) var pagesDone = 0

    /// So many failures in a row, each of several tries, mean that it is not the page: a window, its other end, and both
    /// of its halves.
    private static let patience = 4
    /// The same where the answer itself says that it is about a page.
    private static let poisonPatience = 6
    /// The same around a page that is known to fail.
    private static let holePatience = 12

    package init(agenda: ReadingAgenda, ledger: [WindowReading], limits: SourceLimits, today: CalendarDay) {
        self.limits = limits
        self.today = today
        cutting = WindowCut(cap: limits.cap ?? .max, known: ledger)
        pending = agenda.windows.reversed().map { Pending(window: $0) }
        direction = agenda.standing.contains { $0.rank < 0 } ? -1 : 1
    }

    /// What to do now.
    package mutating func step(at now: Instant) -> Step {
        while true {
            guard let (cursor, of) = current else {
                guard let step = begin(at: now) else { continue }
                return step
            }
            var moving = cursor
            let step = moving.step(at: now)
            current = (moving, of)
            switch step {
            case .ask(let request):
                return .ask(request, ReadingAgenda.urgency(of: request.window, of.window.reason, today: today))
            case .wait: return .wait
            case .startOver: return .unstage(cursor.window)
            case .cut(let total):
                current = nil
                cut(of, total: total)
            case .ended(let reading):
                current = nil
                end(reading, of, moving.tally)
            case .gaveUp(let failure):
                current = nil
                putOff(of, because: failure)
            }
        }
    }

    /// Takes note of an answer.
    ///
    /// - Returns: whether the page is to be staged.
    package mutating func received(_ page: ArticlePage, for request: PageRequest) -> Bool {
        failuresInARow = 0
        answers += 1
        pagesDone += 1
        return current?.cursor.received(page, for: request) ?? false
    }

    /// Takes note of a page that did not come.
    ///
    /// - Returns: whether others may come; false where the source as a whole does not answer.
    package mutating func failed(_ failure: SourceFailure, for request: PageRequest) -> Bool {
        failuresInARow += 1
        let patience =
            switch (current?.cursor.isSearchingHole, failure.kind) {
            case (true, _): Self.holePatience
            case (_, .poisonPage): Self.poisonPatience
            default: Self.patience
            }
        guard failure.isAboutOnePage, failuresInARow < patience else { return false }
        current?.cursor.failed(failure, for: request)
        return current != nil
    }

    /// How many pages there are in all, as far as is known now.
    package var expectedPages: Int {
        var ahead = current.map { pages(of: min($0.cursor.tally.total?.count ?? 1, limits.cap ?? .max)) } ?? 0
        // What is left of a cut holds the window that is read now, too.
        var left = cuts.map(\.results)
        if let (cursor, of) = current, let cut = of.cut {
            left[cut] = left[cut].map { $0 - (cursor.tally.total?.count ?? 0) }
        }
        var counted: Set<Int> = []
        for window in pending {
            if let cut = window.cut, let results = left[cut] {
                if counted.insert(cut).inserted { ahead += pages(of: max(results, 0)) }
            } else {
                ahead += pages(of: window.window.expected ?? 1)
            }
        }
        let before = readings.reduce(0) { $0 + $1.pages }
        return max(before + ahead, pagesDone)
    }

    /// The window that is read now.
    package var window: DayRange? { current?.cursor.window }

    private func pages(of results: Int) -> Int { max((results + limits.pageSize - 1) / limits.pageSize, 1) }

    /// How many results a part of a cut has, where it is the last one and the others are known.
    private func results(of pending: Pending) -> Int? {
        guard let cut = pending.cut, cuts[cut].parts == 1 else { return nil }
        return cuts[cut].results
    }

    /// Takes up the next window; nil where that was cut at once.
    private mutating func begin(at now: Instant) -> Step? {
        guard let next = pending.popLast() else { return finish(at: now) }
        // What must be too large is not asked in order to learn that it is.
        if next.window.days.count > 1, let cap = limits.cap {
            let known = results(of: next)
            let expected = known ?? next.window.expected.map { $0 * 10 / 11 }
            if let expected, expected > cap {
                cut(next, total: .exactly(known ?? next.window.expected ?? expected))
                return nil
            }
        }
        current = (WindowCursor(next.window.days, limits: limits, triesOtherEnd: !next.isHalf), next)
        return nil
    }

    private mutating func finish(at now: Instant) -> Step {
        for (days, failure) in unreadable {
            // Whether it is these days or the source was decided by what else came.
            guard answers > 0 else { return .fail(failure) }
            var reading = WindowReading(days: days, status: .partial, readAt: now)
            reading.cap = limits.cap
            reading.holes = [CoverageHole(days: days, missing: limits.pageSize, reason: failure.reason)]
            reading.reason = "nothing of \(days) could be had: \(failure.reason)"
            readings.append(reading)
        }
        unreadable = []
        isDone = true
        readings.sort { $0.days.from < $1.days.from }
        for index in readings.indices {
            let day = readings[index].days.from.daysSince1970
            readings[index].rank = direction < 0 ? -day : day
        }
        return .done
    }

    private mutating func cut(_ window: Pending, total: Total) {
        let parts = cutting.parts(of: window.window.days, total: total)
        var results: Int?
        if case .exactly(let count) = total { results = count }
        finished(partOf: window.cut, results: results)
        let cut = cuts.count
        cuts.append(Cut(parts: parts.count, results: results))
        for days in parts.reversed() {
            var part = window.window
            part.days = days
            part.expected = nil
            pending.append(Pending(window: part, cut: cut))
        }
    }

    private mutating func end(_ reading: WindowReading, _ of: Pending, _ tally: WindowTally) {
        readings.append(reading)
        if tally.direction != 0 { direction = tally.direction }
        if tally.twins > 0, let first = tally.firstTwin {
            let others = tally.twins > 1 ? " and \(tally.twins - 1) more" : ""
            notices.append("two documents with one address and date have different ids: \(first)\(others)")
        }
        var count: Int?
        if case .exactly(let total) = reading.announced { count = total }
        finished(partOf: of.cut, results: count)
    }

    /// Takes note that a part of a cut is done with, and of how many results it had, where that is known.
    private mutating func finished(partOf cut: Int?, results: Int?) {
        guard let cut else { return }
        cuts[cut].parts -= 1
        cuts[cut].results = cuts[cut].results.flatMap { left in results.map { max(left - $0, 0) } }
    }

    /// A window of which not even the total came: its halves are tried, the other half before the halves of a half, so
    /// that an answer comes soon if there is one.
    private mutating func putOff(_ window: Pending, because failure: SourceFailure) {
        finished(partOf: window.cut, results: nil)
        guard window.window.days.count > 1 else {
            unreadable.append((window.window.days, failure))
            return
        }
        for days in window.window.days.halves {
            var half = Pending(window: window.window, isHalf: true)
            (half.window.days, half.window.expected) = (days, nil)
            pending.insert(half, at: 0)
        }
    }
}

extension SourceFailure {
    /// Whether another page may come although this one does not.
    fileprivate var isAboutOnePage: Bool {
        switch kind {
        case .poisonPage: true
        case .transient: wasAnswered
        case .rateLimited, .daySpent, .badKey, .badQuery, .drift, .cancelled: false
        }
    }
}
