package import Articles
internal import Chronology

/// What becomes of a run whose windows have all been read: a pure decision.
///
/// 1. Windows that were complete are never replaced by something incomplete, unless a person accepts it or the query
///    asks something else now; other windows of the same run go on.
/// 2. A result that is too small to be believed is held, unless a person accepts it, or the two runs before came to the
///    same.
package enum RunVerdict: Hashable, Sendable {
    /// Some readings are put in place of what the query held of their days.
    case replace([WindowReading], RunOutcome, Coverage, reason: String?)
    /// The result is set aside for a person to decide.
    case hold(RunOutcome, Coverage, reason: String, agreements: Int)
    /// Nothing was to be read.
    case leave(Coverage)

    /// - Parameters:
    ///   - staged: how many distinct articles the readings came to.
    ///   - standing: windows of the query's range that were not read again.
    ///   - accept: whether a person said that an incomplete or small result shall be stored.
    package init(
        readings: [WindowReading], staged: Int, standing: [WindowReading], current: RunTicket.Contents,
        held: [Candidate], query: ArticleQuery, accept: Bool
    ) {
        let comparable = current.fingerprint == query.fingerprint
        let whole = Coverage(of: readings + standing)
        if readings.isEmpty {
            self = .leave(whole)
            return
        }
        let size = staged + standing.reduce(0) { $0 + $1.stored }
        let shortfalls = readings.filter { !$0.isWhole }
        let shortfall = Self.sentence(shortfalls, of: readings.count)
        var note: String?
        if !accept, let doubt = Self.doubt(size, current, comparable: comparable, query.shrinkGuard) {
            let agreements = Self.agreements(size, held)
            guard agreements >= Self.agreementsNeeded, shortfalls.isEmpty else {
                let more =
                    agreements > 0
                    ? " (\(agreements == 1 ? "one run" : "\(agreements) runs") before came to the same)" : ""
                self = .hold(.held, Coverage(of: readings), reason: doubt + more + Self.advice, agreements: agreements)
                return
            }
            note = "accepted, as \(agreements + 1) runs came to \(Self.articles(size)): \(doubt)"
        }
        let sides = Sides(readings, against: comparable && !accept ? current.windows : [])
        guard let shortfall else {
            // A dead filter looks exactly like no news, so that zero is never passed over in silence.
            let hint = whole == .empty ? "the provider announced nothing for these days; is the filter right?" : nil
            self = .replace(readings, .complete, whole, reason: note ?? hint)
            return
        }
        let outcome = RunOutcome(Coverage(of: readings))
        guard !sides.taken.isEmpty else {
            self = .hold(
                outcome, Coverage(of: readings),
                reason: shortfall + "; the complete former contents stay (--accept replaces them)", agreements: 0)
            return
        }
        let contents = sides.taken + standing + sides.kept
        let stays =
            sides.kept.isEmpty
            ? ""
            : "; the complete former contents of \(sides.kept.map(\.days.description).joined(separator: ", ")) stay"
        self = .replace(sides.taken, outcome, Coverage(of: contents), reason: shortfall + stays)
    }

    /// How many runs before must have come to the same for a doubtful result to be believed.
    private static let agreementsNeeded = 2

    /// How many held candidates in a row came to as many articles, a tenth more or less.
    private static func agreements(_ size: Int, _ held: [Candidate]) -> Int {
        guard let last = held.first, last.coverage == .complete || last.coverage == .empty,
            abs(last.articles - size) * 10 <= max(last.articles, size)
        else { return 0 }
        return last.agreements + 1
    }

    /// What is missing of the windows that are not whole, in one sentence; nil where there are none.
    private static func sentence(_ shortfalls: [WindowReading], of count: Int) -> String? {
        guard let first = shortfalls.first else { return nil }
        let reason = first.reason ?? "it is \(first.status.rawValue)"
        if count == 1 { return reason }
        let more = shortfalls.count > 1 ? "; and \(shortfalls.count - 1) more of \(count) windows" : ""
        return "\(first.days): \(reason)\(more)"
    }

    /// Why a result is too small to be believed; nil where it is not.
    private static func doubt(
        _ size: Int, _ current: RunTicket.Contents, comparable: Bool, _ shrinkGuard: ShrinkGuard
    ) -> String? {
        if size < shrinkGuard.minimumArticles {
            return "\(articles(size)) came and guard.min_articles is \(shrinkGuard.minimumArticles)"
        }
        guard comparable, current.confirmed > 0 else { return nil }
        if size == 0 { return "nothing came where there had been \(articles(current.confirmed))" }
        let least = Double(current.confirmed) * (1 - shrinkGuard.maximumShrink)
        guard Double(size) < least else { return nil }
        return "\(articles(size)) came where there had been \(articles(current.confirmed)), and guard.max_shrink is "
            + "\(shrinkGuard.maximumShrink)"
    }

    private static func articles(_ count: Int) -> String { count == 1 ? "1 article" : "\(count) articles" }

    private static let advice = "; the former contents stay (--accept replaces them)"
}

/// Which readings take the place of former windows, and which former windows stay.
///
/// Readings and former windows that overlap belong together; such a group is replaced as a whole or not at all.
private struct Sides {
    var taken: [WindowReading] = []
    var kept: [WindowReading] = []

    init(_ readings: [WindowReading], against former: [WindowReading]) {
        var groups: [(end: CalendarDay, new: [WindowReading], old: [WindowReading])] = []
        let all = (readings.map { ($0, true) } + former.map { ($0, false) }).sorted { $0.0.days.from < $1.0.days.from }
        for (reading, isNew) in all {
            if groups.last.map({ reading.days.from > $0.end }) ?? true { groups.append((reading.days.to, [], [])) }
            let last = groups.count - 1
            groups[last].end = max(groups[last].end, reading.days.to)
            if isNew { groups[last].new.append(reading) } else { groups[last].old.append(reading) }
        }
        for group in groups {
            let loses = group.new.contains { !$0.isWhole } && !group.old.isEmpty && group.old.allSatisfy(\.isWhole)
            if loses { kept += group.old } else { taken += group.new }
        }
    }
}

extension WindowReading {
    /// Whether all there is has come.
    var isWhole: Bool { status == .complete || status == .empty }
}

extension Coverage {
    /// The coverage of contents that were read as some windows: that of the least covered.
    package init(of readings: [WindowReading]) {
        let found = Set(readings.map(\.status))
        let worst: [Coverage] = [.unverified, .partial, .capped, .complete]
        self = worst.first { found.contains($0) } ?? .empty
    }
}

extension RunOutcome {
    /// The outcome of a run that covered its windows so far.
    init(_ coverage: Coverage) {
        switch coverage {
        case .complete, .empty: self = .complete
        case .partial: self = .partial
        case .capped: self = .capped
        case .unverified: self = .unverified
        }
    }
}
