/// Who is served where a day's budget is short.
package enum RequestPriority: String, Hashable, Sendable, CaseIterable {
    /// Somebody waits for the answer.
    case fresh
    /// It can wait for another day: the last of each day's budget is not for it.
    case backfill
}
