package import Articles
package import Chronology

/// Gets what else lies on a page that fails for ever, by asking for it in other company.
///
/// A page fails because of one document. Paged from the other end, or over fewer days, the document has other
/// neighbours, and those that share no page with it arrive. What is asked:
/// 1. the pages of the other end that hold the same places;
/// 2. the days between the pages before and after, halved until a single day fails;
/// 3. that day with some days before it, which moves the seams between pages.
package struct HoleSearch: Sendable {
    private let window: DayRange
    private let pass: Int
    private let limits: SourceLimits
    private let firstRequests: [PageRequest]
    private var spans: [DayRange]
    private var shifted: Set<DayRange> = []
    /// How many pages the days have, as far as that is known.
    private var pages: [DayRange: Int] = [:]
    private var broken: Set<CalendarDay> = []
    private var brokenSpans: Set<DayRange> = []
    private var asked: Set<PageRequest> = []

    /// More requests are not worth a page.
    private static let patience = 40
    private static let shifts = 4

    package init(_ window: DayRange, failed: [PageRequest], tally: WindowTally, _ limits: SourceLimits) {
        self.window = window
        self.limits = limits
        pass = failed.first?.pass ?? 0
        var mirrored: [PageRequest] = []
        var spans: [DayRange] = []
        for request in failed where request.order == .usual {
            let span = tally.days(around: request.page, of: window, pass: pass)
            if !spans.contains(span) { spans.append(span) }
            guard limits.isReversible, let total = tally.total, !total.isMinimum else { continue }
            let last = total.count - 1 - request.page * limits.pageSize
            guard last >= 0 else { continue }
            let first = max(last - limits.pageSize + 1, 0)
            for page in (first / limits.pageSize)...(last / limits.pageSize)
            where page * limits.pageSize < limits.cap ?? .max {
                let other = PageRequest(window: window, order: .reversed, pass: pass, page: page)
                if !tally.has(other), !failed.contains(other), !mirrored.contains(other) { mirrored.append(other) }
            }
        }
        firstRequests = mirrored
        self.spans = spans.filter { $0 != window || window.count > 1 }
        if spans.contains(window), window.count > 1 { self.spans = window.halves + self.spans.filter { $0 != window } }
    }

    /// Where the search ended: the days whose pages fail.
    package var days: DayRange? {
        guard let from = broken.min(), let to = broken.max() else { return nil }
        return DayRange(from: from, to: to)
    }

    /// What to ask first, the next one last.
    package mutating func begin() -> [PageRequest] {
        let first = firstRequests
        asked.formUnion(first)
        let more = firstRequests.isEmpty ? next() : []
        return more + first.reversed()
    }

    /// Further requests after an answer.
    package mutating func received(_ page: ArticlePage, for request: PageRequest, size: Int) -> [PageRequest] {
        guard request.days != window else { return next() }
        if pages[request.days] == nil {
            let count = max((page.total.count + size - 1) / size, 1)
            pages[request.days] = count
            let rest = (0..<count).map { self.request(request.days, page: $0) }.filter { !asked.contains($0) }
            asked.formUnion(rest)
            return next() + rest.reversed()
        }
        return next()
    }

    /// Further requests after a page that failed too.
    package mutating func failed(_ request: PageRequest, size: Int) -> [PageRequest] {
        let days = request.days
        guard days != window else { return next() }
        if days.count > 1, !shifted.contains(days), brokenSpans.insert(days).inserted {
            spans = days.halves + spans
        } else if days.count == 1, broken.insert(days.from).inserted {
            for shift in 1...Self.shifts {
                guard let wider = DayRange(from: days.from.adding(days: -shift), to: days.to), wider.from >= window.from,
                    wider != window
                else { break }
                shifted.insert(wider)
                spans.append(wider)
            }
        }
        // Where the first page of some days fails, the second may still tell how many there are.
        if pages[days] == nil, request.page == 0 {
            let second = self.request(days, page: 1)
            if asked.insert(second).inserted { return next() + [second] }
        }
        return next()
    }

    private mutating func next() -> [PageRequest] {
        while !spans.isEmpty, asked.count < Self.patience {
            let span = spans.removeFirst()
            let request = request(span, page: 0)
            if asked.insert(request).inserted { return [request] }
        }
        return []
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
