private import CTimeZone

/// A zone of the system's IANA database, such as `America/New_York`.
@safe package struct TimeZone: Hashable, Sendable, CustomStringConvertible {
    /// The IANA name.
    package let identifier: String
    // The rules are immutable and live as long as the process, so that any thread may read them.
    private nonisolated(unsafe) let rules: OpaquePointer

    /// UTC, which needs no database.
    package static var utc: TimeZone? { TimeZone(identifier: "Etc/UTC") }

    /// The zone of an IANA name, or nil where the system does not know it (a name, or no `tzdata` at all).
    package init?(identifier: String) {
        guard let rules = unsafe ctz_find(identifier) else { return nil }
        self.identifier = identifier
        unsafe self.rules = rules
    }

    /// Seconds east of UTC at an instant.
    package func offset(at instant: Instant) -> Int { Int(unsafe ctz_offset_at(rules, instant.secondsSince1970)) }

    /// The calendar day that a clock on the wall shows at an instant.
    package func day(at instant: Instant) -> CalendarDay {
        instant.adding(.seconds(offset(at: instant))).utcDay
    }

    /// The instant at which a day begins here.
    package func startOfDay(_ day: CalendarDay) -> Instant {
        Instant(secondsSince1970: unsafe ctz_instant_of_local(rules, Instant(startOf: day).secondsSince1970))
    }

    package var description: String { identifier }

    package static func == (left: TimeZone, right: TimeZone) -> Bool { left.identifier == right.identifier }

    package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
