internal import ArticleSync
internal import Chronology
internal import TestSupport
internal import Testing

/// Random rules against a walk over every minute, which reads the clock on the wall and knows no calendar arithmetic.
@Suite struct `Any schedule` {
    private static let zones = [
        "Etc/UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/Sao_Paulo", "Africa/Cairo",
        "Asia/Beirut", "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca", "America/Havana",
    ]

    /// A field of the values of a range, kept to what comes within days so that the walk ends.
    private func field(_ range: ClosedRange<Int>, _ random: inout Dice) -> String {
        let low = Int.random(in: range, using: &random)
        let high = Int.random(in: low...range.upperBound, using: &random)
        return switch Int.random(in: 0..<8, using: &random) {
        case 0...2: "*"
        case 3: "*/\(Int.random(in: 1...range.count, using: &random))"
        case 4: "\(low)"
        case 5: "\(low)-\(high)"
        case 6: "\(low)-\(high)/\(Int.random(in: 1...7, using: &random))"
        default: "\(low),\(high)"
        }
    }

    private func days(_ random: inout Dice) -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: "* * \(field(0...6, &random))"
        case 1: "*/3 * \(field(0...6, &random))"
        default: "* * *"
        }
    }

    /// The first instant after another that the contract names, found minute by minute; nil after so many.
    private func walked(_ rule: CalendarRule, in zone: TimeZone, after start: Instant, minutes: Int64) -> Instant? {
        let first = start.secondsSince1970 / 60 + 1
        for minute in first..<(first + minutes) {
            let instant = Instant(secondsSince1970: minute * 60)
            let offset = zone.offset(at: instant)
            let before = zone.offset(at: instant.adding(.seconds(-60)))
            if offset > before, rule.hours.count < 24,
                stride(from: before, to: offset, by: 60).contains(where: { fits(rule, instant, secondsEast: $0) })
            {
                return instant
            }
            guard fits(rule, instant, secondsEast: offset) else { continue }
            // Whether the wall has shown this minute before: for that it was set back in the hours just past.
            let seen = (1...180).contains { ago in
                let earlier = instant.adding(.seconds(-60 * ago))
                return zone.offset(at: earlier) - 60 * ago == offset
            }
            if rule.followsHours || !seen { return instant }
        }
        return nil
    }

    private func fits(_ rule: CalendarRule, _ instant: Instant, secondsEast: Int) -> Bool {
        let local = instant.adding(.seconds(secondsEast))
        let day = local.utcDay
        let minute = Int(local.secondsSince1970 - Int64(day.daysSince1970) * 86_400) / 60
        guard rule.minutes.contains(minute % 60), rule.hours.contains(minute / 60), rule.months.contains(day.month)
        else { return false }
        let inMonth = rule.daysOfMonth.contains(day.day)
        let inWeek = rule.daysOfWeek.contains((day.daysSince1970 + 4) % 7)
        return rule.eitherDay ? inMonth || inWeek : inMonth && inWeek
    }

    @Test(arguments: UInt64(1)...12)
    func `of the calendar comes next where a walk over every minute finds it`(seed: UInt64) throws {
        var random = Dice(seed: seed)
        for _ in 0..<40 {
            let text = "\(field(0...59, &random)) \(field(0...23, &random)) \(days(&random))"
            let schedule = try Schedule(text)
            guard case .calendar(let rule) = schedule else { return }
            let zone = try ScheduleCase.zone(Self.zones.randomElement(using: &random) ?? "Etc/UTC")
            // Half of the starts lie shortly before a change of the clocks.
            let years = try ScheduleCase.instant("2009-01-01T00:00:00Z")
                .adding(.milliseconds(Int64.random(in: 0..<500_000_000_000, using: &random)))
            let near = zone.nextTransition(after: years)
                .map { $0.adding(.seconds(-Int64.random(in: -7_200..<14_400, using: &random))) }
            var start = Bool.random(using: &random) ? near ?? years : years
            for _ in 0..<3 {
                let found = try #require(schedule.next(after: start, in: zone), "`\(text)`")
                #expect(found > start)
                let reach: Int64 = 60 * 24 * 3
                let walked = walked(rule, in: zone, after: start, minutes: reach)
                if let walked {
                    #expect(found == walked, "`\(text)` in \(zone) after \(start)")
                } else {
                    #expect(found.since(start) > .seconds((reach - 1) * 60), "`\(text)` in \(zone) after \(start)")
                }
                start = found
            }
        }
    }

    @Test(arguments: UInt64(1)...8)
    func `never comes earlier after a later instant`(seed: UInt64) throws {
        var random = Dice(seed: seed)
        for _ in 0..<100 {
            let text = "\(field(0...59, &random)) \(field(0...23, &random)) \(days(&random))"
            let schedule = try Bool.random(using: &random) ? Schedule(text) : Schedule("every \(seed * 7) minutes")
            let zone = try ScheduleCase.zone(Self.zones.randomElement(using: &random) ?? "Etc/UTC")
            let start = Instant(millisecondsSince1970: Int64.random(in: 0..<2_000_000_000_000, using: &random))
            let later = start.adding(.milliseconds(Int64.random(in: 0..<200_000_000, using: &random)))
            let offset = schedule.spread(of: text)
            let first = try #require(schedule.next(after: start, in: zone, offset: offset))
            let second = try #require(schedule.next(after: later, in: zone, offset: offset))
            #expect(first <= second, "`\(text)` in \(zone) after \(start) and \(later)")
            // And nothing lies between: from anywhere before the first, the first is next.
            if later < first { #expect(first == second, "`\(text)` in \(zone) after \(start) and \(later)") }
        }
    }

    @Test func `every so often comes exactly so often, from whatever instant it is asked`() throws {
        var random = Dice(seed: 5)
        let zone = try ScheduleCase.zone("Europe/Berlin")
        for _ in 0..<500 {
            let seconds = Int64.random(in: 1...1_000_000, using: &random)
            let schedule = Schedule.every(.seconds(seconds))
            let offset = schedule.spread(of: "\(seconds)")
            let start = Instant(
                millisecondsSince1970: Int64.random(in: -1_000_000_000_000...3_000_000_000_000, using: &random))
            let first = try #require(schedule.next(after: start, in: zone, offset: offset))
            #expect(first > start && first.since(start) <= .seconds(seconds))
            #expect(schedule.next(after: first, in: zone, offset: offset)?.since(first) == .seconds(seconds))
        }
    }
}
