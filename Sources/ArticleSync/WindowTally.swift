package import Articles
package import Chronology

/// What the pages of one window add up to.
///
/// It remembers which articles came by eight bytes each; a window has no more of them than the provider's cap allows.
package struct WindowTally: Sendable {
    /// What the last page said there is.
    package private(set) var total: Total?
    /// What the first page said.
    package private(set) var first: Total?
    /// Whether two pages announced different totals.
    package private(set) var totalMoved = false
    /// Documents received.
    package private(set) var fetched = 0
    package private(set) var pages = 0
    package private(set) var firstDropped: DroppedDocument?
    /// Sentences about documents that are one by address and date and two by id.
    package private(set) var twins = 0
    package private(set) var firstTwin: String?
    /// Whether later pages had later days: -1 for earlier ones, 0 where it cannot be told.
    package private(set) var direction = 0
    /// Distinct articles, by the day that they give themselves.
    package private(set) var perDay: [CalendarDay: Int] = [:]
    private var foremost: (page: Int, day: CalendarDay)?
    private var hindmost: (page: Int, day: CalendarDay)?
    private var keys: Set<UInt64> = []
    private var places: Set<UInt64> = []
    /// Documents that could not be read, a pass and order.
    private var unread: [Turn: Int] = [:]
    private var spans: [PageRequest: Span] = [:]

    private struct Turn: Hashable {
        var order: SearchOrder
        var pass: Int
    }

    private struct Span {
        var from: CalendarDay?
        var to: CalendarDay?
    }

    package init() {}

    /// Distinct articles that came.
    package var distinct: Int { keys.count }

    /// Documents that could not be read, as far as one turn through the window tells.
    package var dropped: Int { unread.values.max() ?? 0 }

    /// How many of the announced did not come; negative where more came than were announced.
    package var shortfall: Int { (total?.count ?? 0) - distinct - dropped }

    /// Whether the answer to a request came.
    package func has(_ request: PageRequest) -> Bool { spans[request] != nil }

    /// Takes note of a page.
    package mutating func add(_ page: ArticlePage, for request: PageRequest) {
        pages += 1
        fetched += page.documents
        if request.days == request.window {
            if let total, total != page.total { totalMoved = true }
            total = page.total
            first = first ?? page.total
            unread[Turn(order: request.order, pass: request.pass), default: 0] += page.dropped.count
            let days = page.articles.compactMap { $0.publishedAt?.day }
            spans[request] = Span(from: days.first, to: days.last)
            if request.order == .usual { follow(request.page, days.first, days.last) }
        }
        firstDropped = firstDropped ?? page.dropped.first
        for article in page.articles where keys.insert(Self.digest(article.key.id)).inserted {
            if let day = article.publishedAt?.day { perDay[day, default: 0] += 1 }
            compare(article)
        }
    }

    /// Forgets everything but what it costs.
    package mutating func startOver() {
        (total, first, totalMoved) = (nil, nil, false)
        (keys, places, unread, spans, perDay) = ([], [], [:], [:], [:])
        (twins, firstTwin, firstDropped) = (0, nil, nil)
        (foremost, hindmost) = (nil, nil)
    }

    /// The days between which a page lies that did not come, from those before and after it.
    package func days(around page: Int, of window: DayRange, pass: Int) -> DayRange {
        let before = spans[PageRequest(window: window, pass: pass, page: page - 1)]?.to
        let after = spans[PageRequest(window: window, pass: pass, page: page + 1)]?.from
        let (low, high) = direction < 0 ? (after, before) : (before, after)
        let from = max(low ?? window.from, window.from)
        let to = min(high ?? window.to, window.to)
        return DayRange(from: from, to: to) ?? window
    }

    /// Compares the first day of the foremost page with the last day of the hindmost.
    private mutating func follow(_ page: Int, _ from: CalendarDay?, _ to: CalendarDay?) {
        guard let from, let to else { return }
        if page <= foremost?.page ?? .max { foremost = (page, from) }
        if page >= hindmost?.page ?? .min { hindmost = (page, to) }
        guard let first = foremost?.day, let last = hindmost?.day, first != last else { return }
        direction = first < last ? 1 : -1
    }

    private mutating func compare(_ article: Article) {
        guard let url = article.url, let date = article.publishedAt else { return }
        guard !places.insert(Self.digest("\(date) \(url)")).inserted else { return }
        twins += 1
        firstTwin = firstTwin ?? "\(url) of \(date)"
    }

    /// FNV-1a of 64 bits: two of a few thousand ids are all but never the same.
    private static func digest(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}

extension WindowReading {
    /// The reading after its answers were decoded once more, with what they come to now.
    package func readAgain(_ tally: WindowTally) -> WindowReading {
        var reading = self
        (reading.unique, reading.dropped) = (tally.distinct, tally.dropped)
        guard holes.isEmpty, status != .capped, !tally.totalMoved, case .exactly(let total) = announced else {
            return reading
        }
        if tally.dropped > 0 {
            reading.status = .partial
            let first = tally.firstDropped.map { "; first: \($0)" } ?? ""
            reading.reason = "\(tally.dropped) of \(tally.fetched) documents could not be read\(first)"
        } else if tally.distinct == total {
            reading.status = total == 0 ? .empty : .complete
            reading.reason = nil
        } else if status == .complete {
            reading.status = .unverified
            reading.reason = "\(total) were announced, and \(tally.distinct) distinct articles are read of the answers"
        }
        return reading
    }
}
