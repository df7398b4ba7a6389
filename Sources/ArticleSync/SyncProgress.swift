package import Articles
package import Chronology

/// What a person may be shown while runs go on.
package enum SyncProgress: Sendable {
    case began(query: String, window: DayRange)
    /// So many pages of so many, as far as is known, have come; `window` is read now.
    case paged(query: String, pages: Int, of: Int, documents: Int, requests: Int, window: DayRange)
    case ended(Run)
}
