package import Configuration

/// A place that is asked for as long as all is well, so that somebody notices when it no longer is.
///
/// ## Configuration keys (of `[service]`)
/// - `ping_url` (string): left out, nothing is asked. Path and query are never shown.
/// - `ping_every` (duration of at least 1 s, default `"5m"`).
package struct DeadManPing: Hashable, Sendable {
    package var address: WebhookAddress
    package var every: Duration

    package init(address: WebhookAddress, every: Duration = .seconds(300)) {
        self.address = address
        self.every = every
    }

    /// Nil where none is wanted, or where it has mistakes, which are noted.
    package init?(_ reader: ConfigurationReader) {
        let every = reader.duration("ping_every")
        let address = reader.address("ping_url")
        if let every, every < .seconds(1) {
            reader.complain("ping_every", "\(reader.path("ping_every")) is less than a second (allowed: at least 1s)")
        } else if every != nil, !reader.has("ping_url") {
            reader.complain("ping_every", "\(reader.path("ping_every")) has nothing to ask for (add ping_url = …)")
        }
        guard let address else { return nil }
        self.init(address: address, every: every ?? .seconds(300))
    }
}
