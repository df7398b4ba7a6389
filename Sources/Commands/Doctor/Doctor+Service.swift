internal import ArticleSync
internal import Articles
internal import Chronology
internal import CurlTransport
internal import HTTPExchange
internal import HTTPServer
internal import Rendering
internal import SQLiteStore

/// The service, what it listens on, and the queries that it is to run.
extension Doctor {
    func service(
        _ settings: Settings, _ store: SQLiteArticleReader, _ facts: StoreFacts?
    ) -> (checks: [Check], line: ServiceLine?) {
        // Without a store that can be read nothing is known of it.
        guard facts != nil, let runs = try? NextRuns(settings, store, [], now) else { return ([], nil) }
        let line = runs.service
        let scheduled = settings.queries.count { $0.schedule != nil }
        var lines = line.lines(at: now).map { line.state == nil ? $0.words : "\($0.label) \($0.words)" }
        if line.state == .running, let trace = line.trace {
            let isGood = trace.reload.refusal == nil && line.readsConfiguration && !line.isOutdated
            var checks = [Check(.service, "service", .ok, lines.removeFirst())]
            checks.append(
                Check(
                    .service, "configuration", isGood ? .ok : .warning, lines.joined(separator: "; "),
                    advice: trace.reload.refusal == nil
                        ? nil
                        : "put that right, then `systemctl reload articlesync`; `articlesync check` says when it is"))
            return (checks, line)
        }
        let died = line.state == .died
        let isMissed = scheduled > 0 || died
        let waiting =
            scheduled > 0
            ? "; \(scheduled == 1 ? "1 query has" : "\(scheduled) queries have") a schedule, which nothing follows" : ""
        return (
            [
                Check(
                    .service, "service", isMissed ? .warning : .ok, lines.joined(separator: "; ") + waiting,
                    advice: isMissed ? "systemctl start articlesync, or let cron run `articlesync sync`" : nil)
            ], line
        )
    }

    /// Whether the service answers where it listens; asked on this machine alone.
    func server(_ settings: Settings, _ line: ServiceLine) async -> [Check] {
        guard let address = settings.server?.address, address.port > 0, line.readsConfiguration else { return [] }
        // What listens on every address listens on loopback too.
        let isEverywhere = address.host == "0.0.0.0" || address.host == "::"
        let here = isEverywhere ? "127.0.0.1:\(address.port)" : "\(address)"
        guard let url = HTTPURL("http://\(here)/-/healthy") else { return [] }
        guard url.isLoopback else {
            return [Check(.service, "answers", .notChecked, "it listens on \(address), not on this machine's loopback")]
        }
        var network = CurlTransport.Configuration()
        network.connectTimeout = .seconds(2)
        network.timeout = .seconds(5)
        let curl = session.transport == nil ? CurlTransport(configuration: network) : nil
        defer { curl?.shutdown() }
        guard let transport = session.transport ?? curl else { return [] }
        do throws(HTTPError) {
            let answer = try await transport.send(HTTPRequest(url: url))
            guard answer.status == 200 else {
                return [
                    Check(
                        .service, "answers", .problem, "\(url) says \(answer.status)",
                        advice: "`journalctl -u articlesync` says why")
                ]
            }
            return [Check(.service, "answers", .ok, "at \(url)")]
        } catch {
            return [
                Check(
                    .service, "answers", .problem, "\(url) does not answer: \(error)",
                    advice: "see whether the service took [server] listen since it was written: it needs a restart")
            ]
        }
    }

    /// So far ahead a schedule may come next before it looks like a slip.
    private static let longestWait = Duration.seconds(366 * 86_400)

    func queries(_ settings: Settings, _ line: ServiceLine?) -> [Check] {
        var checks: [Check] = []
        for query in settings.queries {
            guard let schedule = query.schedule.flatMap({ try? Schedule($0) }) else { continue }
            let next = schedule.next(after: now, in: query.timeZone, offset: schedule.spread(of: query.name))
            if let next, next.since(now) <= Self.longestWait { continue }
            let when = next.map { "comes next on \(query.timeZone.day(at: $0))" } ?? "never comes again"
            checks.append(
                Check(
                    .queries, "schedule", .warning, "\(query.name): `\(query.schedule ?? "")` \(when)",
                    advice: "`articlesync explain \(query.name)` says what it means"))
        }
        let asked = settings.queries.filter { $0.schedule == nil }.map(\.name)
        if !asked.isEmpty {
            // A service that has nothing to do is most likely not meant.
            let isIdle = line?.state == .running && asked.count == settings.queries.count
            let named = asked.prefix(10).joined(separator: ", ") + (asked.count > 10 ? ", …" : "")
            checks.append(
                Check(
                    .queries, "on_request", isIdle ? .warning : .ok, "without a schedule, so only on request: \(named)",
                    advice: isIdle ? "give one a `schedule`, then `systemctl reload articlesync`" : nil))
        }
        if checks.isEmpty, !settings.queries.isEmpty {
            checks.append(Check(.queries, "schedule", .ok, "every query has one, and it comes within a year"))
        }
        return checks
    }
}
