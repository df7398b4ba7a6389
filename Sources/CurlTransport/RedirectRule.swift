internal import CCurl
internal import HTTPExchange

/// Which redirects are followed: those that stay with the scheme, host and port of the request.
enum RedirectRule {
    /// Throws `.redirectRefused` where a target is somewhere else; the error never shows a query.
    static func check(from source: String, to target: String) throws(HTTPError) {
        guard let to = Address(target), let from = Address(source) else {
            throw .redirectRefused(to: "an unreadable address", reason: "it is not an http or https URL")
        }
        guard !to.hasUser else { throw .redirectRefused(to: to.shown, reason: "it names a user") }
        guard to.scheme == from.scheme, to.host == from.host, to.port == from.port else {
            throw .redirectRefused(to: to.shown, reason: "it is not \(from.origin)")
        }
    }

    /// The parts of a URL as libcurl itself reads them, so that what is compared is what would be asked.
    private struct Address {
        let scheme: String
        let host: String
        let port: String
        let path: String
        let hasUser: Bool

        init?(_ url: String) {
            guard let parts = URLParts(url), let scheme = parts[CURLUPART_SCHEME], let host = parts[CURLUPART_HOST],
                let port = parts[CURLUPART_PORT], scheme == "http" || scheme == "https"
            else { return nil }
            self.scheme = scheme
            self.host = host.lowercased()
            self.port = port
            path = parts[CURLUPART_PATH] ?? "/"
            hasUser = parts[CURLUPART_USER] != nil || parts[CURLUPART_PASSWORD] != nil
        }

        var origin: String { "\(scheme)://\(host):\(port)" }
        var shown: String { origin + path }
    }
}

/// A hold on libcurl's own parse of a URL.
@safe private struct URLParts: ~Copyable {
    private let handle: OpaquePointer

    init?(_ url: String) {
        guard let handle = unsafe curl_url() else { return nil }
        guard unsafe curl_url_set(handle, CURLUPART_URL, url, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK else {
            unsafe curl_url_cleanup(handle)
            return nil
        }
        unsafe self.handle = unsafe handle
    }

    deinit { unsafe curl_url_cleanup(handle) }

    subscript(part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text = unsafe text
        else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
