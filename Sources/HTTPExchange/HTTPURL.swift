/// The address of an exchange without its query: scheme, host, port and path.
package struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
    package enum Scheme: String, Sendable { case http, https }

    package let scheme: Scheme
    /// Lower case; an IPv6 address stands in its brackets.
    package let host: String
    /// Nil is the scheme's own.
    package let port: Int?
    /// Begins with `/` or is empty; percent-encoded already.
    package let path: String

    /// The parts of an absolute `http` or `https` URL; nil where the text is anything else, has a user, a query or a
    /// fragment, or characters that a URL cannot have.
    package init?(_ text: String) {
        let scheme: Scheme
        if text.hasPrefix("https://") {
            scheme = .https
        } else if text.hasPrefix("http://") {
            scheme = .http
        } else {
            return nil
        }
        let rest = text.dropFirst(scheme.rawValue.count + 3)
        guard rest.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !rest.contains(where: { "?#\"<>\\^`{|}@".contains($0) })
        else { return nil }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        var authority = rest[..<slash]
        var port: Int?
        if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
            let digits = authority[authority.index(after: colon)...]
            guard let number = Int(digits), (1...65_535).contains(number), digits.allSatisfy(\.isNumber) else {
                return nil
            }
            port = number
            authority = authority[..<colon]
        }
        guard !authority.isEmpty else { return nil }
        if authority.hasPrefix("[") {
            guard authority.hasSuffix("]"), authority.count > 2 else { return nil }
        } else {
            guard authority.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." || $0 == "_" }) else {
                return nil
            }
        }
        self.scheme = scheme
        self.host = authority.lowercased()
        self.port = port
        self.path = String(rest[slash...])
    }

    private init(scheme: Scheme, host: String, port: Int?, path: String) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
    }

    /// This address with more path, joined by exactly one slash.
    package func appending(path more: String) -> HTTPURL {
        let left = path.hasSuffix("/") ? String(path.dropLast()) : path
        let right = more.hasPrefix("/") ? more : "/" + more
        return HTTPURL(scheme: scheme, host: host, port: port, path: more.isEmpty ? path : left + right)
    }

    /// Whether the host is this machine: `localhost`, `127.0.0.0/8` or `[::1]`.
    package var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    package var description: String {
        "\(scheme.rawValue)://\(host)" + (port.map { ":\($0)" } ?? "") + path
    }
}
