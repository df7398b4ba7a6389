package import Chronology
package import Telemetry

/// What a sandbox holds, allows and does wrong.
package struct SandboxOptions: Hashable, Sendable {
    /// On loopback; 0 lets the system choose.
    package var port: UInt16 = 0
    /// How many articles there are.
    package var articles = 250
    /// The UTC days that the articles are spread over.
    package var days = DayRange(last: 31, endingOn: CalendarDay(daysSince1970: 16_647))
    package var era = SandboxEra.year2025
    /// How many results of one search can be paged through; pages are of ten.
    package var cap = 1_000
    /// 0 is no limit.
    package var requestsPerMinute = 0
    /// 0 is no limit.
    package var requestsPerDay = 0
    /// In this order; a request meets the first that is not used up.
    package var faults: [SandboxFaultRule] = []
    /// The same seed gives the same articles.
    package var seed: UInt64 = 42
    /// The one key that is accepted; nil accepts any that is not empty.
    package var key: Secret?

    package init() {}
}
