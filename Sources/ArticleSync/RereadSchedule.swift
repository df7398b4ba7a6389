package import Articles
package import Chronology

/// When the windows of a query are read again, by the age of their newest day.
///
/// Articles of recent days come late and change; those of old days hardly do. A window is read again when it has come to
/// one of these ages since it was last read. One that was read while its newest day was not over, or that is not
/// complete, is read again the next day.
package struct RereadSchedule: Hashable, Sendable {
    /// In days, ascending.
    package let ages: [Int]

    /// What is used for rolling windows.
    package static let standard = RereadSchedule(ages: [1, 3, 7, 30, 180])

    package init(ages: [Int]) { self.ages = ages.sorted() }

    /// Why a window is read again; nil where it is not.
    package func reason(for reading: WindowReading, today: CalendarDay, in zone: TimeZone) -> PlannedWindow.Reason? {
        let read = zone.day(at: reading.readAt)
        let age = today.daysSince1970 - reading.days.to.daysSince1970
        let ageThen = read.daysSince1970 - reading.days.to.daysSince1970
        if ages.first == 0 { return .ageing }
        if age <= 0 { return .open }
        if ageThen <= 0 { return .ageing }
        switch reading.status {
        case .complete, .empty, .capped: break
        case .partial, .unverified: if read < today { return .incomplete }
        }
        return ages.contains { ageThen < $0 && $0 <= age } ? .ageing : nil
    }
}

/// A window that a run is going to read, and why.
package struct PlannedWindow: Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// It was never read.
        case new
        /// Its last day is not over, or was not when it was read.
        case open
        /// It has come to an age at which windows are read again.
        case ageing
        /// Something of it was missing.
        case incomplete
        /// The query's range ends within it now.
        case edge
        /// Some of it is due, and all of it takes no more requests.
        case whole
        /// Everything is read at each run.
        case always
    }

    package var days: DayRange
    package var reason: Reason
    /// How many results earlier runs saw; nil where that is not known.
    package var expected: Int?
    package var urgency: Urgency

    package init(days: DayRange, reason: Reason, expected: Int?, urgency: Urgency) {
        self.days = days
        self.reason = reason
        self.expected = expected
        self.urgency = urgency
    }
}
