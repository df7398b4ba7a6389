internal import Configuration
internal import HTTPServer

/// Where the service listens.
///
/// ## Configuration keys
/// - `listen` (`HOST:PORT`, an IP address of this machine or `localhost`): left out, nothing listens.
/// - `hosts` (list of names, default none): what clients may call this server beside its address and the names of the
///   loopback; requests for other names are refused, so that no web page reaches it by a name of its own.
struct ServerSettings: Sendable {
    var address: ListenAddress?
    var hosts: [String] = []

    init(_ reader: ConfigurationReader) {
        if let text = reader.text("listen") {
            address = ListenAddress(text)
            if address == nil {
                reader.complain(
                    "listen",
                    "`\(text)` is no address to listen on (an IP address of this machine and a port, such as "
                        + "\"127.0.0.1:8420\")")
            }
        }
        hosts = reader.strings("hosts") ?? []
        for host in hosts where host.isEmpty || host.contains(where: { $0 == "/" || $0 == ":" || $0.isWhitespace }) {
            reader.complain(
                "hosts", "`\(host)` is no host name (a name without scheme and port, such as \"archive.lan\")")
        }
        reader.finish()
    }
}
