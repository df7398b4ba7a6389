internal import Articles

/// What one run has come to so far.
struct RunWork: Sendable {
    let ticket: RunTicket
    /// Windows that were not to be read again.
    var standing: [WindowReading] = []
    /// Windows that were read.
    var readings: [WindowReading] = []
    /// Distinct articles set aside.
    var staged = 0
    /// Pages that came, kept ones included.
    private(set) var used = 0
    /// Those of them whose answers were kept before the run began.
    private(set) var usedOfKept = 0
    private(set) var notices: [String] = []
    /// Those of them that tell of the shape of answers.
    private(set) var drift: [String] = []
    /// Whether pages are counted; not when they are staged a second time.
    var isCounting = true
    private var tally = RunCounts()
    private var firstTotal: Total?

    /// More sentences would not be read.
    private static let longestNotices = 20

    init(_ ticket: RunTicket) { self.ticket = ticket }

    /// Articles that the windows come to, those that were not read again included.
    var size: Int { staged + standing.reduce(0) { $0 + $1.stored } }

    /// Takes note of a page.
    mutating func add(_ page: ArticlePage, wasKept: Bool = false) {
        guard isCounting else { return }
        used += 1
        if wasKept { usedOfKept += 1 }
        firstTotal = firstTotal ?? page.total
        tally.fetched += page.documents
        tally.dropped += page.dropped.count
        tally.pages += 1
        tally.bytes += page.bytes
        add(page.notices)
        for sentence in page.notices where drift.count < Self.longestNotices && !drift.contains(sentence) {
            drift.append(sentence)
        }
    }

    /// Pages there are, as far as is known.
    private var expectedPages = 0

    /// What the next run will find, where this one did not come to an end; nil where nothing was kept.
    var kept: KeptPages? {
        guard ticket.candidate != 0, used > 0 else { return nil }
        return KeptPages(pages: used, expected: expectedPages)
    }

    /// Takes over what a plan found.
    mutating func add(_ plan: RunPlan) {
        expectedPages = plan.expectedPages
        if plan.isDone { readings = plan.readings }
        add(plan.notices)
    }

    mutating func add(notice: String) { add([notice]) }

    private mutating func add(_ sentences: [String]) {
        for sentence in sentences where notices.count < Self.longestNotices && !notices.contains(sentence) {
            notices.append(sentence)
        }
    }

    /// What is journalled: announced and unique are those of the windows, where they have been read.
    var counts: RunCounts {
        var counts = tally
        let totals = readings.compactMap(\.announced)
        if totals.isEmpty {
            counts.announced = firstTotal
        } else {
            let sum = totals.reduce(0) { $0 + $1.count }
            counts.announced = totals.contains(where: \.isMinimum) ? .atLeast(sum) : .exactly(sum)
        }
        counts.unique = readings.isEmpty ? staged : readings.reduce(0) { $0 + $1.unique }
        return counts
    }
}
