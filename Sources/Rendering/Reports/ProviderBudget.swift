package import Chronology
internal import JSONText

/// What is left of a provider's budget, for people.
package struct ProviderBudget: Hashable, Sendable {
    package var provider: String
    /// Requests a minute and a day; nil is no limit.
    package var perMinute: Int?
    package var perDay: Int?
    /// What is left of them; nil where there is no limit, or it is not known.
    package var leftThisMinute: Int?
    package var leftToday: Int?
    /// When the day's budget is whole again.
    package var dayReturnsAt: Instant?
    /// Until when nothing is asked, because the provider said so.
    package var pausedUntil: Instant?
    /// Why nothing is known of it: there is no key to count for.
    package var problem: String?

    package init(provider: String, perMinute: Int? = nil, perDay: Int? = nil) {
        self.provider = provider
        self.perMinute = perMinute
        self.perDay = perDay
    }

    /// `482 of 500 requests left today, whole again at 2015-07-09 04:00 UTC (in 18 h); 5 of 5 left this minute`.
    package func words(at now: Instant) -> String {
        if let problem { return problem }
        var parts: [String] = []
        if let pausedUntil { parts.append("paused by the provider until \(Self.moment(pausedUntil, now))") }
        if let perDay, let leftToday {
            var day = "\(leftToday) of \(counted(perDay, "request")) left today"
            if leftToday < perDay, let dayReturnsAt { day += ", whole again at \(Self.moment(dayReturnsAt, now))" }
            parts.append(day)
        }
        if let perMinute, let leftThisMinute { parts.append("\(leftThisMinute) of \(perMinute) left this minute") }
        return parts.isEmpty ? "no limit" : parts.joined(separator: "; ")
    }

    private static func moment(_ instant: Instant, _ now: Instant) -> String {
        "\(instant.minuteText) UTC" + (instant > now ? " (in \(instant.since(now).ageWords))" : "")
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("provider", provider)
            writer.member("requests_per_minute", perMinute)
            writer.member("requests_per_day", perDay)
            writer.member("left_this_minute", leftThisMinute)
            writer.member("left_today", leftToday)
            writer.member("day_returns_at", dayReturnsAt?.description)
            writer.member("paused_until", pausedUntil?.description)
            writer.member("problem", problem)
        }
    }
}
