internal import CCurl
internal import HTTPExchange
internal import Telemetry

extension EasyHandle {
    /// Sets all that stays the same from exchange to exchange.
    func apply(_ configuration: CurlTransport.Configuration) throws(HTTPError) {
        try set(CURLOPT_NOSIGNAL, 1)
        // A name that is being looked up is left to its thread: waiting for it would hold up every other transfer.
        try set(CURLOPT_QUICK_EXIT, 1)
        // A page of answers in one piece rather than in many.
        try set(CURLOPT_BUFFERSIZE, 64 << 10)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        try set(CURLOPT_HTTP09_ALLOWED, 0)
        try set(CURLOPT_PIPEWAIT, 1)
        // Every encoding that this libcurl can undo.
        try set(CURLOPT_ACCEPT_ENCODING, "")
        try set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.wholeMilliseconds)
        try set(CURLOPT_USERAGENT, configuration.userAgent)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        // The folder of certificates holds the same as the file, and libcurl keeps the parsed file only without it.
        try set(CURLOPT_CAPATH, nil)
        if let caFile = configuration.caFile { try set(CURLOPT_CAINFO, caFile) }
        if let pin = configuration.pinnedPublicKey { try set(CURLOPT_PINNEDPUBLICKEY, pin) }
        // What a proxy says about its tunnel is not the beginning of the answer.
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_NOPROXY, configuration.proxy.except)
    }

    /// Chooses the way to a host; an empty proxy keeps libcurl from asking the environment.
    func route(to url: HTTPURL, through proxy: Proxy) throws(HTTPError) {
        guard let address = proxy.address(for: url) else {
            return try set(CURLOPT_PROXY, "")
        }
        try address.reveal { address throws(HTTPError) in try set(CURLOPT_PROXY, address) }
    }
}

extension Duration {
    /// Rounded up, as a wait of zero would be none at all.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
