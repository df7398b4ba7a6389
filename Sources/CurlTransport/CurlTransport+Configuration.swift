package import Configuration
internal import Telemetry

extension CurlTransport.Configuration {
    /// Reads a table such as `[network]`; what it does not say stays at the default, or comes from the environment.
    ///
    /// ## Configuration keys
    /// - `connect_timeout`, `idle_timeout`, `timeout`: durations above zero.
    /// - `max_body`: bytes of a decompressed answer, 1024 to 1 GiB.
    /// - `pinned_public_key`: `sha256//` and 44 characters of base64; several separated by `;`.
    /// - `ca_file`: a PEM file, relative to the configuration's.
    /// - `proxy`: `http://host:port`, also `https` and `socks5h`; `none` goes straight. Left out, `https_proxy` and its kin
    ///   decide. A proxy with a password is for them alone, as secrets do not stand in the file. `no_proxy` always holds.
    ///
    /// - Parameters:
    ///   - reader: the table, nil where it is left out. The caller finishes it.
    ///   - userAgent: what the client calls itself.
    package init(_ reader: ConfigurationReader?, userAgent: String, environment: [String: String]) {
        self.init()
        self.userAgent = userAgent
        proxy = Proxy(environment: environment)
        guard let reader else { return }
        connectTimeout = Self.wait("connect_timeout", reader) ?? connectTimeout
        idleTimeout = Self.wait("idle_timeout", reader) ?? idleTimeout
        timeout = Self.wait("timeout", reader) ?? timeout
        maximumBody = reader.integer("max_body", in: 1_024...(1 << 30)) ?? maximumBody
        pinnedPublicKey = Self.pin(reader)
        caFile = reader.text("ca_file").map {
            Self.resolve(HomePath.expanded($0, environment), besides: reader.value("ca_file")?.location.file ?? "")
        }
        if let caFile {
            do throws(FileFailure) {
                _ = try WholeFile.read(caFile, limit: 16 << 20)
            } catch {
                reader.complain(
                    "ca_file",
                    "\(reader.path("ca_file")): \(caFile) cannot be read: \(error.reason) (a PEM file that this user may read)"
                )
            }
        }
        if let chosen = Self.proxy(reader) {
            proxy.http = chosen.http
            proxy.https = chosen.https
        }
    }

    private static func wait(_ key: String, _ reader: ConfigurationReader) -> Duration? {
        guard let wait = reader.duration(key) else { return nil }
        guard wait > .zero else {
            reader.complain(key, "\(reader.path(key)) is zero, which no answer can keep (for example \(key) = \"10s\")")
            return nil
        }
        return wait
    }

    private static func pin(_ reader: ConfigurationReader) -> String? {
        guard let text = reader.text("pinned_public_key") else { return nil }
        let isPin = text.split(separator: ";", omittingEmptySubsequences: false).allSatisfy { pin in
            let hash = pin.dropFirst("sha256//".count)
            return pin.hasPrefix("sha256//") && hash.utf8.count == 44 && hash.hasSuffix("=")
                && hash.dropLast().utf8.allSatisfy {
                    (0x61...0x7a).contains($0 | 0x20) || (0x2f...0x39).contains($0) || $0 == 0x2b
                }
        }
        guard isPin else {
            reader.complain(
                "pinned_public_key",
                "\(reader.path("pinned_public_key")) is not the hash of a key "
                    + "(allowed: sha256// and 44 characters of base64, several separated by ;)")
            return nil
        }
        return text
    }

    private static func proxy(_ reader: ConfigurationReader) -> Proxy? {
        guard let text = reader.text("proxy") else { return nil }
        if text == "none" { return Proxy.none }
        let path = reader.path("proxy")
        guard let scheme = ["http://", "https://", "socks5h://"].first(where: { text.hasPrefix($0) }),
            text.utf8.count > scheme.utf8.count, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            reader.complain("proxy", "\(path) is not a proxy's address (allowed: \"http://host:port\", or \"none\")")
            return nil
        }
        guard !text.contains("@") else {
            reader.complain(
                "proxy", "\(path) holds a password (leave it out here and set https_proxy in the environment)")
            return nil
        }
        return Proxy(http: Secret(text), https: Secret(text))
    }

    private static func resolve(_ path: String, besides file: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }
}
