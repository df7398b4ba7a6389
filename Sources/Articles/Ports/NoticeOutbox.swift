package import Chronology

/// Keeps what is to be told until it has been, over restarts.
///
/// Lines of one target keep their order. Whatever was posted is there after the process was killed.
package protocol NoticeOutbox: Sendable {
    /// What was told about each query, by name; a query of which nothing was ever told has none.
    func noticeStandings() async throws(StoreFailure) -> [String: NoticeStanding]

    /// Adds lines and remembers what was told about a query, both or neither.
    ///
    /// - Returns: how many of the oldest lines had to go, by target, as there is room for `OutboxLine.limit`.
    func post(
        _ lines: [OutboxLine], standing: NoticeStanding, of query: String
    ) async throws(StoreFailure) -> [String: Int]

    /// The first line of each target, in the order of their ids.
    func heads() async throws(StoreFailure) -> [OutboxLine]

    /// Removes a line, which was delivered or given up; one that is gone already is no mistake.
    func remove(_ id: Int64) async throws(StoreFailure)

    /// Remembers a try that failed: how many there have been, when the next is, and why.
    func postpone(_ id: Int64, attempts: Int, until next: Instant, reason: String) async throws(StoreFailure)

    /// Removes the lines of targets that are none of these.
    ///
    /// - Returns: how many there were, by target.
    func keepLines(of targets: Set<String>) async throws(StoreFailure) -> [String: Int]
}

/// One notice on its way to one target.
package struct OutboxLine: Sendable, Hashable {
    /// How many are kept.
    package static let limit = 1_000

    /// Grows with each line; 0 of one that is not posted yet.
    package var id: Int64 = 0
    /// The notice's.
    package var notice: String
    /// The target's name; its address stands in the configuration alone.
    package var target: String
    package var event: NoticeKind
    package var query: String?
    package var createdAt: Instant
    /// What is sent, byte for byte.
    package var body: String
    /// Tries so far.
    package var attempts = 0
    /// When it is tried next.
    package var nextAt: Instant
    /// Why the last try failed.
    package var reason: String?

    package init(
        notice: String, target: String, event: NoticeKind, query: String?, createdAt: Instant, body: String
    ) {
        self.notice = notice
        self.target = target
        self.event = event
        self.query = query
        self.createdAt = createdAt
        self.body = body
        nextAt = createdAt
    }
}
