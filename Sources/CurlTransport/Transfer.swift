internal import CCurl
internal import HTTPExchange

/// A slot of the loop: an easy handle, and the exchange that it serves at the moment.
///
/// Confined to the loop's thread. libcurl holds its address while the handle lives, so the loop keeps it in its lists.
final class Transfer {
    typealias Moment = ContinuousClock.Instant

    let easy: EasyHandle
    private let configuration: CurlTransport.Configuration
    private(set) var exchange: Exchange?
    private var lines: HeaderLines?
    private var answer = AnswerBuffer(limits: CurlTransport.Configuration())
    private var redirects = 0
    private var end = Moment.now
    /// Set while an answer is awaited: when the request went out, or when the last bytes came.
    private var lastSign: Moment?

    init(_ configuration: CurlTransport.Configuration) throws(HTTPError) {
        self.configuration = configuration
        easy = try EasyHandle()
        try easy.apply(configuration)
        try listen()
    }

    /// Aims the slot at an exchange.
    func begin(_ exchange: Exchange, at now: Moment) throws(HTTPError) {
        self.exchange = exchange
        redirects = 0
        end = now.advanced(by: configuration.timeout)
        let request = exchange.request
        let lines = try request.withRevealedHeaders { headers throws(HTTPError) in try HeaderLines(headers) }
        try easy.set(lines)
        try easy.set(request.method, request.body)
        self.lines = consume lines
        try easy.route(to: request.url, through: configuration.proxy)
        try request.withRevealedURL { url throws(HTTPError) in try aim(at: url) }
    }

    /// Frees the slot for the next exchange.
    func rest() -> Exchange? {
        defer { exchange = nil }
        answer = AnswerBuffer(limits: configuration)
        lastSign = nil
        return exchange
    }

    /// When the slot's patience ends, if nothing comes.
    var deadline: Moment {
        guard let lastSign else { return end }
        return min(end, lastSign.advanced(by: configuration.idleTimeout))
    }

    /// Which wait has run out.
    func expired(at now: Moment) -> HTTPError? {
        if now >= end { return .timedOut(.whole) }
        guard let lastSign, now >= lastSign.advanced(by: configuration.idleTimeout) else { return nil }
        return .timedOut(answer.hasBegun ? .idle : .answer)
    }

    /// What comes next after libcurl has ended: an outcome, or nil where the slot now aims at a redirect's target.
    func conclude(_ code: CURLcode) -> Exchange.Outcome? {
        lastSign = nil
        if let refusal = answer.refusal { return .failure(refusal) }
        guard code == CURLE_OK else { return .failure(failure(code)) }
        guard answer.isHeadWhole else { return .failure(.cutBody(received: 0, expected: nil)) }
        let status = easy.number(CURLINFO_RESPONSE_CODE)
        // No server asks for a proxy's password but the proxy itself.
        if status == 407, let proxy { return .failure(.proxyRefused(proxy: proxy, status: status)) }
        do throws(HTTPError) {
            if let target = try redirect(of: status) {
                try aim(at: target)
                return nil
            }
        } catch {
            return .failure(error)
        }
        return .success(HTTPResponse(status: status, headers: easy.headers(), body: answer.takeBody()))
    }

    private func aim(at url: String) throws(HTTPError) {
        answer = AnswerBuffer(limits: configuration)
        lastSign = nil
        easy.clearExplanation()
        try easy.set(CURLOPT_URL, url)
    }

    /// Where the answer sends the client, if that is allowed.
    private func redirect(of status: Int) throws(HTTPError) -> String? {
        // What was said to one address is not said to another: of a POST the redirect is the answer.
        guard exchange?.request.method == .get, [301, 302, 303, 307, 308].contains(status),
            let target = easy.text(CURLINFO_REDIRECT_URL)
        else {
            return nil
        }
        redirects += 1
        guard redirects <= configuration.maximumRedirects else {
            throw .tooManyRedirects(limit: configuration.maximumRedirects)
        }
        try RedirectRule.check(from: easy.text(CURLINFO_EFFECTIVE_URL) ?? "", to: target)
        return target
    }

    /// The proxy on the way of the exchange, without a password.
    private var proxy: String? { (exchange?.request.url).flatMap { configuration.proxy.name(for: $0) } }

    private func failure(_ code: CURLcode) -> HTTPError {
        let tunnel = easy.number(CURLINFO_HTTP_CONNECTCODE)
        if let proxy, tunnel >= 300 { return .proxyRefused(proxy: proxy, status: tunnel) }
        let explanation = easy.explanation(of: code)
        // libcurl has limits of its own, and no better words for them than of memory or of a failed reception.
        let isTooLarge =
            code == CURLE_OUT_OF_MEMORY || explanation.hasPrefix("Too large response header")
        if isTooLarge, !answer.isHeadWhole {
            return .headersTooLarge(limit: configuration.maximumHeaders)
        }
        let host = code == CURLE_COULDNT_RESOLVE_PROXY ? proxy : exchange?.request.url.host
        return HTTPError(
            code, host: host ?? "",
            received: easy.count(CURLINFO_SIZE_DOWNLOAD_T), expected: easy.count(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T),
            explanation: explanation)
    }

    // MARK: - What libcurl tells

    private func listen() throws(HTTPError) {
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        let codes = unsafe [
            ccurl_setopt_header(
                easy.pointer,
                { bytes, size, count, context in
                    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                    return unsafe Transfer.at(context)?.receivedHeader(line) == true ? size * count : 0
                }, me),
            ccurl_setopt_write(
                easy.pointer,
                { bytes, size, count, context in
                    let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                    return unsafe Transfer.at(context)?.receivedBody(chunk) == true ? size * count : 0
                }, me),
            ccurl_setopt_prerequest(
                easy.pointer,
                { context, _, _, _, _ in
                    unsafe Transfer.at(context)?.lastSign = .now
                    return CURL_PREREQFUNC_OK
                }, me),
        ]
        guard codes.allSatisfy({ $0 == CURLE_OK }) else { throw .other(detail: "libcurl refuses a callback") }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        unsafe context.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func receivedHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        lastSign = .now
        return unsafe answer.addHeader(line)
    }

    private func receivedBody(_ chunk: UnsafeRawBufferPointer) -> Bool {
        lastSign = .now
        if !answer.hasBody { answer.expect(easy.count(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)) }
        return unsafe answer.add(chunk)
    }
}
