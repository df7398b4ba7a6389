extension CurlTransport {
    /// The bounds and the trust of a transport; every value has a default that suits a polite client.
    package struct Configuration: Sendable {
        /// Until there is an encrypted connection: name, TCP and TLS together.
        package var connectTimeout: Duration = .seconds(10)
        /// Without one byte of an answer, before it begins or within it.
        package var idleTimeout: Duration = .seconds(30)
        /// For an exchange from the call to the last byte, redirects and waiting for a connection included.
        package var timeout: Duration = .seconds(120)
        /// Bytes of a body after decompression.
        package var maximumBody = 64 << 20
        /// Bytes of all header lines of one answer.
        package var maximumHeaders = 256 << 10
        /// How many redirects are followed in a row, each to the same origin.
        package var maximumRedirects = 3
        /// Connections at once to one host; further exchanges wait for one.
        package var connectionsPerHost = 6
        /// What the client calls itself, such as `articlesync/1.2 (+https://…)`.
        package var userAgent = "articlesync"
        /// The server's public key: `sha256//` and the hash in base64, several separated by `;`.
        ///
        /// Nil pins nothing.
        package var pinnedPublicKey: String?
        /// A file of certificates in PEM that are trusted instead of the system's.
        package var caFile: String?
        /// Whether an exchange that was begun goes on to its end although its task is cancelled.
        ///
        /// `shutdown()` ends it all the same. A service that stops wants the pages that are under way.
        package var finishesWhenCancelled = false
        /// The way to hosts that are not this machine.
        package var proxy = Proxy.none

        package init() {}
    }
}
