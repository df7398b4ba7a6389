package import Chronology

/// Keeps the contents of queries.
///
/// All writing happens on the writer's own thread; callers suspend.
///
/// A run is begun, its pages are staged as they come, and it ends in exactly one way: `replace` puts the staged articles
/// in place of what the query held of the windows that were read, `hold` sets the result aside as a candidate, and
/// `finish` leaves everything as it is. Each ends the journal's line that `begin` opened. Readers see nothing of a run
/// before `replace` has committed, and all of it afterwards.
package protocol ArticleWriter: AnswerArchive {
    /// Opens the journal's line for a run and tells what it is going to be measured against.
    ///
    /// A line of the same query that an ended process left open is closed as `interrupted`; one of a process that lives
    /// is respected, and thrown as `going`: at most one run of a query goes on at a time, over all processes.
    ///
    /// With `.source` the run goes on with the query's candidate that is being gathered, if there is one that was asked
    /// the same and whose last answer is younger than `RunTicket.longestPause`: its window is the ticket's then. One that
    /// was asked otherwise is dropped with its answers.
    ///
    /// With any other origin `refused` is thrown where not all of the answers are kept, or they answer another question.
    func begin(
        _ query: ArticleQuery, window: DayRange, from origin: RunOrigin, at now: Instant
    ) async throws(StoreFailure) -> RunTicket

    /// Prepares a look at what kept answers come to: a ticket for `answers`, `answer`, `stage` and `difference`.
    ///
    /// Nothing is journalled, and runs of the query go on beside it. `endPreview` ends it.
    ///
    /// - Parameter origin: a candidate or the contents.
    /// - Throws: `refused` where the answers are not those that the query would be read from.
    func preview(
        _ query: ArticleQuery, window: DayRange, from origin: RunOrigin, at now: Instant
    ) async throws(StoreFailure) -> RunTicket

    /// Forgets what was set aside for a look.
    func endPreview(_ ticket: RunTicket) async

    /// Sets a page aside for a run.
    ///
    /// Pages may come in any order. Within a window they are ranked by pass, then from the front by their number, then
    /// from the end; windows of one run do not overlap. An article that was staged already counts once: the one of the
    /// earlier window, then of the lower rank, stays.
    ///
    /// - Returns: how many distinct articles are staged for the run now.
    func stage(_ page: ArticlePage, as request: PageRequest, for ticket: RunTicket) async throws(StoreFailure) -> Int

    /// Forgets what was staged of a window, which must be the one that was staged last.
    ///
    /// - Returns: how many distinct articles are staged for the run now.
    func unstage(_ window: DayRange, for ticket: RunTicket) async throws(StoreFailure) -> Int

    /// Puts what was staged in place of what the query held, in one transaction, and closes the journal's line.
    ///
    /// What is replaced are the windows that overlap `readings`; windows that overlap none stay as they are, unless they
    /// lie outside the run's window and the query keeps its window only. New articles are inserted, changed ones updated
    /// with a revision a field, memberships and ranks replaced; with `keep = everything` members that were not staged
    /// stay. An unchanged result writes no article row.
    ///
    /// - Parameters:
    ///   - ending: `complete`, or what is stored although it is not; its counts as far as the caller knows them, its
    ///     coverage that of the whole contents.
    ///   - readings: what was read; they do not overlap.
    /// - Returns: the run as journalled, with `stored`, `added`, `changed` and `removed`.
    func replace(
        _ ticket: RunTicket, readings: [WindowReading], ending: RunEnding, at now: Instant
    ) async throws(StoreFailure) -> Run

    /// How what is staged differs from what the query holds of the windows read; nothing is written.
    func difference(
        _ ticket: RunTicket, readings: [WindowReading], examples: Int
    ) async throws(StoreFailure) -> ContentsDifference

    /// Sets the result aside as a held candidate, to be accepted or dropped later, and closes the journal's line.
    ///
    /// - Parameter agreements: how many held candidates in a row came to the same; the ones before are dropped.
    func hold(
        _ ticket: RunTicket, readings: [WindowReading], ending: RunEnding, agreements: Int, at now: Instant
    ) async throws(StoreFailure) -> Run

    /// Closes the journal's line and forgets what was staged; the contents stay.
    ///
    /// The answers kept stay too, for the next run to go on with, unless `ending.outcome` is `complete`: nothing was to
    /// be read then.
    func finish(_ ticket: RunTicket, ending: RunEnding, at now: Instant) async throws(StoreFailure) -> Run

    /// Drops a candidate that is held or gathered, with its answers.
    func drop(candidate: Int64) async throws(StoreFailure)
}
