package import Articles
package import Chronology
internal import Synchronization

/// A writer that stores nothing: it counts, so that a dry run can say what a real one would have come to.
///
/// It holds the keys of the run's articles in memory, and nothing else of them.
package final class DryRunWriter: ArticleWriter {
    private let current: @Sendable (ArticleQuery) -> RunTicket.Contents
    private let staged = Mutex<[String: Set<ArticleKey>]>([:])

    /// - Parameter current: what a query holds now.
    package init(current: @escaping @Sendable (ArticleQuery) -> RunTicket.Contents) { self.current = current }

    package func begin(_ query: ArticleQuery, window: DayRange, at now: Instant) async throws(StoreFailure) -> RunTicket
    {
        RunTicket(run: 0, query: query, window: window, startedAt: now, current: current(query))
    }

    package func stage(_ page: ArticlePage, for ticket: RunTicket) async throws(StoreFailure) -> Int {
        staged.withLock { staged in
            staged[ticket.query.name, default: []].formUnion(page.articles.map(\.key))
            return staged[ticket.query.name]?.count ?? 0
        }
    }

    package func replace(_ ticket: RunTicket, ending: RunEnding, at now: Instant) async throws(StoreFailure) -> Run {
        let size = staged.withLock { $0[ticket.query.name]?.count ?? 0 }
        var run = end(ticket, ending, now)
        run.counts.stored = size
        return run
    }

    package func finish(_ ticket: RunTicket, ending: RunEnding, at now: Instant) async throws(StoreFailure) -> Run {
        end(ticket, ending, now)
    }

    private func end(_ ticket: RunTicket, _ ending: RunEnding, _ now: Instant) -> Run {
        staged.withLock { $0[ticket.query.name] = nil }
        return Run(
            id: ticket.run, query: ticket.query.name, startedAt: ticket.startedAt, finishedAt: now,
            outcome: ending.outcome, window: ticket.window, counts: ending.counts, reason: ending.reason,
            failure: ending.failure)
    }
}
