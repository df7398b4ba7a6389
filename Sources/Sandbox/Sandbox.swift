package import Chronology
package import HTTPServer
package import Telemetry

/// A stand-in for the NYT Article Search API on loopback, with invented articles, for trying and for tests.
///
/// It pages, counts, filters and refuses as the API does as far as that is known, and fails on request. Every answer
/// says that it is invented: in its copyright text, and in the header `x-articlesync-sandbox`.
package final class Sandbox: Sendable {
    /// All that it holds.
    package let corpus: SandboxCorpus
    private let api: SandboxAPI
    private let server: HTTPServer

    private init(_ options: SandboxOptions, clock: WallClock, logger: Logger) throws(HTTPServerError) {
        corpus = SandboxCorpus(options)
        api = SandboxAPI(options, corpus: corpus, clock: clock, logger: logger)
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

    /// What it was asked, oldest first; the last 5,000 to 10,000.
    package var requests: [SandboxRequest] { api.requests }

    /// Ends every connection, those that stall included; twice is once.
    package func stop() { server.stop() }
}
