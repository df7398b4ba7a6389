package import Chronology

extension Schedule {
    /// The first instant after another at which the schedule comes, or nil where that is beyond the year 9999.
    ///
    /// An interval is a rhythm of absolute time, `1970 + offset + k × interval`, which no change of the clocks touches.
    ///
    /// A calendar rule is read off the clock on the wall, and comes so much later. Where that clock is changed:
    /// - A time that comes twice counts the first time only. Vixie's cron does the same; croniter counts it twice. A
    ///   rule with `*` or `*/n` for its hour goes through both hours as time passes, in all three.
    /// - The times that are skipped together count once, at the instant of the jump. croniter does the same, and
    ///   Vixie's cron for rules without a `*`. A rule of every hour misses nothing, so nothing is made up: all agree.
    ///
    /// - Parameters:
    ///   - instant: what the answer is after; never the answer itself.
    ///   - zone: whose clock a calendar rule is read off.
    ///   - offset: how much later the query comes than the schedule says, as ``spread(of:)`` tells.
    package func next(after instant: Instant, in zone: TimeZone, offset: Duration = .zero) -> Instant? {
        let found: Instant? =
            switch self {
            case .every(let interval): Self.next(after: instant, every: interval, offset: offset)
            case .calendar(let rule):
                rule.next(after: instant.adding(.zero - offset), in: zone)?.adding(offset)
            }
        // Instants are held inside the representable years: what would lie outside does not come.
        return found.flatMap { $0 > instant ? $0 : nil }
    }

    private static func next(after instant: Instant, every interval: Duration, offset: Duration) -> Instant? {
        let period = interval.milliseconds
        guard period > 0 else { return nil }
        let elapsed = instant.millisecondsSince1970 - offset.milliseconds
        let phase = (elapsed % period + period) % period
        return instant.adding(.milliseconds(period - phase))
    }
}

extension CalendarRule {
    fileprivate func next(after instant: Instant, in zone: TimeZone) -> Instant? {
        followsHours ? nextThroughHours(after: instant, in: zone) : nextOnce(after: instant, in: zone)
    }

    /// Each time on the wall stands for one instant: its first, or that of the jump over it.
    private func nextOnce(after instant: Instant, in zone: TimeZone) -> Instant? {
        var wall = Self.wallMinute(at: instant, in: zone)
        while let found = first(from: wall) {
            let candidate = zone.instant(on: found.day, at: found.minute * 60)
            if candidate > instant { return candidate }
            // The present minute, or in the second of two equal hours what the first has had.
            guard let next = found.next else { return nil }
            wall = next
        }
        return nil
    }

    /// Goes from one change of the clocks to the next, and within each stretch as the clock on the wall does.
    private func nextThroughHours(after instant: Instant, in zone: TimeZone) -> Instant? {
        var start = instant
        var fromJump = false
        while true {
            let offset = zone.offset(at: start)
            let present = Self.wallMinute(at: start, in: zone)
            let begun = present.instant(secondsEast: offset)
            // The minute that has begun is past, but for one that begins with the stretch itself.
            let from = begun < start || !fromJump ? present.next : present
            guard let from, let found = first(from: from) else { return nil }
            let candidate = found.instant(secondsEast: offset)
            guard let jump = zone.nextTransition(after: start), candidate >= jump else { return candidate }
            // Read by the old offset, the candidate lies in what the jump leaves out.
            let skipped = candidate < jump.adding(.seconds(zone.offset(at: jump) - offset))
            if skipped, hours.count < 24 { return jump }
            start = jump
            fromJump = true
        }
    }

    /// The minute that the clock on the wall shows.
    private static func wallMinute(at instant: Instant, in zone: TimeZone) -> WallMinute {
        let local = instant.adding(.seconds(zone.offset(at: instant)))
        let day = local.utcDay
        return WallMinute(day: day, minute: Int(local.since(Instant(startOf: day)).components.seconds / 60))
    }
}

extension WallMinute {
    /// The minute after, or nil after the last of the year 9999.
    fileprivate var next: WallMinute? {
        if minute < 1_439 { return WallMinute(day: day, minute: minute + 1) }
        let following = day.adding(days: 1)
        return following > day ? WallMinute(day: following, minute: 0) : nil
    }

    fileprivate func instant(secondsEast offset: Int) -> Instant {
        Instant(startOf: day).adding(.seconds(minute * 60 - offset))
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
