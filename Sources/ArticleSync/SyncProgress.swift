package import Articles
package import Chronology

/// What a person may be shown while runs go on.
package enum SyncProgress: Sendable {
    case began(query: String, window: DayRange)
    /// So many pages of so many are staged; `announced` is the provider's total.
    case paged(query: String, pages: Int, of: Int, documents: Int, requests: Int, announced: Total)
    case ended(Run)
}
