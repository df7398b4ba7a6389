package import Articles

/// Which pages of one search are asked for, and when the next one may go out.
///
/// Page 0 goes alone, since only its answer tells how many there are. The rest go in order, so many at once as the
/// source allows. A total that changes on the way does not change the plan: it is seen by the verdict on the run.
package struct PagePlan: Sendable {
    package enum Step: Hashable, Sendable {
        case ask(page: Int)
        /// Nothing to ask until an answer comes.
        case wait
        case done
    }

    private let limits: SourceLimits
    private var next = 0
    private var inFlight = 0
    private var answered = 0
    /// Pages there are to ask; nil before the first answer.
    package private(set) var pages: Int?

    package init(limits: SourceLimits) { self.limits = limits }

    /// What to do now.
    ///
    /// After `ask` the page counts as asked.
    package mutating func step() -> Step {
        guard let pages else {
            guard next == 0 else { return .wait }
            return take()
        }
        if next < pages { return inFlight < max(limits.concurrency, 1) ? take() : .wait }
        return inFlight > 0 ? .wait : .done
    }

    /// Takes note of an answer.
    package mutating func received(_ page: ArticlePage) {
        inFlight -= 1
        answered += 1
        if pages == nil {
            let reachable = min(page.total.count, limits.cap ?? .max)
            pages = max(1, (reachable + limits.pageSize - 1) / limits.pageSize)
        }
    }

    private mutating func take() -> Step {
        defer {
            next += 1
            inFlight += 1
        }
        return .ask(page: next)
    }
}
