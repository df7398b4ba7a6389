package import Articles
package import Chronology

/// What a plan tells.
extension PlanReport {
    /// What queries of one provider take of its budget together.
    package struct Share: Hashable, Sendable {
        package var provider: String
        package var queries: Int
        package var requests: Int
        package var isLowerBound: Bool
        package var budget: Budget

        package init(provider: String, queries: Int, requests: Int, isLowerBound: Bool, budget: Budget) {
            self.provider = provider
            self.queries = queries
            self.requests = requests
            self.isLowerBound = isLowerBound
            self.budget = budget
        }
    }

    /// What a day allows, and what becomes of some requests by it.
    package struct Budget: Hashable, Sendable {
        /// 0 is no limit.
        package var perDay: Int
        package var leftToday: Int?
        /// The last of each day's, which are kept for fresh days and not counted in the two before.
        package var reserved: Int
        package var returnsAt: Instant?
        package var today: Int
        /// On how many days they are made, today included where any is made today.
        package var days: Int
        package var time: Duration

        package init(
            perDay: Int, leftToday: Int?, reserved: Int = 0, returnsAt: Instant? = nil, today: Int, days: Int,
            time: Duration
        ) {
            self.perDay = perDay
            self.leftToday = leftToday
            self.reserved = reserved
            self.returnsAt = returnsAt
            self.today = today
            self.days = days
            self.time = time
        }
    }

    package struct Entry: Hashable, Sendable {
        package var query: String
        package var range: DayRange
        package var windows: [Window]
        package var standing: Int
        package var keptPages: Int
        /// Results of single days beyond the provider's cap.
        package var unreachable: Int
        package var requests: Int
        package var isLowerBound: Bool
        package var budget: Budget

        package init(
            query: String, range: DayRange, windows: [Window], standing: Int, keptPages: Int,
            unreachable: Int = 0, requests: Int, isLowerBound: Bool, budget: Budget
        ) {
            self.query = query
            self.range = range
            self.windows = windows
            self.standing = standing
            self.keptPages = keptPages
            self.unreachable = unreachable
            self.requests = requests
            self.isLowerBound = isLowerBound
            self.budget = budget
        }

        /// Windows of which nobody knows how many results they have.
        var unknown: Int { windows.count { $0.expected == nil } }
    }

    package struct Window: Hashable, Sendable {
        package var days: DayRange
        /// A word of the program, such as `new` or `open`.
        package var reason: String
        package var expected: Int?
        package var urgency: Urgency

        package init(days: DayRange, reason: String, expected: Int?, urgency: Urgency) {
            self.days = days
            self.reason = reason
            self.expected = expected
            self.urgency = urgency
        }

        /// Why it is read, for people.
        var why: String {
            switch reason {
            case "new": "never read"
            case "open": "its last day was not over"
            case "ageing": "due to be read again"
            case "incomplete": "something was missing"
            case "edge": "the range ends within it now"
            case "whole": "due in part, and as cheap to read whole"
            default: "read at every run"
            }
        }
    }
}
