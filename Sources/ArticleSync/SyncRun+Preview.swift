package import Articles
internal import Chronology

/// What putting a kept result in place would come to.
package struct RunPreview: Hashable, Sendable {
    /// From what the query holds.
    package var difference: ContentsDifference
    /// Why the result would not be put in place, unless a person accepts it; nil where it would.
    package var doubt: String?
    /// What is unusual about it, one sentence each.
    package var notices: [String]
}

extension SyncRun {
    /// Reads what is kept and compares it with what the query holds; nothing is written and nobody is asked.
    ///
    /// - Parameter examples: how many of the articles that come or change are named, and how many of those that go.
    /// - Throws: `StoreFailure`, or `SourceFailure` where an answer is not what the definition promises.
    package func preview(examples: Int) async throws -> RunPreview {
        let ticket = try await writer.preview(query, window: query.days(at: clock.now), from: origin, at: clock.now)
        let result: Result<RunPreview, any Error>
        do { result = .success(try await preview(of: ticket, examples: examples)) } catch { result = .failure(error) }
        await writer.endPreview(ticket)
        return try result.get()
    }

    private func preview(of ticket: RunTicket, examples: Int) async throws -> RunPreview {
        var work = RunWork(ticket)
        try await restage(&work)
        var (readings, doubt): ([WindowReading], String?) = (work.readings, nil)
        switch verdict(on: work) {
        case .replace(let taken, let outcome, _, let reason):
            readings = taken
            if outcome != .complete, let reason { work.add(notice: reason) }
        case .hold(_, _, let reason, _):
            doubt = reason
            for case let cause? in readings.map(\.reason) where !reason.contains(cause) { work.add(notice: cause) }
        case .leave: break
        }
        let difference = try await writer.difference(ticket, readings: readings, examples: examples)
        return RunPreview(difference: difference, doubt: doubt, notices: work.notices)
    }

    /// What becomes of what was read.
    ///
    /// A person chose the candidate whose answers are read, which is acceptance. The contents read again are held where
    /// they lose articles: that is how a mistake in a mapping looks.
    func verdict(on work: RunWork) -> RunVerdict {
        let current = work.ticket.current
        let isAccepted =
            switch origin {
            case .source: accept
            case .candidate: true
            case .contents: accept || work.size >= current.confirmed
            }
        return RunVerdict(
            readings: work.readings, staged: work.staged, standing: work.standing, current: current,
            held: origin == .source ? work.ticket.held : [], query: query, accept: isAccepted)
    }
}
