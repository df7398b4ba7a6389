package import Articles
package import Chronology

/// Gets what else lies on a page that fails for ever, by asking for it in other company.
///
/// A page fails because of one document. Paged from the other end, or over fewer days, the document has other
/// neighbours, and those that share no page with it arrive. What is asked:
/// 1. the pages of the other end that hold the same places;
/// 2. the days between the pages before and after, halved until a single day fails;
/// 3. that day with some days before or after it, which moves the seams between pages, until only the document itself
///    can be missing.
package struct HoleSearch: Sendable {
    private let window: DayRange
    private let pass: Int
    private let limits: SourceLimits
    private let perDay: [CalendarDay: Int]
    /// Pages that failed, each because of a document at least.
    private let failedPages: Int
    private let mirrored: [PageRequest]
    /// Days to be asked whole, the next first.
    private var spans: [DayRange] = []
    /// Single pages to be asked once the days are known, the next first.
    private var shifted: [PageRequest] = []
    /// How many pages days have, as far as that is known.
    private var results: [DayRange: Int] = [:]
    private var broken: Set<CalendarDay> = []
    private var brokenSpans: Set<DayRange> = []
    private var asked: Set<PageRequest> = []

    /// More requests are not worth a page.
    private static let patience = 60

    package init(_ window: DayRange, failed: [PageRequest], tally: WindowTally, _ limits: SourceLimits) {
        self.window = window
        self.limits = limits
        pass = failed.first?.pass ?? 0
        perDay = tally.perDay
        failedPages = failed.count { $0.order == .usual }
        var mirrored: [PageRequest] = []
        for request in failed where request.order == .usual {
            let span = tally.days(around: request.page, of: window, pass: pass)
            for days in span == window ? window.halves : [span] where days != window && !spans.contains(days) {
                spans.append(days)
            }
            for page in Self.mirror(of: request.page, tally.total, limits) {
                let other = PageRequest(window: window, order: .reversed, pass: pass, page: page)
                if !tally.has(other), !failed.contains(other), !mirrored.contains(other) { mirrored.append(other) }
            }
        }
        self.mirrored = mirrored
    }

    /// The pages of the other end that hold the places of a page.
    private static func mirror(of page: Int, _ total: Total?, _ limits: SourceLimits) -> [Int] {
        guard limits.isReversible, case .exactly(let count) = total else { return [] }
        let last = count - 1 - page * limits.pageSize
        guard last >= 0 else { return [] }
        let pages = (max(last - limits.pageSize + 1, 0) / limits.pageSize)...(last / limits.pageSize)
        return pages.filter { $0 * limits.pageSize < limits.cap ?? .max }
    }

    /// Where the search ended: the days whose pages fail.
    package var days: DayRange? {
        guard let from = broken.min(), let to = broken.max() else { return nil }
        return DayRange(from: from, to: to)
    }

    /// What to ask first, the next one last.
    package mutating func begin() -> [PageRequest] {
        asked.formUnion(mirrored)
        return mirrored.isEmpty ? next(shortfall: .max) : mirrored.reversed()
    }

    /// Further requests after an answer.
    ///
    /// - Parameter shortfall: how many documents are missing now.
    package mutating func received(
        _ page: ArticlePage, for request: PageRequest, shortfall: Int
    ) -> [PageRequest] {
        guard request.days != window, request.order == .usual, results[request.days] == nil else {
            return next(shortfall: shortfall)
        }
        results[request.days] = page.total.count
        let pages = (page.total.count + limits.pageSize - 1) / limits.pageSize
        guard brokenSpans.contains(request.days) || !shiftedDays.contains(request.days) else {
            return next(shortfall: shortfall)
        }
        return fresh((0..<pages).map { self.request(request.days, page: $0) }) + next(shortfall: shortfall)
    }

    /// Further requests after a page that failed too.
    package mutating func failed(_ request: PageRequest, shortfall: Int) -> [PageRequest] {
        let days = request.days
        guard days != window, !shiftedDays.contains(days) else { return next(shortfall: shortfall) }
        if days.count > 1 {
            if brokenSpans.insert(days).inserted { spans = days.halves + spans }
            return next(shortfall: shortfall)
        }
        broken.insert(days.from)
        shift(days.from, page: request.page)
        // Where the first page of a day fails, the second may still tell how many there are.
        let second = results[days] == nil && request.page == 0 ? fresh([self.request(days, page: 1)]) : []
        return second + next(shortfall: shortfall)
    }

    private var shiftedDays: Set<DayRange> { Set(shifted.map(\.days)).union(shiftedBefore) }
    private var shiftedBefore: Set<DayRange> = []

    /// Plans pages of wider days that hold the places of a failing page of one day.
    private mutating func shift(_ day: CalendarDay, page: Int) {
        let size = limits.pageSize
        var residues: Set<Int> = [0]
        var before = 0
        for distance in stride(from: 1, to: window.count, by: 1) {
            guard let days = DayRange(from: day.adding(days: -distance), to: day), days.from >= window.from else {
                break
            }
            before += perDay[days.from] ?? 0
            guard residues.insert(before % size).inserted, days != window else { continue }
            let places = (before + page * size)...(before + page * size + size - 1)
            plan(days, places.lowerBound / size...places.upperBound / size, .usual)
        }
        guard limits.isReversible else { return }
        var after = 0
        for distance in stride(from: 0, to: window.count, by: 1) {
            guard let days = DayRange(from: day, to: day.adding(days: distance)), days.to <= window.to else { break }
            if distance > 0 { after += perDay[days.to] ?? 0 }
            let count = results[DayRange(last: 1, endingOn: day)] ?? (perDay[day] ?? 0) + size
            let last = after + count - 1 - page * size
            guard last >= 0, residues.insert(-(after + count) % size + size).inserted, days != window else { continue }
            plan(days, max(last - size + 1, 0) / size...last / size, .reversed)
        }
    }

    private mutating func plan(_ days: DayRange, _ pages: ClosedRange<Int>, _ order: SearchOrder) {
        shiftedBefore.insert(days)
        for page in pages where page * limits.pageSize < limits.cap ?? .max {
            shifted.append(PageRequest(window: window, days: days, order: order, pass: pass, page: page))
        }
    }

    private mutating func next(shortfall: Int) -> [PageRequest] {
        while !spans.isEmpty, asked.count < Self.patience {
            let requests = fresh([request(spans.removeFirst(), page: 0)])
            if !requests.isEmpty { return requests }
        }
        while !shifted.isEmpty, asked.count < Self.patience, shortfall > failedPages {
            let requests = fresh([shifted.removeFirst()])
            if !requests.isEmpty { return requests }
        }
        return []
    }

    /// Those that were not asked before, the next one last.
    private mutating func fresh(_ requests: [PageRequest]) -> [PageRequest] {
        requests.filter { asked.insert($0).inserted }.reversed()
    }

    private func request(_ days: DayRange, page: Int) -> PageRequest {
        PageRequest(window: window, days: days, pass: pass, page: page)
    }
}

extension DayRange {
    /// Both halves, the earlier first; the range alone where it is a single day.
    package var halves: [DayRange] { parts(2) }

    /// So many parts of nearly the same length, the earliest first; no more than there are days.
    package func parts(_ count: Int) -> [DayRange] {
        let parts = min(max(count, 1), self.count)
        return (0..<parts).compactMap { part in
            DayRange(
                from: from.adding(days: part * self.count / parts),
                to: from.adding(days: (part + 1) * self.count / parts - 1))
        }
    }
}
