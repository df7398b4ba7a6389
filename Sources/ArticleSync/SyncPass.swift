package import Articles
internal import Chronology

/// One pass over some queries: providers side by side, the queries of one provider one after the other.
///
/// A key that a second query finds refused concerns every query of its provider: the rest of them are journalled with that
/// reason and ask nothing. What one query meets may be about that query alone.
/// A spent day does not: each query learns from the budget, without asking the provider, whether there is anything left for
/// it, as what is kept for fresh days is no backfill's to spend.
package struct SyncPass: Sendable {
    private let runs: [SyncRun]
    private let limit: Int

    /// - Parameters:
    ///   - runs: in the order wanted within one provider.
    ///   - providers: how many providers are asked side by side.
    package init(_ runs: [SyncRun], providers limit: Int = 8) {
        self.runs = runs
        self.limit = max(limit, 1)
    }

    /// Performs every run.
    ///
    /// - Returns: the runs that were journalled, in the order given, and the first failure of the store that kept one from
    ///   it. After such a failure the provider's further queries are not begun.
    package func perform() async -> (runs: [Run], failure: StoreFailure?) {
        var lanes: [[(place: Int, run: SyncRun)]] = []
        var laneOf: [String: Int] = [:]
        for (place, run) in runs.enumerated() {
            let lane = laneOf[run.query.provider] ?? lanes.count
            laneOf[run.query.provider] = lane
            if lane == lanes.count { lanes.append([]) }
            lanes[lane].append((place, run))
        }
        let ended = await withTaskGroup(of: [(Int, Result<Run, StoreFailure>)].self) { group in
            var ended: [(Int, Result<Run, StoreFailure>)] = []
            for (index, lane) in lanes.enumerated() {
                if index >= limit, let more = await group.next() { ended += more }
                group.addTask { await Self.perform(lane) }
            }
            for await more in group { ended += more }
            return ended
        }
        var runs: [Run] = []
        var failure: StoreFailure?
        for (_, result) in ended.sorted(by: { $0.0 < $1.0 }) {
            switch result {
            case .success(let run): runs.append(run)
            case .failure(let error): failure = failure ?? error
            }
        }
        return (runs, failure)
    }

    private static func perform(_ lane: [(place: Int, run: SyncRun)]) async -> [(Int, Result<Run, StoreFailure>)] {
        var ended: [(Int, Result<Run, StoreFailure>)] = []
        var refusal: SourceFailure?
        var refusals = 0
        for (place, run) in lane {
            do throws(StoreFailure) {
                let journalled = if let refusal { try await run.decline(refusal) } else { try await run.perform() }
                ended.append((place, .success(journalled)))
                if refusal != nil { continue }
                // A success shows that the key is good.
                if journalled.failure == .badKey { refusals += 1 } else if journalled.failure == nil { refusals = 0 }
                refusal = Self.refusal(after: journalled, refusals: refusals)
            } catch {
                ended.append((place, .failure(error)))
                return ended
            }
        }
        return ended
    }

    /// Why nothing more is to be asked of a provider after a run; nil where there is no such reason.
    ///
    /// - Parameter refusals: how many queries have found the key refused, without a success between them.
    private static func refusal(after run: Run, refusals: Int) -> SourceFailure? {
        guard let kind = run.failure else { return nil }
        switch kind {
        case .badKey where refusals < 2, .transient, .rateLimited, .daySpent, .badQuery, .poisonPage, .drift:
            return nil
        case .badKey, .cancelled:
            return SourceFailure(
                kind, asked: "not asked, since the provider's query before this one ended so",
                reason: run.reason ?? kind.rawValue)
        }
    }
}
