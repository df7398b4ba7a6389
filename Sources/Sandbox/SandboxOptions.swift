package import Chronology
package import Telemetry

/// What a sandbox holds, allows and does wrong.
package struct SandboxOptions: Hashable, Sendable {
    /// On loopback; 0 lets the system choose.
    package var port: UInt16 = 0
    /// How many articles there are; more where `dayArticles` asks for more.
    package var articles = 250
    /// The UTC days that the articles are spread over.
    package var days = DayRange(last: 31, endingOn: CalendarDay(daysSince1970: 16_647))
    package var era = SandboxEra.year2025
    /// How many results of one search can be paged through.
    ///
    /// Pages are of ten; one behind the cap is a 400.
    package var cap = 1_000
    /// The most hits that an answer admits to; 0 is no limit, nil is what the era does: 10,000 in the newest.
    package var countsTo: Int?
    /// In a calendar minute of UTC; 0 is no limit.
    package var requestsPerMinute = 0
    /// In a calendar day of UTC; 0 is no limit.
    package var requestsPerDay = 0
    /// In this order; a request meets the first that is not used up.
    package var faults: [SandboxFaultRule] = []
    /// Articles that trip the server: no page with one of them is ever answered.
    package var poison: [SandboxPoison] = []
    /// What stands in place of such a page.
    package var poisonAnswer = SandboxPoison.Answer.internalError
    /// The same seed gives the same articles.
    package var seed: UInt64 = 42
    /// The one key that is accepted; nil accepts any that is not empty.
    package var key: Secret?
    /// How unevenly the articles are spread over the days: the day of rank *n* weighs 1 ÷ *n* to this power.
    ///
    /// With 1, one day in 365 has about a seventh of all; with 0, all are alike.
    package var skew = 0
    /// Days with exactly so many articles; the others are spread over the days that are not named here.
    package var dayArticles: [CalendarDay: Int] = [:]
    /// How many articles have a second document, of the same address and date, under another id.
    package var twins = 0
    /// Whether every article is of midnight, and those of one midnight come in another order at each request.
    package var isPrint = false
    /// What happens to the articles while they are paged through.
    package var life = SandboxLife()
    /// Another era, from some request on.
    package var drift: SandboxDrift?
    /// How many requests are remembered at least; twice as many at most.
    package var requestsKept = 5_000
    /// Whether every document is written before the first request and kept, at about 3 kB each; else each is written
    /// when it is first asked for, and 256 MiB of them are kept.
    package var isPrepared = false

    package init() {}
}

/// An article that trips the server.
package enum SandboxPoison: Hashable, Sendable {
    /// Its place in the order of invention.
    case index(Int)
    /// Its `uri`, or its 24 digits.
    case id(String)

    package enum Answer: String, Hashable, Sendable, CaseIterable {
        /// 500 with the body of the API's own server.
        case internalError = "500"
        /// 403 with a page of HTML.
        case html
    }

    /// A number is an index, all else an id.
    package init(_ text: String) { self = Int(text).map(Self.index) ?? .id(text) }
}

/// The shape of the answers becomes another while the sandbox runs.
package struct SandboxDrift: Hashable, Sendable {
    package var era: SandboxEra
    /// After so many pages.
    package var after: Int

    package init(to era: SandboxEra, after: Int) {
        self.era = era
        self.after = after
    }

    /// The drift of `ERA:COUNT`, or nil.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let era = SandboxEra(rawValue: String(parts[0])),
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let after = Int(parts[1])
        else { return nil }
        self.init(to: era, after: after)
    }
}
