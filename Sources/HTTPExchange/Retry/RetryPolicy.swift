/// How often and after which waits an exchange is tried again.
package struct RetryPolicy: Hashable, Sendable {
    /// Tries in all, the first included; at least one is made.
    package var attempts: Int
    /// The wait before the second try.
    package var firstWait: Duration
    /// By what each wait is longer than the one before.
    package var growth: Double
    /// No wait grows beyond this.
    package var ceiling: Duration
    /// The share of a wait that is left to chance, from 0 to 1, so that clients that failed together do not return together.
    package var jitter: Double
    /// The longest wait that a server may ask for; when it asks for more, its answer is handed on as the last.
    package var longestAsked: Duration

    package init(
        attempts: Int = 4, firstWait: Duration = .seconds(1), growth: Double = 3, ceiling: Duration = .seconds(60),
        jitter: Double = 0.5, longestAsked: Duration = .seconds(300)
    ) {
        self.attempts = attempts
        self.firstWait = firstWait
        self.growth = growth
        self.ceiling = ceiling
        self.jitter = jitter
        self.longestAsked = longestAsked
    }

    /// Tries once.
    package static let never = RetryPolicy(attempts: 1)

    /// What to do after a try that is worth another.
    ///
    /// - Parameters:
    ///   - tries: how many there have been, from 1.
    ///   - asked: how long the server said to wait.
    ///   - random: from 0 to 1, where 1 is the longest wait.
    /// - Returns: how long to wait, or nil where it is over. Never less than what the server asked for.
    package func wait(after tries: Int, asked: Duration? = nil, random: Double) -> Duration? {
        guard tries < attempts else { return nil }
        if let asked, asked > longestAsked { return nil }
        return max(grown(tries) * (1 - jitter * (1 - random)), asked ?? .zero)
    }

    /// The wait without chance.
    private func grown(_ tries: Int) -> Duration {
        var wait = firstWait
        for _ in 1..<max(tries, 1) where wait < ceiling { wait *= growth }
        return min(wait, ceiling)
    }
}

/// What is to become of the outcome of an exchange.
package enum RetryVerdict: Hashable, Sendable {
    /// It is final, be it an answer or an error.
    case accept
    /// It is worth another try; the reason is one of a few words.
    case retry(reason: String)
}

extension Duration {
    fileprivate static func *= (left: inout Duration, right: Double) { left = left * right }
}
