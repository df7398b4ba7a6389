/// How long a query waits after failures in a row.
package enum BackOff {
    /// The wait after the first failure, which doubles with each further one.
    package static let shortest = Duration.seconds(60)
    /// What the doubling stops at.
    package static let longest = Duration.seconds(3_600)
    /// After how many failures in a row a query is still tried again before its schedule says so.
    package static let earlyTries = 3

    /// The wait after so many failures in a row: doubled each time, and up to a quarter more.
    ///
    /// How much more follows from the query's name and the count, so that queries which failed together do not come
    /// back together, and a restart changes nothing.
    package static func delay(afterFailures failures: Int, of name: String) -> Duration {
        guard failures > 0 else { return .zero }
        // 2^6 minutes are above the longest already.
        let plain = min(shortest * (1 << min(failures - 1, 6)), longest)
        return plain + StableHash(name, salt: failures).share(ofMilliseconds: plain.components.seconds * 250)
    }

    /// The first wait after a refusal of a key or a query, which doubles with each further one.
    package static let refusal = Duration.seconds(3_600)
    /// The longest wait after refusals in a row: no verdict is final.
    package static let longestRefusal = Duration.seconds(86_400)

    /// The wait after the nth refusal in a row: none after the first, for which the schedule is waited for.
    package static func delay(afterRefusals refusals: Int) -> Duration {
        guard refusals > 1 else { return .zero }
        // 2^5 hours are above the longest already.
        return min(refusal * (1 << min(refusals - 2, 5)), longestRefusal)
    }

    /// What a failure changes, for people.
    package static let words =
        "it is tried again after \(shortest.components.seconds / 60) min, and after twice as long with each further "
        + "failure, up to \(longest.components.seconds / 3_600) h; from failure \(earlyTries + 1) on not before its "
        + "schedule comes. A query that the provider refuses is asked again at its next schedule, then after waits that "
        + "grow from \(refusal.components.seconds / 3_600) h to \(longestRefusal.components.seconds / 3_600) h"
}
