package import Chronology

/// Why a source could not give a page: what was tried, why it failed, and what to do next.
package struct SourceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable, CaseIterable {
        /// Network, 5xx, a body that is empty or not JSON: another try may succeed.
        case transient
        case rateLimited = "rate_limited"
        /// Nothing left of today's budget.
        case daySpent = "day_spent"
        /// The provider stops until the key changes.
        case badKey = "bad_key"
        /// The query stops until it changes.
        case badQuery = "bad_query"
        /// This page fails again and again while others work.
        case poisonPage = "poison_page"
        /// A well-formed answer that is not what the provider's definition promises.
        case drift
        case cancelled
    }

    package let kind: Kind
    /// What was asked, without secrets: "nyt page 3 of 2015-07-01…2015-07-07".
    package let asked: String
    package let reason: String
    /// The next step for a person, or nil where the reason says it all.
    package let hint: String?
    /// When another try makes sense, where the provider said.
    package let retryAt: Instant?
    /// Whether there was an answer, however bad: then it may be this page alone.
    package var wasAnswered = false
    /// The odd answer, where one came, to be kept for `explain`; it is never printed whole.
    package var answer: [UInt8] = []

    package init(_ kind: Kind, asked: String, reason: String, hint: String? = nil, retryAt: Instant? = nil) {
        self.kind = kind
        self.asked = asked
        self.reason = reason
        self.hint = hint
        self.retryAt = retryAt
    }

    package var description: String { "\(asked): \(reason)" + (hint.map { "; \($0)" } ?? "") }
}
