internal import ArticleSync
package import Articles
internal import Chronology
internal import Synchronization
internal import Telemetry

extension Notifier {
    /// Puts into the outbox what is to be told of a run that ended; returns when it is there.
    package func runEnded(_ run: Run, of query: ArticleQuery) async {
        guard state.withLock({ !$0.webhooks.isEmpty }) else { return }
        await load()
        let contentsAt = contents(of: query.name)[query.name]
        await tell(of: query, run: run) { policy, standing, now in
            policy.judge(run, contentsAt: contentsAt, standing: standing, at: now)
        }
    }

    /// Puts into the outbox what became stale.
    ///
    /// - Returns: when the next query may become so.
    func lookAtAges() async -> Instant? {
        let now = surroundings.clock.now
        if let again = state.withLock({ $0.triesAgainAt }), again > now, again <= now.adding(Self.refusalPause) {
            return again
        }
        state.withLock { $0.triesAgainAt = nil }
        await load()
        if let next = nextLook(), next <= now {
            // Others may have synced meanwhile.
            _ = contents(of: nil)
            for query in state.withLock({ Array($0.queries.values) }).sorted(by: { $0.name < $1.name }) {
                let contentsAt = state.withLock { $0.contents[query.name] }
                await tell(of: query, run: nil) { policy, standing, now in
                    policy.look(contentsAt: contentsAt, standing: standing, at: now)
                }
            }
        }
        return state.withLock { $0.triesAgainAt } ?? nextLook()
    }

    private func nextLook() -> Instant? {
        state.withLock { state in
            state.queries.values.compactMap { query in
                NoticePolicy(staleAfter: query.staleAfter).nextLook(
                    contentsAt: state.contents[query.name], standing: state.standings?[query.name] ?? NoticeStanding())
            }.min()
        }
    }

    /// Asks the outbox what was told before, where that is not known.
    private func load() async {
        guard state.withLock({ $0.standings == nil }) else { return }
        do throws(StoreFailure) {
            let names = state.withLock { Set($0.webhooks.map(\.name)) }
            for (target, count) in try await surroundings.outbox.keepLines(of: names).sorted(by: { $0.key < $1.key }) {
                surroundings.logger.log(
                    .warning, "notices given up, as their target is gone", ["target": target, "notices": count])
                for _ in 0..<count { surroundings.onDelivered(target, .givenUp) }
            }
            let standings = try await surroundings.outbox.noticeStandings()
            state.withLock { $0.standings = $0.standings ?? standings }
            _ = contents(of: nil)
        } catch {
            surroundings.logger.log(.warning, "what was told before could not be read", ["reason": error])
            state.withLock { $0.triesAgainAt = surroundings.clock.now.adding(Self.refusalPause) }
        }
    }

    /// How old contents are, as the store has it now, or as was known before where it cannot be read.
    private func contents(of query: String?) -> [String: Instant] {
        do throws(StoreFailure) {
            let contents = try surroundings.contentsAt(query)
            state.withLock { $0.contents.merge(contents) { $1 } }
            return contents
        } catch {
            surroundings.logger.log(.warning, "the age of contents could not be read", ["reason": error])
            return state.withLock { $0.contents }
        }
    }

    private func tell(
        of query: ArticleQuery, run: Run?,
        _ judge: (NoticePolicy, NoticeStanding, Instant) -> NoticePolicy.Verdict
    ) async {
        let now = surroundings.clock.now
        let policy = NoticePolicy(staleAfter: query.staleAfter)
        let (before, verdict, webhooks, contentsAt) = state.withLock { state in
            let before = state.standings?[query.name] ?? NoticeStanding()
            let verdict = judge(policy, before, now)
            state.standings?[query.name] = verdict.standing
            return (before, verdict, state.webhooks, state.contents[query.name])
        }
        guard !verdict.kinds.isEmpty || verdict.standing != before else { return }
        var lines: [OutboxLine] = []
        for kind in verdict.kinds {
            var notice = Notice(
                id: surroundings.newID(), kind: kind, at: now, query: query.name, provider: query.provider)
            (notice.run, notice.contentsAt) = (run, contentsAt)
            notice.failingSince = verdict.standing.failingSince
            let body = surroundings.render(notice)
            for webhook in webhooks where webhook.wants(kind, of: query.name) {
                lines.append(
                    OutboxLine(
                        notice: notice.id, target: webhook.name, event: kind, query: query.name, createdAt: now,
                        body: body))
            }
        }
        do throws(StoreFailure) {
            let dropped = try await surroundings.outbox.post(lines, standing: verdict.standing, of: query.name)
            for (target, count) in dropped.sorted(by: { $0.key < $1.key }) {
                surroundings.logger.log(
                    .warning, "the oldest notices dropped, as too many wait", ["target": target, "notices": count])
                for _ in 0..<count { surroundings.onDelivered(target, .dropped) }
            }
        } catch {
            // To be told at the next occasion.
            state.withLock { state in
                if state.standings?[query.name] == verdict.standing { state.standings?[query.name] = before }
            }
            surroundings.logger.log(
                .error, "a notice could not be kept", ["query": query.name, "reason": error])
            state.withLock { $0.triesAgainAt = now.adding(Self.refusalPause) }
            return
        }
        wake()
    }

    /// After so long something that the store did not take is tried again.
    static let refusalPause = Duration.seconds(60)
}
