private import CTimeZone

/// A zone of the system's IANA database, such as `America/New_York`.
@safe package struct TimeZone: Hashable, Sendable, CustomStringConvertible {
    /// The IANA name.
    package let identifier: String
    // The rules are immutable and live as long as the process, so that any thread may read them. Nil is UTC.
    private nonisolated(unsafe) let rules: OpaquePointer?

    /// UTC, which needs no database: never nil.
    package static var utc: TimeZone? { TimeZone(identifier: "Etc/UTC") }

    /// The zone of an IANA name, or nil where the system does not know it (a name, or no `tzdata` at all).
    package init?(identifier: String) {
        self.identifier = identifier
        if identifier == "Etc/UTC" || identifier == "UTC" {
            unsafe rules = nil
            return
        }
        // C would see a shorter name than the one given.
        guard !identifier.utf8.contains(0), let rules = unsafe ctz_find(identifier) else { return nil }
        unsafe self.rules = rules
    }

    /// Seconds east of UTC at an instant.
    package func offset(at instant: Instant) -> Int {
        guard let rules = unsafe rules else { return 0 }
        return Int(unsafe ctz_offset_at(rules, instant.secondsSince1970))
    }

    /// The instant at which the offset of an instant ends, always after it, or nil where no end is known.
    ///
    /// The offset that follows may be the same: a zone also changes only its name, or what it calls daylight saving.
    package func nextTransition(after instant: Instant) -> Instant? {
        guard let rules = unsafe rules else { return nil }
        let end = unsafe ctz_offset_end(rules, instant.secondsSince1970)
        return end == .max ? nil : Instant(secondsSince1970: end)
    }

    /// The calendar day that a clock on the wall shows at an instant.
    package func day(at instant: Instant) -> CalendarDay {
        instant.adding(.seconds(offset(at: instant))).utcDay
    }

    /// The instant at which a day begins here: its first where midnight comes twice, and that of the jump where the
    /// clocks leap over midnight.
    package func startOfDay(_ day: CalendarDay) -> Instant { instant(on: day, at: 0) }

    /// The instant at which a clock on the wall shows a time, in seconds since midnight: the first where it comes
    /// twice, and that of the jump where the clocks leap over it.
    package func instant(on day: CalendarDay, at secondOfDay: Int) -> Instant {
        let local = Instant(startOf: day).adding(.seconds(secondOfDay))
        guard let rules = unsafe rules else { return local }
        return Instant(secondsSince1970: unsafe ctz_instant_of_local(rules, local.secondsSince1970))
    }

    package var description: String { identifier }

    package static func == (left: TimeZone, right: TimeZone) -> Bool { left.identifier == right.identifier }

    package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
