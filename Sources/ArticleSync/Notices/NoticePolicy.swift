package import Articles
package import Chronology

/// What is told about a query, and what is not told again.
///
/// - `failed`: after the first of runs that fail one after the other, and again after each further day of them.
/// - `held`: when a result is held and none was before.
/// - `drift`: for a run that failed for it, or whose answers had news of their shape; the same news once.
/// - `stale`: when contents become older than they may, once for these contents.
/// - `recovered`: when a run leaves the contents fresh after `failed` or `stale` was told.
///
/// Runs that were parked, cancelled, cut off or skipped say nothing either way.
package struct NoticePolicy: Sendable, Hashable {
    /// How old contents may be; nil is any age.
    package var staleAfter: Duration?
    /// After how long of failing it is told again.
    package static let reminder = Duration.seconds(86_400)

    package init(staleAfter: Duration? = nil) { self.staleAfter = staleAfter }

    /// What comes of something that happened.
    package struct Verdict: Sendable, Hashable {
        /// In the order in which they are told.
        package var kinds: [NoticeKind] = []
        /// What is known to be told from now on.
        package var standing: NoticeStanding

        package init(kinds: [NoticeKind] = [], standing: NoticeStanding) {
            self.kinds = kinds
            self.standing = standing
        }
    }

    /// Judges a run that ended.
    ///
    /// - Parameter contentsAt: when the contents that readers have now were put in place or last found unchanged.
    package func judge(
        _ run: Run, contentsAt: Instant?, standing: NoticeStanding, at now: Instant
    ) -> Verdict {
        guard run.outcome.isVerdict else { return look(contentsAt: contentsAt, standing: standing, at: now) }
        var verdict = Verdict(standing: standing)
        let isFresh = isFresh(after: run, contentsAt: contentsAt, at: now)
        if run.outcome == .failed { takeFailure(run, &verdict, at: now) } else { endFailures(&verdict) }
        if run.outcome == .held, !standing.isHeld { verdict.kinds.append(.held) }
        // What failed says nothing of what is held.
        if run.outcome != .failed { verdict.standing.isHeld = run.outcome == .held }
        takeDrift(of: run, &verdict)
        takeAge(of: contentsAt, &verdict, at: now)
        if isFresh, verdict.standing.isTroubled {
            verdict.kinds.append(.recovered)
            verdict.standing.isTroubled = false
        }
        return verdict
    }

    /// Judges contents by their age alone.
    package func look(contentsAt: Instant?, standing: NoticeStanding, at now: Instant) -> Verdict {
        var verdict = Verdict(standing: standing)
        takeAge(of: contentsAt, &verdict, at: now)
        return verdict
    }

    /// When to look at the contents' age again, if no run ends before; nil where nothing would come of it.
    package func nextLook(contentsAt: Instant?, standing: NoticeStanding) -> Instant? {
        guard let contentsAt, let staleAfter, standing.staleToldOf != contentsAt else { return nil }
        // What is exactly as old as it may be is not stale.
        return contentsAt.adding(staleAfter).adding(.milliseconds(1))
    }

    private func takeFailure(_ run: Run, _ verdict: inout Verdict, at now: Instant) {
        verdict.standing.failingSince = verdict.standing.failingSince ?? run.finishedAt ?? now
        // A clock that was set back must not silence what it told from the future.
        if let told = verdict.standing.failureToldAt, told <= now, now.since(told) < Self.reminder { return }
        verdict.kinds.append(.failed)
        verdict.standing.failureToldAt = now
        verdict.standing.isTroubled = true
    }

    private func endFailures(_ verdict: inout Verdict) {
        verdict.standing.failingSince = nil
        verdict.standing.failureToldAt = nil
    }

    private func takeDrift(of run: Run, _ verdict: inout Verdict) {
        let news =
            run.outcome == .failed && run.failure == .drift
            ? Self.failedForDrift : run.drift.isEmpty ? nil : run.drift.joined(separator: "\n")
        if let news, news != verdict.standing.driftTold {
            verdict.kinds.append(.drift)
            verdict.standing.driftTold = news
        }
        // Answers that are as they should be again may drift again.
        if news == nil, run.outcome == .complete { verdict.standing.driftTold = nil }
    }

    private func takeAge(of contentsAt: Instant?, _ verdict: inout Verdict, at now: Instant) {
        guard let contentsAt, let staleAfter, now.since(contentsAt) > staleAfter,
            verdict.standing.staleToldOf != contentsAt
        else { return }
        verdict.kinds.append(.stale)
        verdict.standing.staleToldOf = contentsAt
        verdict.standing.isTroubled = true
    }

    private func isFresh(after run: Run, contentsAt: Instant?, at now: Instant) -> Bool {
        if case .fresh = Freshness(contentsAt: contentsAt, lastRun: run, limit: staleAfter, now: now) {
            true
        } else {
            false
        }
    }

    /// What was told of a run that failed for drift; a sentence never is this.
    private static let failedForDrift = "failed"
}

extension RunOutcome {
    /// Whether the run came to an end of its own.
    fileprivate var isVerdict: Bool {
        switch self {
        case .complete, .partial, .capped, .unverified, .held, .failed: true
        case .running, .parked, .cancelled, .interrupted, .skipped: false
        }
    }
}
