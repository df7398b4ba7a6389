internal import HTTPExchange
package import Telemetry

/// Through which proxies requests travel, by the scheme of their URL; hosts of this machine are always reached directly.
package struct Proxy: Hashable, Sendable {
    /// URLs of proxies, which may hold a password.
    package var http: Secret?
    package var https: Secret?
    /// Hosts and domains that are reached directly, separated by commas; `*` is every one.
    package var except: String

    package init(http: Secret? = nil, https: Secret? = nil, except: String = "") {
        self.http = http
        self.https = https
        self.except = except
    }

    /// The URL of the proxy on the way to a URL; nil if that is reached directly.
    func address(for url: HTTPURL) -> Secret? {
        url.isLoopback ? nil : url.scheme == .https ? https : http
    }

    /// Host and port of the proxy on the way to a URL, without a password; nil if that is reached directly.
    func name(for url: HTTPURL) -> String? {
        address(for: url)?.reveal { address in
            let place = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
            let authority = place.prefix { !"/?#".contains($0) }
            return String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
        }
    }

    /// Straight to the server.
    package static let none = Proxy()

    /// What the environment asks for, as libcurl reads it: `http_proxy` in lower case alone, as a web server's environment
    /// can be made to hold the other; `https_proxy`, `all_proxy` and `no_proxy` in either case.
    package init(environment: [String: String]) {
        func value(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        let all = value("all_proxy", "ALL_PROXY")
        http = (value("http_proxy") ?? all).map { Secret($0) }
        https = (value("https_proxy", "HTTPS_PROXY") ?? all).map { Secret($0) }
        except = value("no_proxy", "NO_PROXY") ?? ""
    }
}
