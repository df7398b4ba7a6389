package import Chronology

/// What a service left in the store about itself, for those who look from outside.
package struct ServiceTrace: Sendable, Hashable {
    package var version: String
    /// The file that it reads.
    package var configuration: String
    package var startedAt: Instant
    package var reload: ServiceStanding.Reload
    /// Nil while it runs.
    package var stoppedAt: Instant?
    /// Whether its process is gone without having said so.
    package var hasDied: Bool

    package var isRunning: Bool { stoppedAt == nil && !hasDied }

    package init(
        version: String, configuration: String, startedAt: Instant, reload: ServiceStanding.Reload,
        stoppedAt: Instant? = nil, hasDied: Bool = false
    ) {
        self.version = version
        self.configuration = configuration
        self.startedAt = startedAt
        self.reload = reload
        self.stoppedAt = stoppedAt
        self.hasDied = hasDied
    }
}
