package import HTTPExchange
internal import Synchronization

/// A transport without a network: answers by a closure, and remembers what it was asked.
package final class StubTransport: HTTPTransport {
    package typealias Answer = @Sendable (HTTPRequest, Int) async throws(HTTPError) -> HTTPResponse

    private let answer: Answer
    private let asked = Mutex<[HTTPRequest]>([])

    /// - Parameter answer: what comes back for a request and its number, counted from 0.
    package init(_ answer: @escaping Answer) { self.answer = answer }

    /// Answers one after the other; the last of them again and again.
    package convenience init(_ outcomes: [Result<HTTPResponse, HTTPError>]) {
        self.init { _, index throws(HTTPError) in try outcomes[min(index, outcomes.count - 1)].get() }
    }

    /// What was asked so far, in order.
    package var requests: [HTTPRequest] { asked.withLock { $0 } }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let index = asked.withLock { asked in
            asked.append(request)
            return asked.count - 1
        }
        if Task.isCancelled { throw .cancelled }
        return try await answer(request, index)
    }
}

extension HTTPResponse {
    /// An answer with a text for a body.
    package init(_ status: Int = 200, text: String, headers: [HTTPHeader] = []) {
        self.init(status: status, headers: headers, body: Array(text.utf8))
    }

    package var text: String { String(decoding: body, as: UTF8.self) }
}
