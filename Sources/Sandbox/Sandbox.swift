package import Chronology
package import HTTPServer
package import Telemetry

/// A stand-in for the NYT Article Search API on loopback, with invented articles, for trying and for tests.
///
/// It pages, counts, filters and refuses as the API does as far as that is known, and fails on request. Every answer
/// says that it is invented: in its copyright text, and in the header `x-articlesync-sandbox`.
package final class Sandbox: Sendable {
    private let api: SandboxAPI
    private let server: HTTPServer

    private init(_ options: SandboxOptions, clock: WallClock, logger: Logger) throws(HTTPServerError) {
        api = SandboxAPI(options, clock: clock, logger: logger)
        server = try HTTPServer(on: .loopback(port: options.port), logger: logger, handler: api)
    }

    /// Listens on loopback, and answers from now on.
    ///
    /// - Parameters:
    ///   - clock: by which the quota counts minutes and days.
    ///   - logger: hears of every request, without its key, at the level `debug`.
    /// - Throws: `HTTPServerError`, such as a port in use.
    package static func start(
        _ options: SandboxOptions, clock: WallClock, logger: Logger = .silent
    ) throws(HTTPServerError) -> Sandbox {
        try Sandbox(options, clock: clock, logger: logger)
    }

    /// The port it listens on.
    package var port: UInt16 { server.port }

    /// `http://127.0.0.1:PORT`, in place of the API's scheme and host.
    package var baseURL: String { "http://\(server.address)" }

    /// `http://127.0.0.1:PORT/svc/search/v2/articlesearch.json`.
    package var endpoint: String { baseURL + SandboxAPI.path }

    /// What it was asked, oldest first; as many of the last as the options have it.
    package var requests: [SandboxRequest] { api.requests }

    /// How many requests came, whatever became of them, and whether they are remembered or not.
    package var requestCount: Int { api.requestCount }

    /// How often each page of each search was given, by `SandboxRequest.key`, as far as requests are remembered.
    package var timesAnswered: [String: Int] {
        requests.lazy.filter(\.isAnswered).reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
    }

    /// Ends every connection, those that stall included; twice is once.
    package func stop() { server.stop() }
}

// What it holds, and what is done to it while it runs; each happens between two requests.
extension Sandbox {
    /// All that it holds at this moment.
    package var corpus: SandboxCorpus { api.corpus }

    /// Publishes articles from the reserve of the seed.
    ///
    /// - Parameter day: nil is after all others.
    /// - Returns: them.
    @discardableResult
    package func publish(_ count: Int = 1, on day: CalendarDay? = nil) -> [InventedArticle] {
        api.withWorld { world in world.publish(count, on: day).map(world.corpus.article) }
    }

    /// Takes articles away, by ids of either kind.
    ///
    /// - Returns: those that were there.
    @discardableResult
    package func retract(_ ids: some Sequence<String>) -> [InventedArticle] {
        let ids = Set(ids)
        return api.withWorld { world in world.retract(ids).map(world.corpus.article) }
    }

    /// Moves an article to another day, at its time of day; its address stays.
    ///
    /// - Returns: it as it is now, nil where it is not there.
    @discardableResult
    package func move(_ id: String, to day: CalendarDay) -> InventedArticle? {
        api.withWorld { world in world.move(id, to: day).map(world.corpus.article) }
    }

    /// Gives an article another headline, abstract and word count.
    ///
    /// - Returns: it as it is now, nil where it is not there.
    @discardableResult
    package func change(_ id: String) -> InventedArticle? {
        api.withWorld { world in world.change(id).map(world.corpus.article) }
    }

    /// Answers in the shape of another era from now on.
    package func switchEra(to era: SandboxEra) { api.withWorld { $0.switchEra(to: era) } }

    /// Poisons the articles of these indexes, and no others: none heals all.
    package func poison(_ indexes: some Sequence<Int>) {
        let indexes = Set(indexes)
        api.withWorld { $0.poison(indexes) }
    }

    /// Poisons those that are there and of whom something holds, and no others.
    ///
    /// - Returns: them.
    @discardableResult
    package func poison(where isPoisoned: (InventedArticle) -> Bool) -> [InventedArticle] {
        let poisoned = corpus.articles.filter(isPoisoned)
        poison(poisoned.map(\.index))
        return poisoned
    }
}
