internal import Synchronization
package import Telemetry

/// Serves HTTP/1.1 on one address, from its start until it is stopped or forgotten.
///
/// GET and HEAD reach the handler, without a body. Other methods are answered with 405, a request with a body with
/// 413, a malformed target with 400, headers that are too large with 431. Connections are kept alive; one too many takes the
/// place of the one that has waited longest for a request.
package final class HTTPServer: Sendable {
    /// Where it listens, with the port that the system chose.
    package let address: ListenAddress
    private let daemon: Mutex<Daemon?>

    /// Listens, and answers from now on.
    ///
    /// - Parameters:
    ///   - address: loopback, unless told otherwise.
    ///   - logger: hears what the library complains about, at the level `debug`.
    /// - Throws: `HTTPServerError`: the port is in use, not permitted, or the system refuses.
    package init(
        on address: ListenAddress = .loopback(), limits: HTTPServerLimits = HTTPServerLimits(),
        logger: Logger = .silent, handler: any HTTPHandler
    ) throws(HTTPServerError) {
        let socket = try ListeningSocket(on: address, backlog: limits.connections)
        self.address = socket.address
        let connections = Connections(limits: limits)
        let service = Daemon.Service(
            handler: handler, pauses: Pauses(bound: limits.pause, connections: connections), logger: logger)
        daemon = Mutex(try Daemon(socket, limits: limits, service: service))
    }

    /// Listens, and answers with a closure, which is called on the server's threads.
    package convenience init(
        on address: ListenAddress = .loopback(), limits: HTTPServerLimits = HTTPServerLimits(),
        logger: Logger = .silent, answer: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws(HTTPServerError) {
        try self.init(on: address, limits: limits, logger: logger, handler: ClosureHandler(answer: answer))
    }

    /// The port it listens on.
    package var port: UInt16 { address.port }

    /// Ends every connection, paused ones included, and all threads; returns when they are gone.
    ///
    /// Twice is once. Not to be called from a handler, which it would wait for.
    package func stop() {
        let ended = daemon.withLock { $0.take() }
        _ = consume ended
    }
}
