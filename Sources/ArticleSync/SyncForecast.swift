package import Articles
package import Chronology

/// What a sync of a query begun now would ask, as far as the store knows.
///
/// A pure value; nothing is asked in order to make it.
package struct SyncForecast: Hashable, Sendable {
    package let query: String
    package let range: DayRange
    /// To be read, in the order in which they are asked.
    package let windows: [PlannedWindow]
    /// Days that stand as they were read.
    package let standing: [WindowReading]
    /// Requests at the least, those that are kept not counted.
    package let requests: Int
    /// Whether it may be more, as the results of some days are not known.
    package let isLowerBound: Bool
    /// Pages that an earlier run kept.
    package let keptPages: Int
    /// Results of single days that no request reaches, as far as earlier runs saw.
    package let unreachable: Int
    /// Windows of which nobody knows how many results they have.
    package var unknown: Int { windows.count { $0.expected == nil } }

    /// - Parameters:
    ///   - contents: what the query holds.
    ///   - gathered: what a run that did not end has kept.
    package init(
        for query: ArticleQuery, contents: RunTicket.Contents, gathered: GatheredAnswers?, limits: SourceLimits,
        now: Instant
    ) {
        self.query = query.name
        let asked = gathered?.window ?? query.days(at: now)
        let ledger = contents.fingerprint == query.fingerprint ? contents.windows : []
        let agenda = ReadingAgenda(
            for: query, range: asked, ledger: ledger, limits: limits, now: gathered?.since ?? now)
        range = asked
        var windows = agenda.windows
        if windows.count == 1, let announced = gathered?.announced { windows[0].expected = announced.count }
        self.windows = windows
        standing = agenda.standing
        keptPages = gathered?.requests.count ?? 0
        // A window above the cap is cut: a page of each part may be half full.
        let cut = WindowCut(cap: limits.cap ?? .max, known: ledger)
        var (sum, unreachable) = (0, 0)
        for window in windows {
            let expected = window.expected ?? 1
            let beyond = Self.beyond(limits, in: window, ledger)
            let pages = max((expected - beyond + limits.pageSize - 1) / limits.pageSize, 1)
            let parts = expected > cut.cap ? cut.parts(of: window.days, total: .exactly(expected)).count : 1
            // What is kept of one window spares nothing of another.
            let kept = gathered?.requests.count { $0.window.overlaps(window.days) } ?? 0
            sum += max(pages + (parts - 1) / 2 - kept, 0)
            unreachable += beyond
        }
        self.unreachable = unreachable
        requests = max(sum, windows.isEmpty ? 0 : 1)
        isLowerBound = windows.contains { $0.expected == nil } || gathered?.announced?.isMinimum == true
    }

    /// How many results of a window's single days lie beyond the cap, from whichever ends they can be paged.
    private static func beyond(_ limits: SourceLimits, in window: PlannedWindow, _ ledger: [WindowReading]) -> Int {
        guard let cap = limits.cap, let expected = window.expected else { return 0 }
        let reach = limits.isReversible ? 2 * cap : cap
        if window.days.count == 1 { return max(expected - reach, 0) }
        let days = ledger.filter { $0.days.count == 1 && window.days.contains($0.days.from) }
        return min(days.reduce(0) { $0 + max(($1.announced?.count ?? 0) - reach, 0) }, expected)
    }
}

/// What a provider's rates make of a number of requests.
package struct RequestPace: Hashable, Sendable {
    /// 0 is no limit.
    package let perMinute: Int
    package let perDay: Int
    /// Left of today; nil where there is no limit or nothing is known.
    package let leftToday: Int?

    package init(perMinute: Int, perDay: Int, leftToday: Int?) {
        self.perMinute = perMinute
        self.perDay = perDay
        self.leftToday = leftToday
    }

    /// How many of some requests can be made today.
    package func today(of requests: Int) -> Int {
        perDay == 0 ? requests : min(requests, leftToday ?? perDay)
    }

    /// On how many days they are made, today included.
    package func days(for requests: Int) -> Int {
        guard perDay > 0, requests > 0 else { return requests > 0 ? 1 : 0 }
        let later = requests - today(of: requests)
        return (today(of: requests) > 0 ? 1 : 0) + (later + perDay - 1) / perDay
    }

    /// The least time that so many take in one go, by the rate of the minute.
    package func time(for requests: Int) -> Duration {
        guard perMinute > 0, requests > perMinute else { return .zero }
        return .seconds((requests - 1) / perMinute * 60)
    }
}
