internal import ArticleSync
package import Articles
internal import Chronology
internal import Synchronization

/// Tells webhooks what happens to queries, and a dead-man's switch that all is well, for as long as it is not cancelled.
///
/// What is to be told is kept in an outbox first, so that it is told after a restart too, at least once. It sleeps until
/// something is due or until it is told something: nothing ticks.
package final class Notifier: Sendable {
    /// What happens to it from outside.
    enum Event: Sendable {
        /// Something may be due.
        case woken
        /// A delivery to a target has ended, one way or the other.
        case free(target: String)
        /// The dead-man's switch has been asked.
        case pinged
    }

    struct State: Sendable {
        var queries: [String: ArticleQuery] = [:]
        var webhooks: [Webhook] = []
        var ping: DeadManPing?
        var nextPingAt: Instant?
        var isPingFailing = false
        /// What was told, by query; nil before the outbox was asked.
        var standings: [String: NoticeStanding]?
        /// When each query's contents were put in place, as far as is known.
        var contents: [String: Instant] = [:]
        /// When the store is asked again, which did not take something.
        var triesAgainAt: Instant?
    }

    let surroundings: Surroundings
    let state = Mutex(State())
    private let events: AsyncStream<Event>
    private let event: AsyncStream<Event>.Continuation

    package init(_ surroundings: Surroundings) {
        self.surroundings = surroundings
        (events, event) = AsyncStream.makeStream(of: Event.self)
    }

    /// Takes another configuration; the lines of webhooks that are gone are given up.
    package func configure(queries: [ArticleQuery], webhooks: [Webhook], ping: DeadManPing?) {
        state.withLock { state in
            state.queries = [:]
            for query in queries { state.queries[query.name] = query }
            state.webhooks = webhooks
            if state.ping != ping { (state.nextPingAt, state.isPingFailing) = (nil, false) }
            state.ping = ping
            // Asked for again, with the lines of those that are gone.
            state.standings = nil
        }
        wake()
    }

    /// Something may be due: the alarm rang, or the clock was set.
    package func wake() { event.yield(.woken) }

    /// Delivers until the task is cancelled; to be called once.
    package func run() async {
        await withDiscardingTaskGroup { group in
            var busy: Set<String> = []
            var isPinging = false
            await act(&busy, &isPinging, in: &group)
            for await happening in events {
                switch happening {
                case .woken: break
                case .free(let target): busy.remove(target)
                case .pinged: isPinging = false
                }
                await act(&busy, &isPinging, in: &group)
            }
            group.cancelAll()
        }
    }

    /// Starts what is due, and sets the alarm for what is due next.
    private func act(_ busy: inout Set<String>, _ isPinging: inout Bool, in group: inout DiscardingTaskGroup) async {
        let webhooks = state.withLock { $0.webhooks }
        var alarm: Instant?
        func later(_ instant: Instant?) { alarm = [alarm, instant].compactMap { $0 }.min() }
        if !webhooks.isEmpty {
            later(await lookAtAges())
            let (due, next) = await dueLines(for: webhooks, except: busy)
            later(next)
            for (line, webhook) in due {
                busy.insert(line.target)
                group.addTask { [self, event] in
                    await deliver(line, to: webhook)
                    event.yield(.free(target: line.target))
                }
            }
        }
        if !isPinging, let ping = state.withLock({ $0.ping }) {
            let now = surroundings.clock.now
            let next = state.withLock { $0.nextPingAt } ?? now
            // A next time that is further away than any was written before a clock was set back.
            if next <= now || next > now.adding(ping.every) {
                isPinging = true
                state.withLock { $0.nextPingAt = now.adding(ping.every) }
                group.addTask { [self, event] in
                    await send(ping)
                    event.yield(.pinged)
                }
                later(now.adding(ping.every))
            } else {
                later(next)
            }
        }
        surroundings.setAlarm(alarm)
    }
}
