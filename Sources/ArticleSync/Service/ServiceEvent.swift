package import Articles

/// What happens to the service from outside, in the order in which it hears of it.
package enum ServiceEvent: Sendable {
    /// The alarm rang: something may be due.
    case alarm
    case clockWasSet
    /// Every query is to run now.
    case syncAll
    /// The queries are these from now on.
    case reconfigured([ArticleQuery])
    /// No more runs; those that are going are to stop where they can go on later.
    case stop
    /// A run ended: as journalled, or not even that.
    case ended(query: String, Result<Run, StoreFailure>)
}
