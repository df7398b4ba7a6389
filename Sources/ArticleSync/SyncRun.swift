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
    /// Where the answers come from.
    package let origin: RunOrigin
    /// How many requests went out for this run so far, tries that failed included.
    package let requests: @Sendable () -> Int
    /// Why the run was stopped by its service, which parks it; nil where it was not.
    package let stopReason: @Sendable () -> String?
    package let progress: @Sendable (SyncProgress) -> Void

    package init(
        query: ArticleQuery, source: any ArticleSource, writer: any ArticleWriter, clock: WallClock, logger: Logger,
        accept: Bool = false, origin: RunOrigin = .source, requests: @escaping @Sendable () -> Int,
        stopReason: @escaping @Sendable () -> String? = { nil },
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) {
        self.query = query
        self.source = source
        self.writer = writer
        self.clock = clock
        self.logger = logger
        self.accept = accept
        self.origin = origin
        self.requests = requests
        self.stopReason = stopReason
        self.progress = progress
    }

    /// Runs to an end that is journalled.
    ///
    /// A run that went on with an earlier one's answers finishes the days of that; the days that have come since are
    /// read by a second run at once.
    ///
    /// - Returns: the last run as journalled, whatever its outcome.
    /// - Throws: where not even the journal could be written.
    package func perform() async throws(StoreFailure) -> Run {
        let run = try await perform(once: origin)
        guard origin == .source, run.outcome.hasReadEverything, run.window != query.days(at: clock.now),
            !Task.isCancelled
        else { return run }
        return try await perform(once: .source)
    }

    private func perform(once origin: RunOrigin) async throws(StoreFailure) -> Run {
        let window = query.days(at: clock.now)
        let ticket: RunTicket
        do throws(StoreFailure) {
            ticket = try await writer.begin(query, window: window, from: origin, at: clock.now)
        } catch {
            guard error.kind == .going else { throw error }
            return skip(window, because: error)
        }
        progress(.began(query: query.name, window: ticket.window))
        var work = RunWork(ticket)
        if origin == .source, ticket.keptPages > 0 {
            let pages =
                ticket.keptPages == 1 ? "a page that an earlier run" : "\(ticket.keptPages) pages that earlier runs"
            work.add(notice: "went on with \(pages) kept")
        }
        let run: Run
        do {
            switch origin {
            case .source: try await fetch(&work)
            case .candidate, .contents: try await restage(&work)
            }
            run = try await settle(&work)
        } catch let failure as SourceFailure {
            run = try await stop(work, failure)
        } catch let failure as StoreFailure where Task.isCancelled && stopReason() != nil {
            run = try await stop(work, SourceFailure(.cancelled, asked: failure.tried, reason: failure.reason))
        } catch let failure as StoreFailure {
            // The journal's line is closed as well as the store still can; the first failure is the one to tell.
            let ending = RunEnding(.failed, counts: work.counts, reason: failure.description)
            do { run = try await close(work, ending) } catch { throw failure }
        } catch {
            run = try await close(work, RunEnding(.failed, counts: work.counts, reason: "\(error)"))
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
        let window = query.days(at: clock.now)
        let ticket: RunTicket
        do throws(StoreFailure) {
            ticket = try await writer.begin(query, window: window, from: .source, at: clock.now)
        } catch {
            guard error.kind == .going else { throw error }
            return skip(window, because: error)
        }
        let run = try await close(RunWork(ticket), RunEnding(failure, counts: RunCounts()))
        report(run)
        return run
    }

    /// Reads the windows of the agenda, and stages every page as it comes.
    private func fetch(_ work: inout RunWork) async throws {
        let ticket = work.ticket
        let comparable = ticket.current.fingerprint == query.fingerprint
        let ledger = comparable ? ticket.current.windows : []
        // As of the candidate's beginning: what has become due since would be other windows than those that are kept.
        let agenda = ReadingAgenda(
            for: query, range: ticket.window, ledger: ledger, limits: source.limits,
            now: ticket.gatheredSince ?? clock.now)
        work.standing = agenda.standing
        let today = query.timeZone.day(at: clock.now)
        var plan = RunPlan(agenda: agenda, ledger: ledger, limits: source.limits, today: today)
        let fetch = AnswerFetch(query: query, source: source, archive: writer, ticket: ticket, clock: clock)
        defer { work.add(plan) }
        try await withThrowingTaskGroup(of: (PageRequest, AnswerFetch.Outcome).self) { group in
            while true {
                switch plan.step(at: clock.now) {
                case .ask(let request, let urgency):
                    let mayBeKept = work.usedOfKept < ticket.keptPages
                    group.addTask {
                        (request, await fetch.fetch(request, urgency: urgency, mayBeKept: mayBeKept))
                    }
                case .wait:
                    guard let (request, outcome) = try await group.next() else { return }
                    try await take(outcome, of: request, &plan, &work)
                case .unstage(let window): work.staged = try await writer.unstage(window, for: ticket)
                case .fail(let failure): throw failure
                case .done: return
                }
            }
        }
    }

    private func take(
        _ outcome: AnswerFetch.Outcome, of request: PageRequest, _ plan: inout RunPlan, _ work: inout RunWork
    ) async throws {
        switch outcome {
        case .page(let page, let wasKept):
            work.add(page, wasKept: wasKept)
            // Of a run that is stopped, what was under way is kept and goes no further.
            if Task.isCancelled { throw SourceFailure(.cancelled, asked: "\(request) came", reason: "cancelled") }
            if plan.received(page, for: request) { try await stage(page, as: request, &work) }
            announce(plan, work)
        case .failure(let failure):
            guard plan.failed(failure, for: request) else { throw failure }
        case .broken(let failure): throw failure
        }
    }

    func stage(_ page: ArticlePage, as request: PageRequest, _ work: inout RunWork) async throws(StoreFailure) {
        var kept = page
        kept.answer = []
        if query.exactDays { kept.articles.removeAll { !isInside($0, request.window) } }
        work.staged = try await writer.stage(kept, as: request, for: work.ticket)
    }

    /// Whether an article's own date is one of the days, in the query's zone; one without a date is believed.
    private func isInside(_ article: Article, _ window: DayRange) -> Bool {
        switch article.publishedAt {
        case nil: true
        case .day(let day): window.contains(day)
        case .instant(let instant): window.contains(query.timeZone.day(at: instant))
        }
    }

    /// Decides over a run whose windows have all been read, and does what was decided.
    private func settle(_ work: inout RunWork) async throws -> Run {
        let ticket = work.ticket
        switch verdict(on: work) {
        case .replace(let readings, let outcome, let coverage, let reason):
            if readings.count < work.readings.count { try await keepOnly(readings, &work) }
            let ending = ending(work, outcome, coverage, reason)
            var run = try await writer.replace(ticket, readings: readings, ending: ending, at: clock.now)
            run.windows = work.readings
            run.drift = work.drift
            return run
        case .hold(let outcome, let coverage, let reason, let agreements):
            var ending = ending(work, outcome, coverage, reason)
            ending.counts.stored = ticket.current.articles
            var run = try await writer.hold(
                ticket, readings: work.readings, ending: ending, agreements: agreements, at: clock.now)
            run.windows = work.readings
            run.drift = work.drift
            return run
        case .leave(let coverage):
            return try await close(work, RunEnding(.complete, coverage: coverage, counts: work.counts))
        }
    }

    /// Takes back what was staged of readings that are not to replace anything.
    private func keepOnly(_ readings: [WindowReading], _ work: inout RunWork) async throws {
        let all = work.readings
        for reading in all.reversed() { work.staged = try await writer.unstage(reading.days, for: work.ticket) }
        (work.readings, work.isCounting) = ([], false)
        try await restage(readings, &work)
        work.readings = all
    }

    private func ending(
        _ work: RunWork, _ outcome: RunOutcome, _ coverage: Coverage, _ reason: String?
    ) -> RunEnding {
        var ending = RunEnding(outcome, coverage: coverage, counts: counted(work), reason: reason)
        ending.notices = work.notices
        return ending
    }

    /// Ends a run whose source failed, and says what the next one goes on from.
    private func stop(_ work: RunWork, _ failure: SourceFailure) async throws(StoreFailure) -> Run {
        var ending = RunEnding(failure, counts: work.counts)
        if failure.kind == .cancelled, let reason = stopReason() {
            ending = RunEnding(.parked, counts: work.counts, reason: reason, failure: .cancelled)
        }
        let kept = origin == .source ? work.kept : nil
        // It stands apart from the reason, which may be that of other queries too.
        if let kept { ending.notices.append(kept.sentence) }
        var run = try await close(work, ending)
        run.kept = kept
        run.nextTryAt = failure.retryAt
        return run
    }

    private func close(_ work: RunWork, _ ending: RunEnding) async throws(StoreFailure) -> Run {
        var ending = ending
        ending.notices += work.notices
        ending.counts = counted(work)
        ending.counts.stored = work.ticket.current.articles
        var run = try await writer.finish(work.ticket, ending: ending, at: clock.now)
        run.drift = work.drift
        return run
    }

    private func counted(_ work: RunWork) -> RunCounts {
        var counts = work.counts
        counts.requests = requests()
        return counts
    }

    private func announce(_ plan: RunPlan, _ work: RunWork) {
        progress(
            .paged(
                query: query.name, pages: plan.pagesDone, of: plan.expectedPages, documents: work.counts.fetched,
                requests: requests(), window: plan.window ?? work.ticket.window))
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

extension RunOutcome {
    /// Whether every window of the run was read, whatever came of it, so that a next run would not go on with it.
    fileprivate var hasReadEverything: Bool {
        switch self {
        case .complete, .partial, .capped, .unverified, .held: true
        case .running, .failed, .parked, .cancelled, .interrupted, .skipped: false
        }
    }
}

extension KeptPages {
    /// For people: `450 of about 2540 pages are kept, and the next run goes on from there`.
    fileprivate var sentence: String {
        let count = pages == 1 ? "1 page is" : "\(pages) pages are"
        let share = expected > pages ? "\(pages) of about \(expected) pages are" : count
        return "\(share) kept, and the next run goes on from there"
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
