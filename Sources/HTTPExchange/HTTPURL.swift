/// The address of an exchange without its query: scheme, host, port and path.
package struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
    package enum Scheme: String, Sendable {
        case http, https

        /// Where it listens unless told otherwise.
        var port: Int { self == .http ? 80 : 443 }
    }

    package let scheme: Scheme
    /// Lower case; an IPv6 address stands in its brackets.
    package let host: String
    /// Nil is the scheme's own.
    package let port: Int?
    /// Begins with `/` or is empty; percent-encoded already.
    package let path: String

    /// The parts of an absolute `http` or `https` URL (RFC 3986).
    ///
    /// Nil where the text is anything else, has a user, a query or a fragment, or what a URL cannot have: other
    /// characters, a percent sign without two digits, a host with an empty label, a port that is not 1 to 65535.
    package init?(_ text: String) {
        guard let end = text.firstRange(of: "://"), let scheme = Scheme(rawValue: text[..<end.lowerBound].lowercased())
        else { return nil }
        let rest = text[end.upperBound...]
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let (host, port) = Self.authority(rest[..<slash]), Self.isPath(rest[slash...].utf8) else { return nil }
        self.scheme = scheme
        self.host = host
        // A port that is the scheme's own is the same address as none.
        self.port = port == scheme.port ? nil : port
        self.path = String(rest[slash...])
    }

    private init(scheme: Scheme, host: String, port: Int?, path: String) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
    }

    /// This address with more path, joined by exactly one slash; what a path cannot have is percent-encoded.
    package func appending(path more: String) -> HTTPURL {
        guard !more.isEmpty else { return self }
        let left = path.hasSuffix("/") ? String(path.dropLast()) : path
        let right = more.hasPrefix("/") ? more : "/" + more
        return HTTPURL(scheme: scheme, host: host, port: port, path: left + Self.encodedPath(right))
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

extension HTTPURL {
    /// Host and port of `host`, `host:port`, `[v6]` or `[v6]:port`.
    private static func authority(_ text: Substring) -> (host: String, port: Int?)? {
        var host = text
        var port: Int?
        let bracket = text.lastIndex(of: "]") ?? text.startIndex
        if let colon = text[bracket...].firstIndex(of: ":") {
            let digits = text[text.index(after: colon)...]
            guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy(isDigit), let number = Int(digits),
                (1...65_535).contains(number)
            else { return nil }
            port = number
            host = text[..<colon]
        }
        guard host.hasPrefix("[") ? isIPv6(host) : isName(host) else { return nil }
        return (host.lowercased(), port)
    }

    /// Labels of letters, digits, hyphens and underscores; a dot may end the last.
    private static func isName(_ host: Substring) -> Bool {
        let labels = (host.hasSuffix(".") ? host.dropLast() : host).split(
            separator: ".", omittingEmptySubsequences: false)
        return host.utf8.count <= 254
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count)
                    && label.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x2d || $0 == 0x5f }
            }
    }

    /// Hexadecimal digits, colons and dots in brackets; which of them are addresses is for the resolver to say.
    private static func isIPv6(_ host: Substring) -> Bool {
        let inner = host.dropFirst().dropLast()
        return host.hasSuffix("]") && inner.utf8.count >= 2 && inner.contains(":")
            && inner.utf8.allSatisfy { isHex($0) || $0 == 0x3a || $0 == 0x2e }
    }

    private static func isPath(_ bytes: Substring.UTF8View) -> Bool {
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == 0x25 {
                guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(isHex) else { return false }
            } else if !isPathCharacter(byte) {
                return false
            }
        }
        return true
    }

    private static func encodedPath(_ path: String) -> String {
        var encoded = ""
        var rest = path.utf8[...]
        while let byte = rest.popFirst() {
            let isEscape = byte == 0x25 && rest.prefix(2).count == 2 && rest.prefix(2).allSatisfy(isHex)
            encoded += isEscape || isPathCharacter(byte) ? String(UnicodeScalar(byte)) : QueryItem.escape(byte)
        }
        return encoded
    }

    /// `pchar` of RFC 3986 without the percent sign, and the slash.
    private static func isPathCharacter(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "-._~!$&'()*+,;=:@/".utf8.contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
}
