package import Articles
package import Chronology
package import Telemetry

/// One run of one query: ask, stage, verify, guard, replace.
package struct SyncRun: Sendable {
    package let query: ArticleQuery
    package let source: any ArticleSource
    package let writer: any ArticleWriter
    package let clock: WallClock
    package let logger: Logger
    /// Whether a person said that an incomplete or small result shall replace what is there.
    package let accept: Bool
    /// How many requests went out for this run so far, tries that failed included.
    package let requests: @Sendable () -> Int
    package let progress: @Sendable (SyncProgress) -> Void

    package init(
        query: ArticleQuery, source: any ArticleSource, writer: any ArticleWriter, clock: WallClock, logger: Logger,
        accept: Bool = false, requests: @escaping @Sendable () -> Int,
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) {
        self.query = query
        self.source = source
        self.writer = writer
        self.clock = clock
        self.logger = logger
        self.accept = accept
        self.requests = requests
        self.progress = progress
    }

    /// Runs to an end that is journalled.
    ///
    /// - Returns: the run as journalled, whatever its outcome.
    /// - Throws: where not even the journal could be written.
    package func perform() async throws(StoreFailure) -> Run {
        let window = query.days(at: clock.now)
        let ticket: RunTicket
        do throws(StoreFailure) {
            ticket = try await writer.begin(query, window: window, at: clock.now)
        } catch {
            guard error.kind == .going else { throw error }
            return skip(window, because: error)
        }
        progress(.began(query: query.name, window: window))
        var tally = RunTally()
        let run: Run
        do {
            try await fetch(window, for: ticket, into: &tally)
            run = try await settle(ticket, tally: tally)
        } catch let failure as SourceFailure {
            run = try await close(ticket, tally, RunEnding(failure, counts: tally.counts))
        } catch let failure as StoreFailure {
            // The journal's line is closed as well as the store still can; the first failure is the one to tell.
            let ending = RunEnding(.failed, counts: tally.counts, reason: failure.description)
            do { run = try await close(ticket, tally, ending) } catch { throw failure }
        } catch {
            run = try await close(ticket, tally, RunEnding(.failed, counts: tally.counts, reason: "\(error)"))
        }
        report(run)
        return run
    }

    /// The run that was not begun, since one of the query is going; it is told and not journalled.
    private func skip(_ window: DayRange, because failure: StoreFailure) -> Run {
        let run = Run(
            id: 0, query: query.name, startedAt: clock.now, finishedAt: clock.now, outcome: .skipped, window: window,
            reason: failure.reason + (failure.hint.map { "; \($0)" } ?? ""))
        report(run)
        return run
    }

    /// Journals that the query was not asked, and why.
    package func decline(_ failure: SourceFailure) async throws(StoreFailure) -> Run {
        let ticket = try await writer.begin(query, window: query.days(at: clock.now), at: clock.now)
        let run = try await close(ticket, RunTally(), RunEnding(failure, counts: RunCounts()))
        report(run)
        return run
    }

    /// Fetches every page of the plan and stages each as it comes.
    private func fetch(_ window: DayRange, for ticket: RunTicket, into tally: inout RunTally) async throws {
        let search = query.search(window)
        var plan = PagePlan(limits: source.limits)
        try await withThrowingTaskGroup(of: ArticlePage.self) { group in
            steps: while true {
                switch plan.step() {
                case .ask(let number):
                    group.addTask { [source] in try await source.page(number, of: search) }
                case .wait:
                    guard let page = try await group.next() else { break steps }
                    plan.received(page)
                    try await stage(page, within: window, for: ticket, into: &tally)
                    announce(plan, tally)
                case .done:
                    break steps
                }
            }
        }
    }

    private func stage(
        _ page: ArticlePage, within window: DayRange, for ticket: RunTicket, into tally: inout RunTally
    ) async throws(StoreFailure) {
        var kept = page
        var leftOut: [Article] = []
        if query.exactDays {
            leftOut = page.articles.filter { !isInside($0, window) }
            kept.articles = page.articles.filter { isInside($0, window) }
        }
        tally.add(page, leftOut: leftOut)
        tally.staged(try await writer.stage(kept, for: ticket))
    }

    /// Whether an article's own date is one of the days, in the query's zone; one without a date is believed.
    private func isInside(_ article: Article, _ window: DayRange) -> Bool {
        switch article.publishedAt {
        case nil: true
        case .day(let day): window.contains(day)
        case .instant(let instant): window.contains(query.timeZone.day(at: instant))
        }
    }

    /// Decides over a run whose pages have all come, and does what was decided.
    private func settle(_ ticket: RunTicket, tally: RunTally) async throws(StoreFailure) -> Run {
        let verdict = RunVerdict(
            tally: tally, cap: source.limits.cap, current: ticket.current, fingerprint: query.fingerprint,
            shrinkGuard: query.shrinkGuard, accept: accept)
        switch verdict {
        case .replace(let outcome, let coverage, let reason):
            let ending = RunEnding(outcome, coverage: coverage, counts: counted(tally), reason: reason)
            return try await writer.replace(ticket, ending: ending, at: clock.now)
        case .keep(let outcome, let coverage, let reason):
            return try await close(
                ticket, tally, RunEnding(outcome, coverage: coverage, counts: tally.counts, reason: reason))
        }
    }

    private func close(_ ticket: RunTicket, _ tally: RunTally, _ ending: RunEnding) async throws(StoreFailure) -> Run {
        var ending = ending
        ending.counts = counted(tally)
        ending.counts.stored = ticket.current.articles
        return try await writer.finish(ticket, ending: ending, at: clock.now)
    }

    private func counted(_ tally: RunTally) -> RunCounts {
        var tally = tally
        tally.requests(requests())
        return tally.counts
    }

    private func announce(_ plan: PagePlan, _ tally: RunTally) {
        progress(
            .paged(
                query: query.name, pages: tally.counts.pages, of: plan.pages ?? 1, documents: tally.counts.fetched,
                requests: requests(), announced: tally.counts.announced ?? .exactly(0)))
    }

    private func report(_ run: Run) {
        let level: LogLevel =
            switch run.outcome {
            case .complete: .info
            case .failed: .error
            default: .warning
            }
        logger.log(
            level, "run ended",
            [
                "query": run.query, "outcome": run.outcome.rawValue, "stored": run.counts.stored,
                "added": run.counts.added, "changed": run.counts.changed, "removed": run.counts.removed,
                "requests": run.counts.requests, "reason": run.reason ?? "none",
            ])
        progress(.ended(run))
    }
}

extension RunEnding {
    /// The ending of a run whose source failed.
    package init(_ failure: SourceFailure, counts: RunCounts) {
        let outcome: RunOutcome =
            switch failure.kind {
            case .daySpent, .rateLimited: .parked
            case .cancelled: .cancelled
            case .transient, .badKey, .badQuery, .poisonPage, .drift: .failed
            }
        self.init(outcome, counts: counts, reason: failure.description, failure: failure.kind)
    }
}
