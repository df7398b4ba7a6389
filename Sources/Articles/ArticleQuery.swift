package import Chronology

/// What a person asked to have synced: a provider's search with a date range, under a name.
package struct ArticleQuery: Hashable, Sendable {
    /// Unique within the configuration.
    package var name: String
    package var provider: String
    package var text: String?
    /// In the provider's own filter language, handed on as it is.
    package var filter: String?
    package var window: Window
    /// What "today" means for a rolling window.
    package var timeZone: TimeZone
    package var keep: Keep = .window
    /// How old the contents may be before readers are told that they are stale; nil is never.
    package var staleAfter: Duration?
    package var shrinkGuard = ShrinkGuard()
    /// Whether articles whose own date lies outside the window are left out.
    package var exactDays = false
    /// At which ages, in days, a window that was read is read again; nil is the standard, which for a fixed range is at
    /// every run.
    package var readAgainAfter: [Int]?
    /// As written; nil is only on request.
    package var schedule: String?
    /// How long a run by schedule may take before it is stopped; the next goes on from there.
    package var deadline = Self.standardDeadline

    /// Long enough for all that a provider gives in a day.
    package static let standardDeadline = Duration.seconds(12 * 3_600)

    /// Which days are asked for.
    package enum Window: Hashable, Sendable {
        case fixed(DayRange)
        /// So many days, ending today.
        case last(days: Int)
    }

    /// What the store holds of a window that moved on.
    package enum Keep: String, Sendable, CaseIterable {
        /// Exactly the window.
        case window
        /// What leaves the window stays.
        case everything
    }

    package init(name: String, provider: String, window: Window, timeZone: TimeZone) {
        self.name = name
        self.provider = provider
        self.window = window
        self.timeZone = timeZone
    }

    /// The days asked for at an instant.
    package func days(at now: Instant) -> DayRange {
        switch window {
        case .fixed(let range): range
        case .last(let days): DayRange(last: days, endingOn: timeZone.day(at: now))
        }
    }

    /// What a source is asked for some days.
    ///
    /// The zone in which a provider cuts days is its own affair: a query that wants exact days asks one more on each side
    /// and goes by the articles' own dates.
    package func search(_ days: DayRange) -> ArticleSearch {
        ArticleSearch(text: text, filter: filter, days: exactDays ? days.widened(by: 1) : days)
    }

    /// One readable line that says what is asked: `nyt text="basketball" last=7 days`.
    ///
    /// Queries that ask the same have the same, and no others.
    package var fingerprint: String {
        var parts = [provider]
        if let text { parts.append("text=\(Self.quoted(text))") }
        if let filter { parts.append("filter=\(Self.quoted(filter))") }
        switch window {
        case .fixed(let range): parts.append("days=\(range)")
        case .last(let days): parts.append("last=\(days) days")
        }
        if exactDays { parts.append("exact_days") }
        return parts.joined(separator: " ")
    }

    /// The text in quotes, so that no text can look like the end of itself.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result + "\""
    }
}

/// When a good answer is too small to be believed.
package struct ShrinkGuard: Hashable, Sendable {
    /// Fewer articles than this are held back.
    package var minimumArticles = 0
    /// The part of the former contents, 0 to 1, that may vanish in one run.
    package var maximumShrink = 0.5

    package init(minimumArticles: Int = 0, maximumShrink: Double = 0.5) {
        self.minimumArticles = minimumArticles
        self.maximumShrink = maximumShrink
    }
}
