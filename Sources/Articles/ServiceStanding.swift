package import Chronology

/// What the service that is running knows of itself: what it runs, when it runs next, and which configuration it has.
package struct ServiceStanding: Sendable, Hashable {
    package var startedAt: Instant
    /// How the last reading of the configuration came out; the one at the start counts.
    package var reload: Reload
    /// In the order of the configuration.
    package var queries: [Query]

    package struct Reload: Sendable, Hashable {
        package var at: Instant
        /// Why the new configuration was refused and the former one kept; nil where it was taken.
        package var refusal: String?

        package init(at: Instant, refusal: String? = nil) {
            self.at = at
            self.refusal = refusal
        }
    }

    package struct Query: Sendable, Hashable {
        package var name: String
        package var provider: String
        /// Nil where it only runs on request, or never again.
        package var nextRunAt: Instant?
        package var isRunning: Bool
        /// Runs in a row that failed; 0 after any that did not.
        package var failures: Int

        package init(
            name: String, provider: String, nextRunAt: Instant? = nil, isRunning: Bool = false, failures: Int = 0
        ) {
            self.name = name
            self.provider = provider
            self.nextRunAt = nextRunAt
            self.isRunning = isRunning
            self.failures = failures
        }
    }

    package init(startedAt: Instant, reload: Reload, queries: [Query] = []) {
        self.startedAt = startedAt
        self.reload = reload
        self.queries = queries
    }
}
