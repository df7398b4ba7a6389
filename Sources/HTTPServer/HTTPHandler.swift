/// Who answers requests.
package protocol HTTPHandler: Sendable {
    /// Answers one request; called on the server's threads, several at a time where there are several.
    func respond(to request: ServerRequest) -> ServerResponse
}

/// A closure that answers requests.
struct ClosureHandler: HTTPHandler {
    let answer: @Sendable (ServerRequest) -> ServerResponse

    func respond(to request: ServerRequest) -> ServerResponse { answer(request) }
}
