internal import Articles
internal import Chronology
internal import HTTPExchange
internal import Synchronization
internal import Telemetry

extension Notifier {
    /// The lines to deliver now, one a target at most, and when the next is due.
    func dueLines(
        for webhooks: [Webhook], except busy: Set<String>
    ) async -> (due: [(OutboxLine, Webhook)], next: Instant?) {
        let now = surroundings.clock.now
        var due: [(OutboxLine, Webhook)] = []
        var next: Instant?
        do throws(StoreFailure) {
            for line in try await surroundings.outbox.heads() where !busy.contains(line.target) {
                guard let webhook = webhooks.first(where: { $0.name == line.target }) else { continue }
                // What is further away than any wait was written before a clock was set back.
                if line.nextAt <= now || line.nextAt > now.adding(DeliveryPolicy.longestWait) {
                    due.append((line, webhook))
                } else {
                    next = min(next ?? line.nextAt, line.nextAt)
                }
            }
        } catch {
            surroundings.logger.log(.warning, "the outbox could not be read", ["reason": error])
            next = now.adding(Self.pause)
        }
        return (due, next)
    }

    /// After so long a store that could not be read is asked again.
    private static let pause = Duration.seconds(60)

    /// One try, and what becomes of the line.
    func deliver(_ line: OutboxLine, to webhook: Webhook) async {
        let outcome: Result<HTTPResponse, HTTPError> =
            if let request = webhook.request(for: line, at: surroundings.clock.now) {
                await surroundings.transport.outcome(of: request)
            } else {
                .failure(.other(detail: "there was no memory to sign it"))
            }
        // Cut off by the end of the service, it counts as never tried.
        if case .failure = outcome, Task.isCancelled { return }
        let verdict = DeliveryPolicy.judge(
            outcome, tries: line.attempts + 1, createdAt: line.createdAt, at: surroundings.clock.now,
            random: surroundings.random())
        do throws(StoreFailure) {
            switch verdict {
            case .delivered:
                try await surroundings.outbox.remove(line.id)
                log(.info, "notice delivered", line)
                surroundings.onDelivered(line.target, .delivered)
            case .retry(let next, let reason):
                try await surroundings.outbox.postpone(
                    line.id, attempts: line.attempts + 1, until: next, reason: reason)
                log(.warning, "notice not delivered, to be tried again", line, reason)
                surroundings.onDelivered(line.target, .retried)
            case .givenUp(let reason):
                try await surroundings.outbox.remove(line.id)
                log(.error, "notice given up", line, reason)
                surroundings.onDelivered(line.target, .givenUp)
            }
        } catch {
            surroundings.logger.log(
                .error, "what became of a notice could not be kept", ["target": line.target, "reason": error])
            // Else the same line would be due again at once, and again.
            await pauseAfterFailure()
        }
    }

    private func log(_ level: LogLevel, _ message: StaticString, _ line: OutboxLine, _ reason: String? = nil) {
        surroundings.logger.log(
            level, message,
            [
                "target": line.target, "event": line.event.rawValue, "query": line.query ?? "none",
                "tries": line.attempts + 1, "reason": reason ?? "none",
            ])
    }

    private func pauseAfterFailure() async { try? await Task.sleep(for: Self.pause) }

    /// Asks the dead-man's switch, if all is well.
    func send(_ ping: DeadManPing) async {
        guard surroundings.isWell() else {
            surroundings.logger.log(.warning, "ping left out, as not all is well", ["host": "\(ping.address)"])
            return
        }
        let outcome = await surroundings.transport.outcome(of: ping.address.request(.get))
        let reason: String? =
            switch outcome {
            case .success(let response) where (200..<300).contains(response.status): nil
            case .success(let response): "HTTP \(response.status)"
            case .failure(let error): "\(error)"
            }
        if reason != nil, Task.isCancelled { return }
        let wasFailing = state.withLock { state in
            defer { state.isPingFailing = reason != nil }
            return state.isPingFailing
        }
        surroundings.onPing(reason == nil)
        // Said once each way: it is asked every few minutes.
        if let reason, !wasFailing {
            surroundings.logger.log(.warning, "ping failed", ["host": "\(ping.address)", "reason": reason])
        } else if reason == nil, wasFailing {
            surroundings.logger.log(.info, "ping works again", ["host": "\(ping.address)"])
        }
    }
}
