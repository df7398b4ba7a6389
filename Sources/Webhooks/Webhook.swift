package import Articles
package import Telemetry

/// Somebody who is told what happens.
package struct Webhook: Hashable, Sendable {
    /// Unique; what the outbox calls it.
    package var name: String
    package var address: WebhookAddress
    /// What it wants to hear.
    package var events: Set<NoticeKind>
    /// Of which queries; nil is of all.
    package var queries: Set<String>?
    /// What messages to it are signed with; nil signs nothing.
    package var key: Secret?

    package init(
        name: String, address: WebhookAddress, events: Set<NoticeKind> = Set(NoticeKind.subscribable),
        queries: Set<String>? = nil, key: Secret? = nil
    ) {
        self.name = name
        self.address = address
        self.events = events
        self.queries = queries
        self.key = key
    }

    /// Whether it wants to hear something of a query.
    package func wants(_ kind: NoticeKind, of query: String) -> Bool {
        events.contains(kind) && queries?.contains(query) != false
    }

    /// What must not be shown of it.
    package var secrets: [Secret] { [key, address.secret].compactMap { $0 } }
}
