package import Chronology
package import HTTPExchange

/// What becomes of a notice after a try to deliver it.
///
/// An answer of 2xx is the end of it. One that says the request is at fault (4xx but 408 and 429, and 3xx, as nothing is
/// told to another address) is tried three times, the rest for a day; waits grow from 10 s to an hour, half of each left to
/// chance, and never are shorter than what the other side asks for, unless it asks for more than an hour.
package enum DeliveryPolicy {
    package static let triesWhenRefused = 3
    package static let patience = Duration.seconds(86_400)
    package static let firstWait = Duration.seconds(10)
    package static let longestWait = Duration.seconds(3_600)

    package enum Verdict: Hashable, Sendable {
        case delivered
        case retry(at: Instant, reason: String)
        case givenUp(reason: String)
    }

    /// - Parameters:
    ///   - tries: how many there have been, this one included.
    ///   - createdAt: when the notice was posted.
    ///   - random: from 0 to 1, where 1 is the longest wait.
    package static func judge(
        _ outcome: Result<HTTPResponse, HTTPError>, tries: Int, createdAt: Instant, at now: Instant, random: Double
    ) -> Verdict {
        var asked = Duration.zero
        let reason: String
        var isRefused = false
        switch outcome {
        case .success(let response):
            if (200..<300).contains(response.status) { return .delivered }
            reason = "HTTP \(response.status)"
            asked = min(response.retryAfter(now: now) ?? .zero, longestWait)
            isRefused = (300..<500).contains(response.status) && response.status != 408 && response.status != 429
        case .failure(let error): reason = "\(error)"
        }
        if isRefused, tries >= triesWhenRefused { return .givenUp(reason: "\(reason), \(tries) times") }
        let next = now.adding(max(wait(after: tries, random: random), asked))
        // Of a clock that was set back nobody knows how long it was: tries run out all the same.
        if next.since(createdAt) > patience || tries > mostTries {
            return .givenUp(reason: "\(reason), \(tries) times over a day")
        }
        return .retry(at: next, reason: reason)
    }

    /// How long to wait after so many tries.
    package static func wait(after tries: Int, random: Double) -> Duration {
        var wait = firstWait
        for _ in 1..<max(tries, 1) where wait < longestWait { wait *= 2 }
        return min(wait, longestWait) * (0.5 + random / 2)
    }

    /// More than a day of the shortest waits has.
    private static let mostTries = 64
}
