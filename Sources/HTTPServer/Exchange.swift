internal import CMicroHTTPD
internal import Glibc

/// One request on its way to an answer, as the library calls for it; used by one thread at a time.
@safe final class Exchange {
    private enum Phase {
        /// The request line was read.
        case begun
        /// The headers were read; no body follows.
        case read
        /// The answer waits for its time.
        case paused(ServerResponse)
        case answered
    }

    private let target: String
    private var phase = Phase.begun

    init(target: String) { self.target = target }

    /// Goes one step on; `NO` closes the connection.
    func advance(
        _ connection: OpaquePointer, method: String, handler: any HTTPHandler, pauses: Pauses
    ) -> MHD_Result {
        switch phase {
        case .begun:
            phase = .read
            // Answered before a body is read: the library then reads none of it and closes the connection.
            guard let refusal = unsafe refusal(of: connection, method: method) else { return .YES }
            phase = .answered
            return unsafe send(refusal, on: connection, pauses)
        case .read:
            let response = unsafe answer(connection, method, handler)
            if response.pause > .zero {
                phase = .paused(response)
                return unsafe pauses.suspend(connection, for: response.pause) ? .YES : .NO
            }
            phase = .answered
            return unsafe send(response, on: connection, pauses)
        case .paused(let response):
            phase = .answered
            return pauses.isOver ? .NO : unsafe send(response, on: connection, pauses)
        case .answered: return .NO
        }
    }

    private func refusal(of connection: OpaquePointer, method: String) -> ServerResponse? {
        guard method == "GET" || method == "HEAD" else {
            return ServerResponse(
                status: 405, text: "only GET and HEAD are answered here\n",
                headers: [ServerRequest.Field("Allow", "GET, HEAD")])
        }
        let length = unsafe Self.header("Content-Length", of: connection)
        guard unsafe Self.header("Transfer-Encoding", of: connection) == nil, length == nil || length == "0" else {
            return ServerResponse(status: 413, text: "a request has no body here\n")
        }
        return nil
    }

    private func answer(
        _ connection: OpaquePointer, _ method: String, _ handler: any HTTPHandler
    ) -> ServerResponse {
        guard let parts = RequestTarget(target) else {
            return ServerResponse(
                status: 400, text: "the request target is not a well-formed, encoded path and query\n")
        }
        return handler.respond(
            to: ServerRequest(
                method: method, target: target, path: parts.path, query: parts.query,
                headers: unsafe Self.headers(of: connection), remoteAddress: unsafe Self.remoteAddress(of: connection)))
    }

    private func send(_ response: ServerResponse, on connection: OpaquePointer, _ pauses: Pauses) -> MHD_Result {
        let made: OpaquePointer?
        switch response.body {
        case .none: return .NO
        case .bytes(let bytes):
            unsafe made = unsafe bytes.withUnsafeBytes { bytes in
                // Copied, not written to: the parameter lacks its `const`.
                let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                return unsafe MHD_create_response_from_buffer(bytes.count, start, .RESPMEM_MUST_COPY)
            }
        case .steps(let length, let next):
            unsafe made = unsafe BodyReader(connection, pauses: pauses, length: length, next: next).makeResponse()
        }
        guard let made = unsafe made else { return .NO }
        defer { unsafe MHD_destroy_response(made) }
        for field in response.headers {
            // Refused are only names and values that would break the answer, such as those with a line end.
            guard unsafe MHD_add_response_header(made, field.name, field.value) == .YES else { return .NO }
        }
        return unsafe MHD_queue_response(connection, UInt32(clamping: response.status), made)
    }

    private static func header(_ name: String, of connection: OpaquePointer) -> String? {
        unsafe MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { unsafe String(cString: $0) }
    }

    private static func headers(of connection: OpaquePointer) -> [ServerRequest.Field] {
        var fields: [ServerRequest.Field] = []
        unsafe withUnsafeMutablePointer(to: &fields) { fields in
            _ = unsafe MHD_get_connection_values(
                connection, .HEADER_KIND,
                { fields, _, name, value in
                    guard let fields = unsafe fields, let name = unsafe name else { return .NO }
                    let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
                    unsafe fields.assumingMemoryBound(to: [ServerRequest.Field].self).pointee
                        .append(ServerRequest.Field(String(cString: name), text))
                    return .YES
                }, fields)
        }
        return fields
    }

    private static func remoteAddress(of connection: OpaquePointer) -> String {
        guard let name = unsafe cmhd_remote_address(connection) else { return "" }
        let isIPv6 = unsafe name.pointee.sa_family == sa_family_t(AF_INET6)
        let size = socklen_t(isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard unsafe getnameinfo(name, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return ""
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
