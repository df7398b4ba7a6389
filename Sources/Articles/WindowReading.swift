package import Chronology

/// One page of one reading of a window, as a run asks for it.
///
/// A kept answer is found by it again, so that a run that goes on asks nothing twice.
package struct PageRequest: Hashable, Sendable, CustomStringConvertible {
    /// The window whose contents the page is for.
    package var window: DayRange
    /// The days that are asked; others than the window's where a part of it is asked once more.
    package var days: DayRange
    package var order: SearchOrder
    /// How often the window was begun anew before, from 0.
    package var pass: Int
    /// Counted from 0.
    package var page: Int

    package init(
        window: DayRange, days: DayRange? = nil, order: SearchOrder = .usual, pass: Int = 0, page: Int = 0
    ) {
        self.window = window
        self.days = days ?? window
        self.order = order
        self.pass = pass
        self.page = page
    }

    package var description: String {
        "page \(page) of \(days)" + (order == .reversed ? " from the end" : "") + (pass > 0 ? ", again" : "")
    }
}

/// What one reading of one window came to: a line of the coverage ledger.
package struct WindowReading: Hashable, Sendable {
    package var days: DayRange
    /// Windows of a query are listed by it, so that their articles are in the provider's order.
    package var rank = 0
    package var status: Coverage
    package var announced: Total?
    /// Documents received, those that came twice included.
    package var fetched = 0
    /// Distinct articles among them, those that could not be read not counted.
    package var unique = 0
    /// Documents that could not be read.
    package var dropped = 0
    /// Members of the query's contents that are of this window; the store counts them.
    package var stored = 0
    package var pages = 0
    /// The provider's cap when it was read; nil is none.
    package var cap: Int?
    package var readAt: Instant
    /// The first pass that counts: answers of earlier ones were read before the total moved.
    package var pass = 0
    /// What could not be had, each with its reason.
    package var holes: [CoverageHole] = []
    /// Why the status is not `complete`, in one sentence.
    package var reason: String?

    package init(days: DayRange, status: Coverage, announced: Total? = nil, readAt: Instant) {
        self.days = days
        self.status = status
        self.announced = announced
        self.readAt = readAt
    }

    /// Articles that the provider announced and that did not come; nil where it does not say how many there are.
    package var missing: Int? {
        guard case .exactly(let count) = announced else { return nil }
        return max(count - unique - dropped, 0)
    }
}

/// Days of which some articles could not be had.
package struct CoverageHole: Hashable, Sendable {
    package var days: DayRange
    /// So many at most.
    package var missing: Int
    package var reason: String

    package init(days: DayRange, missing: Int, reason: String) {
        self.days = days
        self.missing = missing
        self.reason = reason
    }
}
