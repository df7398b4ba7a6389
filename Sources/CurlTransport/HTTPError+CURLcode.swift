internal import CCurl
internal import HTTPExchange

extension HTTPError {
    /// What a failed transfer means.
    ///
    /// - Parameters:
    ///   - received: bytes of the body as they travelled.
    ///   - expected: the announced length, negative where there was none.
    init(_ code: CURLcode, host: String, received: Int, expected: Int, explanation: String) {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .cannotResolve(host: host)
        case CURLE_COULDNT_CONNECT, CURLE_PROXY: self = .cannotConnect(host: host, detail: explanation)
        // The loop has its own clocks for all later phases.
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut(.connect)
        // The code is that of a lost connection, the words are not.
        case CURLE_RECV_ERROR where explanation.contains("chunked-encoding"): self = .malformed(detail: explanation)
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            self = .cutBody(received: received, expected: expected < 0 ? nil : expected)
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH: self = .pinMismatch(host: host)
        case CURLE_SSL_CONNECT_ERROR where Self.isLostConnection(explanation):
            self = .cannotConnect(host: host, detail: explanation)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
            self = .tlsFailed(detail: explanation)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2,
            CURLE_HTTP2_STREAM, CURLE_WRITE_ERROR, CURLE_FILESIZE_EXCEEDED:
            self = .malformed(detail: explanation)
        default: self = .other(detail: explanation)
        }
    }

    /// Whether a handshake failed because the connection broke, which libcurl tells in words alone.
    private static func isLostConnection(_ explanation: String) -> Bool {
        ["SSL_ERROR_SYSCALL", "Connection reset", "unexpected eof"].contains { explanation.contains($0) }
    }
}
