internal import HTTPServer

/// Which names a client may have used for this server.
///
/// A page in somebody's browser may have its own name resolve to this machine, and then read what is here as its own
/// ("DNS rebinding"). It cannot choose the `Host` that the browser sends, which is that name.
struct HostGate: Sendable {
    private let names: Set<String>
    /// Whether it listens on every address of the machine.
    private let isUnspecified: Bool

    /// - Parameters:
    ///   - address: where the server listens. On all addresses, every literal one is let through, as nothing resolves it.
    ///   - names: more names, without ports.
    init(address: ListenAddress, names: [String]) {
        self.names = Set((names + [address.host]).map(Self.plain))
        isUnspecified = address.host == "0.0.0.0" || address.host == "::"
    }

    /// Whether a request is meant for this server.
    ///
    /// - Parameter hosts: every `Host` of the request. None is let through: browsers always send one, and simple probes
    ///   of HTTP/1.0 do not.
    func admits(_ hosts: [String]) -> Bool { hosts.allSatisfy(admits) }

    private func admits(_ host: String) -> Bool {
        guard let name = Self.name(of: host) else { return false }
        if name == "localhost" || names.contains(name) { return true }
        guard let address = ListenAddress((name.contains(":") ? "[\(name)]" : name) + ":0") else { return false }
        return address.isLoopback || isUnspecified
    }

    /// The name or literal address of `NAME`, `NAME:PORT`, `[ADDRESS]`, `[ADDRESS]:PORT`; nil for what is none of them.
    private static func name(of host: String) -> String? {
        let end =
            host.hasPrefix("[") ? host.firstIndex(of: "]").map { host.index(after: $0) } : host.firstIndex(of: ":")
        let name = host[..<(end ?? host.endIndex)]
        let rest = host[name.endIndex...]
        let isPort = rest.first == ":" && rest.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        guard rest.isEmpty || isPort, !name.isEmpty else { return nil }
        return plain(String(name))
    }

    private static func plain(_ name: String) -> String {
        var name = name.lowercased()
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
