package import Articles
package import Chronology
internal import Synchronization

/// A writer that stores nothing: it counts, so that a dry run can say what a real one would have come to.
///
/// It keeps no answers, and of articles nothing but the keys, in memory.
package final class DryRunWriter: ArticleWriter {
    private let current: @Sendable (ArticleQuery) -> RunTicket.Contents
    private let staged = Mutex<[String: Aside]>([:])

    /// - Parameter current: what a query holds now.
    package init(current: @escaping @Sendable (ArticleQuery) -> RunTicket.Contents) { self.current = current }

    package func begin(
        _ query: ArticleQuery, window: DayRange, from origin: RunOrigin, at now: Instant
    ) async throws(StoreFailure) -> RunTicket {
        staged.withLock { $0[query.name] = Aside() }
        return RunTicket(run: 0, query: query, window: window, startedAt: now, current: current(query))
    }

    package func preview(
        _ query: ArticleQuery, window: DayRange, from origin: RunOrigin, at now: Instant
    ) async throws(StoreFailure) -> RunTicket { try await begin(query, window: window, from: origin, at: now) }

    package func endPreview(_ ticket: RunTicket) async {}

    package func stage(
        _ page: ArticlePage, as request: PageRequest, for ticket: RunTicket
    ) async throws(StoreFailure) -> Int {
        count(ticket) { aside in
            aside.all.formUnion(page.articles.map(\.key))
            aside.windows[request.window, default: []].formUnion(page.articles.map(\.key))
        }
    }

    package func unstage(_ window: DayRange, for ticket: RunTicket) async throws(StoreFailure) -> Int {
        count(ticket) { aside in
            aside.windows[window] = nil
            aside.all = aside.windows.values.reduce(into: []) { $0.formUnion($1) }
        }
    }

    package func replace(
        _ ticket: RunTicket, readings: [WindowReading], ending: RunEnding, at now: Instant
    ) async throws(StoreFailure) -> Run {
        var run = end(ticket, ending, now)
        run.counts.stored = count(ticket) { _ in }
        return run
    }

    package func difference(
        _ ticket: RunTicket, readings: [WindowReading], examples: Int
    ) async throws(StoreFailure) -> ContentsDifference { ContentsDifference() }

    package func hold(
        _ ticket: RunTicket, readings: [WindowReading], ending: RunEnding, agreements: Int, at now: Instant
    ) async throws(StoreFailure) -> Run { end(ticket, ending, now) }

    package func finish(_ ticket: RunTicket, ending: RunEnding, at now: Instant) async throws(StoreFailure) -> Run {
        end(ticket, ending, now)
    }

    package func drop(candidate: Int64) async throws(StoreFailure) {}

    package func answer(to request: PageRequest, for ticket: RunTicket) async throws(StoreFailure) -> [UInt8]? { nil }

    package func keep(
        _ answer: [UInt8], to request: PageRequest, for ticket: RunTicket, at now: Instant
    ) async throws(StoreFailure) {}

    package func keepOdd(
        _ answer: [UInt8], reason: String, for ticket: RunTicket, at now: Instant
    ) async throws(StoreFailure) {}

    package func answers(of reading: WindowReading, for ticket: RunTicket) async throws(StoreFailure) -> [PageRequest] {
        []
    }

    private func count(_ ticket: RunTicket, _ change: (inout Aside) -> Void) -> Int {
        staged.withLock { staged in
            change(&staged[ticket.query.name, default: Aside()])
            return staged[ticket.query.name]?.all.count ?? 0
        }
    }

    private func end(_ ticket: RunTicket, _ ending: RunEnding, _ now: Instant) -> Run {
        var run = Run(
            id: ticket.run, query: ticket.query.name, startedAt: ticket.startedAt, finishedAt: now,
            outcome: ending.outcome, window: ticket.window, counts: ending.counts, reason: ending.reason,
            failure: ending.failure)
        run.notices = ending.notices
        return run
    }

    /// What was set aside of one query.
    private struct Aside {
        var all: Set<ArticleKey> = []
        var windows: [DayRange: Set<ArticleKey>] = [:]
    }
}
