/// Performs one exchange.
///
/// Whatever status comes back is a response, not an error; an error is that there was no whole answer. Exactly one of the
/// two happens, once. Cancelling the task ends the exchange soon and throws `.cancelled`. Safe to call from several tasks
/// at once. Whatever wraps a transport is a transport.
package protocol HTTPTransport: Sendable {
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}

extension HTTPTransport {
    /// The exchange's answer or error as one value.
    package func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
        do throws(HTTPError) { return .success(try await send(request)) } catch { return .failure(error) }
    }
}
