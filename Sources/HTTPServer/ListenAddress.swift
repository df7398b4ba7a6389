internal import Glibc

/// Where a server listens: an IP address of this machine, and a port.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// A literal IPv4 or IPv6 address, without brackets.
    package let host: String
    /// 0 lets the system choose.
    package let port: UInt16

    /// A port of 127.0.0.1, which no other machine reaches; 0 lets the system choose.
    package static func loopback(port: UInt16 = 0) -> ListenAddress { ListenAddress(v4: "127.0.0.1", port: port) }

    /// The address of `HOST:PORT`, like `127.0.0.1:8420`, `[::1]:8420` or `localhost:8420`; nil for all else.
    ///
    /// Names other than `localhost` are refused: what they resolve to may change, and with it who can connect.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(digits)
        else { return nil }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            self.init(v6: String(host.dropFirst().dropLast()), port: port)
        } else if host == "localhost" {
            self = .loopback(port: port)
        } else {
            var ignored = in_addr()
            guard unsafe inet_pton(AF_INET, String(host), &ignored) == 1 else { return nil }
            self.init(v4: String(host), port: port)
        }
    }

    private init?(v6 host: String, port: UInt16) {
        var ignored = in6_addr()
        guard unsafe inet_pton(AF_INET6, host, &ignored) == 1 else { return nil }
        self.host = host
        self.port = port
    }

    private init(v4 host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The same address with the port that the system chose.
    func with(port: UInt16) -> ListenAddress { ListenAddress(v4: host, port: port) }

    /// Whether it is an IPv6 address.
    package var isIPv6: Bool { host.contains(":") }

    /// Whether only this machine can reach it.
    package var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }

    /// `127.0.0.1:8420`, `[::1]:8420`.
    package var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
