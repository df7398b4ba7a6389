package import Articles

/// What becomes of a run whose pages have all come: a pure decision.
///
/// 1. How far the pages cover the window follows from the numbers alone.
/// 2. Contents that were complete are never replaced by something incomplete, unless a person accepts it or the query
///    asks something else now.
/// 3. A result that is too small to be believed is held, unless a person accepts it.
package enum RunVerdict: Hashable, Sendable {
    case replace(RunOutcome, Coverage, reason: String?)
    case keep(RunOutcome, Coverage, reason: String)

    package init(
        tally: RunTally, cap: Int?, current: RunTicket.Contents, fingerprint: String, shrinkGuard: ShrinkGuard,
        accept: Bool
    ) {
        let (coverage, shortfall) = Self.coverage(of: tally, cap: cap)
        let comparable = current.fingerprint == fingerprint
        if !accept, let doubt = Self.doubt(tally, current: current, comparable: comparable, shrinkGuard: shrinkGuard) {
            self = .keep(.held, coverage, reason: doubt)
            return
        }
        guard let shortfall else {
            // A dead filter looks exactly like no news, so that zero is never passed over in silence.
            let hint = "the provider announced nothing for these days; is the filter right?"
            self = .replace(.complete, coverage, reason: coverage == .empty ? hint : nil)
            return
        }
        let outcome: RunOutcome =
            switch coverage {
            case .capped: .capped
            case .unverified: .unverified
            default: .partial
            }
        let wasComplete = current.coverage == .complete || current.coverage == .empty
        if wasComplete, comparable, !accept {
            self = .keep(
                outcome, coverage, reason: shortfall + "; the complete former contents stay (--accept replaces them)"
            )
        } else {
            self = .replace(outcome, coverage, reason: shortfall)
        }
    }

    /// How far the pages cover the window, and what is missing in one sentence; nil where nothing is.
    private static func coverage(of tally: RunTally, cap: Int?) -> (Coverage, shortfall: String?) {
        let counts = tally.counts
        let announced = counts.announced ?? .exactly(0)
        if case .atLeast(let count) = announced {
            let reached = cap.map { min($0, count) } ?? count
            return (.capped, "the provider counts at least \(count) and gives \(reached); narrow the days")
        }
        if let cap, announced.count > cap {
            return (
                .capped,
                "\(announced.count - cap) of \(announced.count) lie beyond the provider's cap of \(cap); narrow the days"
            )
        }
        if counts.dropped > 0 {
            let first = tally.firstDropped.first.map { "; first: \($0)" } ?? ""
            return (.partial, "\(counts.dropped) of \(counts.fetched) documents could not be read\(first)")
        }
        if tally.totalMoved {
            return (.unverified, "the announced total changed while paging, from \(announced)")
        }
        if counts.unique != announced.count {
            return (.unverified, "\(announced.count) were announced and \(counts.unique) distinct articles came")
        }
        return (announced.count == 0 ? .empty : .complete, nil)
    }

    /// Why a result is too small to be believed; nil where it is not.
    private static func doubt(
        _ tally: RunTally, current: RunTicket.Contents, comparable: Bool, shrinkGuard: ShrinkGuard
    ) -> String? {
        let size = tally.candidate
        if size < shrinkGuard.minimumArticles {
            return "\(articles(size)) came and guard.min_articles is \(shrinkGuard.minimumArticles)" + advice
        }
        guard comparable, current.confirmed > 0 else { return nil }
        if size == 0 { return "nothing came where there had been \(articles(current.confirmed))" + advice }
        let least = Double(current.confirmed) * (1 - shrinkGuard.maximumShrink)
        if Double(size) < least {
            return
                "\(articles(size)) came where there had been \(articles(current.confirmed)), and guard.max_shrink is "
                + "\(shrinkGuard.maximumShrink)" + advice
        }
        return nil
    }

    private static func articles(_ count: Int) -> String { count == 1 ? "1 article" : "\(count) articles" }

    private static let advice = "; the former contents stay (--accept replaces them)"
}
