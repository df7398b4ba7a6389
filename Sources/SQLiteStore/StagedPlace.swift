internal import Articles
internal import Chronology

/// Where a document stands among what is staged: one number, so that the table's own order is the provider's.
///
/// From the top: the window's first day, the pass, whether it was paged from the front or from the end, the page, and
/// the place on it. What was asked of a part of a window once more stands behind all of its own pages. Numbers that are
/// too large for their bits share a place; who comes second is put behind the last of that page.
enum StagedPlace {
    private static let placeBits: Int64 = 15
    private static let pageBits: Int64 = 20
    private static let groupBits: Int64 = 2
    private static let passBits: Int64 = 4
    private static let windowShift = placeBits + pageBits + groupBits + passBits

    /// All places of a window.
    static func places(of window: DayRange) -> ClosedRange<Int64> {
        let first = Int64(window.from.daysSince1970 - CalendarDay(daysSince1970: .min).daysSince1970) << windowShift
        return first...first + (1 << windowShift - 1)
    }

    /// All places of a page.
    static func places(of request: PageRequest) -> ClosedRange<Int64> {
        let isPart = request.days != request.window
        let group: Int64 = (isPart ? 2 : 0) + (request.order == .reversed ? 1 : 0)
        let pass = clamped(request.pass, passBits)
        var page = clamped(request.page, isPart ? pageBits / 2 : pageBits)
        if request.order == .reversed { page = 1 << (isPart ? pageBits / 2 : pageBits) - 1 - page }
        if isPart {
            let day = request.days.from.daysSince1970 - request.window.from.daysSince1970
            page |= clamped(day, pageBits / 2) << (pageBits / 2)
        }
        let first =
            places(of: request.window).lowerBound | pass << (groupBits + pageBits + placeBits)
            | group << (pageBits + placeBits) | page << placeBits
        return first...first + (1 << placeBits - 1)
    }

    /// The place of a document on a page; the upper half of a page's places is for those whose place is taken.
    static func place(_ index: Int, of request: PageRequest) -> Int64 {
        let half = placeBits - 1
        let place = clamped(index, half)
        return places(of: request).lowerBound + (request.order == .reversed ? 1 << half - 1 - place : place)
    }

    private static func clamped(_ value: Int, _ bits: Int64) -> Int64 {
        min(max(Int64(value), 0), 1 << bits - 1)
    }
}
