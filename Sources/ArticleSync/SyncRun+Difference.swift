package import Articles
internal import Chronology

extension SyncRun {
    /// How a result that is kept differs from what the query holds; nothing of it is stored, and nobody is asked.
    ///
    /// The journal says that somebody looked.
    ///
    /// - Parameter examples: how many articles are named.
    package func difference(examples: Int) async throws -> (ContentsDifference, notices: [String]) {
        let window = query.days(at: clock.now)
        let ticket = try await writer.begin(query, window: window, from: origin, at: clock.now)
        var work = RunWork(ticket)
        let result: Result<ContentsDifference, any Error>
        do {
            try await restage(ticket.readings, &work)
            result = .success(try await writer.difference(ticket, readings: work.readings, examples: examples))
        } catch {
            result = .failure(error)
        }
        let look = RunEnding(
            .skipped, counts: work.counts, reason: "a look at what would change; nothing was to be stored")
        _ = try await writer.finish(ticket, ending: look, at: clock.now)
        return (try result.get(), work.notices)
    }
}
