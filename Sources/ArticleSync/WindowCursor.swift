package import Articles
package import Chronology

/// Pages through one window and judges what came: which page is asked next, and when the window is read.
///
/// Page 0 goes alone, since only its answer tells how many there are. More than the provider's cap is to be cut by date;
/// a single day is read from both ends. A total that moved means that the window is read again from its beginning; a page
/// missing from the sum means that it is read from the other end too, as pages repeat and skip where documents of one
/// instant have no order. A page that fails while others work is a hole, which `HoleSearch` narrows.
package struct WindowCursor: Sendable {
    package enum Step: Hashable, Sendable {
        case ask(PageRequest)
        /// Nothing to ask until an answer comes.
        case wait
        /// What came of the window does not count.
        case startOver
        /// There is more than can be reached.
        case cut(Total)
        case ended(WindowReading)
        /// Not even the number of results could be had.
        case gaveUp(SourceFailure)
    }

    private enum Phase { case probe, front, back, again, holes }

    package let window: DayRange
    private let limits: SourceLimits
    private let triesOtherEnd: Bool
    private var phase = Phase.probe
    /// In the order in which they are to be asked, the next one last.
    private var queue: [PageRequest]
    private var inFlight = 0
    private var pass = 0
    /// The first pass that counts.
    private var firstPass = 0
    private var failures: [PageRequest: SourceFailure] = [:]
    private var holes: HoleSearch?
    private var needsRestart = false
    package private(set) var tally = WindowTally()

    /// How often a window is begun anew because its total moved.
    private static let longestRestarts = 2
    /// How often a window that does not add up is read once more.
    private static let longestRepeats = 2
    private var repeats = 0
    /// Pages asked beyond the seam between both ends.
    private var seams = 0

    /// - Parameter triesOtherEnd: whether the other end is asked where page 0 does not come; not for a part of a window of
    ///   which neither end came.
    package init(_ window: DayRange, limits: SourceLimits, triesOtherEnd: Bool = true) {
        self.window = window
        self.limits = limits
        self.triesOtherEnd = triesOtherEnd
        queue = [PageRequest(window: window)]
    }

    /// What to do now; after `ask` the request counts as under way.
    package mutating func step(at now: Instant) -> Step {
        while true {
            if needsRestart {
                guard inFlight == 0 else { return .wait }
                startOver()
                return .startOver
            }
            if let next = queue.last {
                guard inFlight < max(limits.concurrency, 1) else { return .wait }
                queue.removeLast()
                inFlight += 1
                return .ask(next)
            }
            guard inFlight == 0 else { return .wait }
            if let step = advance(at: now) { return step }
        }
    }

    /// Takes note of an answer.
    ///
    /// - Returns: whether the page is of what the window holds; false where the window is to be cut, or read anew.
    package mutating func received(_ page: ArticlePage, for request: PageRequest) -> Bool {
        inFlight -= 1
        guard !needsRestart else { return false }
        tally.add(page, for: request)
        if let pages = holes?.received(page, for: request, shortfall: tally.shortfall) { queue += pages }
        if phase == .probe, mustCut { return false }
        if phase != .holes, tally.totalMoved, firstPass < restarts {
            needsRestart = true
            queue = []
            return false
        }
        if phase == .again || phase == .holes, isWhole { queue = [] }
        // Behind an empty page there is nothing, whatever was announced.
        if phase != .holes, page.documents == 0 { queue = [] }
        return true
    }

    /// Takes note of a page that did not come although others may.
    package mutating func failed(_ failure: SourceFailure, for request: PageRequest) {
        inFlight -= 1
        if let pages = holes?.failed(request, shortfall: tally.shortfall) {
            queue += pages
        } else {
            failures[request] = failure
        }
    }

    /// Whether it looks around a page that is known to fail.
    package var isSearchingHole: Bool { holes != nil }

    /// How many results one end can reach.
    private var reach: Int { limits.cap ?? .max }

    private var mustCut: Bool {
        guard let total = tally.total, window.count > 1 else { return false }
        return total.isMinimum || total.count > reach
    }

    private var isWhole: Bool { tally.shortfall == 0 }

    /// How often it is begun anew.
    ///
    /// One that grew beyond the cap while it was read is worth one more, as it is cut then.
    private var restarts: Int { mustCut ? Self.longestRestarts + 1 : Self.longestRestarts }

    /// Goes on to what is to be asked next; nil where there is something in the queue now.
    private mutating func advance(at now: Instant) -> Step? {
        switch phase {
        case .probe:
            guard let total = tally.total else { return probeAgain() }
            if mustCut { return .cut(total) }
            phase = .front
            let first = failures.isEmpty || failures.keys.contains { $0.page == 0 && $0.order == .usual } ? 1 : 0
            ask(first..<max(pages(of: min(total.count, reach)), 1))
            return nil
        case .front:
            phase = .back
            guard let total = tally.total, total.isMinimum || total.count > reach, limits.isReversible else {
                return nil
            }
            let beyond = total.isMinimum ? reach : min(total.count - reach, reach)
            ask(0..<pages(of: beyond), order: .reversed)
            return nil
        case .back, .again:
            return settle(at: now)
        case .holes:
            return .ended(reading(at: now))
        }
    }

    /// Another way to the number of results where page 0 does not come.
    private mutating func probeAgain() -> Step? {
        let other = PageRequest(window: window, order: .reversed, pass: pass)
        if limits.isReversible, triesOtherEnd, failures[other] == nil {
            queue = [other]
            return nil
        }
        let failure = failures.values.first ?? SourceFailure(.transient, asked: "\(window)", reason: "no answer came")
        return .gaveUp(failure)
    }

    private mutating func settle(at now: Instant) -> Step? {
        guard let total = tally.total, !isWhole, !total.isMinimum, !tally.totalMoved else {
            return .ended(reading(at: now))
        }
        if total.count > reach {
            // Where ties stand at the seam between the ends, some of them came from neither.
            let next = pages(of: total.count - reach) + seams
            guard limits.isReversible, total.count <= 2 * reach, tally.shortfall > 0, seams < Self.longestRepeats,
                next * limits.pageSize < reach
            else { return .ended(reading(at: now)) }
            seams += 1
            ask(next..<next + 1, order: .reversed)
            return nil
        }
        if !failures.isEmpty {
            phase = .holes
            var search = HoleSearch(window, failed: failures.keys.sorted { $0.page < $1.page }, tally: tally, limits)
            queue = search.begin()
            holes = search
            return nil
        }
        if tally.shortfall < 0, firstPass < Self.longestRestarts {
            // More came than there are: some went while others came, and the total stood still.
            needsRestart = true
            return nil
        }
        guard tally.shortfall > 0, repeats < Self.longestRepeats else { return .ended(reading(at: now)) }
        repeats += 1
        phase = .again
        if limits.isReversible, repeats == 1 {
            ask(0..<pages(of: total.count), order: .reversed)
        } else {
            pass += 1
            ask(0..<pages(of: total.count))
        }
        return nil
    }

    private mutating func startOver() {
        pass += 1
        firstPass = pass
        (repeats, seams) = (0, 0)
        needsRestart = false
        phase = .probe
        failures = [:]
        tally.startOver()
        queue = [PageRequest(window: window, pass: pass)]
    }

    private func pages(of results: Int) -> Int { (results + limits.pageSize - 1) / limits.pageSize }

    private mutating func ask(_ pages: Range<Int>, order: SearchOrder = .usual) {
        queue = pages.reversed().map { PageRequest(window: window, order: order, pass: pass, page: $0) }
            .filter { failures[$0] == nil && !tally.has($0) }
    }

    private func reading(at now: Instant) -> WindowReading {
        var reading = WindowReading(days: window, status: .complete, announced: tally.total, readAt: now)
        reading.fetched = tally.fetched
        reading.unique = tally.distinct
        reading.dropped = tally.dropped
        reading.pages = tally.pages
        reading.cap = limits.cap
        reading.pass = firstPass
        judge(&reading)
        return reading
    }

    /// Says how far the window is covered, and what is missing in one sentence.
    private func judge(_ reading: inout WindowReading) {
        let total = tally.total ?? .exactly(0)
        // Several days that grew beyond the cap while they were read are not capped: they could have been cut.
        if total.isMinimum || total.count > reach, !isWhole, window.count == 1 || !tally.totalMoved {
            reading.status = .capped
            reading.reason =
                total.isMinimum
                ? "the provider counts at least \(total.count) and gives \(tally.distinct) of them"
                : "\(max(tally.shortfall, 0)) of \(total.count) lie beyond the provider's cap of \(reach)"
        } else if !failures.isEmpty, !isWhole {
            reading.status = .partial
            let failure = failures.sorted { $0.key.page < $1.key.page }.first
            let days = holes?.days ?? window
            let what = failure.map { "\($0.key): \($0.value.reason)" } ?? "no answer"
            let missing = max(tally.shortfall, 0)
            reading.holes = [CoverageHole(days: days, missing: missing, reason: what)]
            reading.reason = "\(missing) of \(total.count) could not be had: \(what)"
        } else if tally.dropped > 0 {
            reading.status = .partial
            let first = tally.firstDropped.map { "; first: \($0)" } ?? ""
            reading.reason = "\(tally.dropped) of \(tally.fetched) documents could not be read\(first)"
        } else if tally.totalMoved {
            reading.status = .unverified
            reading.reason = "the announced total changed while paging, from \(tally.first ?? total) to \(total)"
        } else if !isWhole {
            reading.status = .unverified
            reading.reason = "\(total.count) were announced and \(tally.distinct) distinct articles came"
        } else if total.count == 0 {
            reading.status = .empty
        }
    }
}
