internal import Configuration

/// Where the service listens.
///
/// ## Configuration keys
/// - `listen` (`HOST:PORT`): left out, nothing listens.
struct ServerSettings: Sendable {
    var host: String?
    var port: Int?

    init(_ reader: ConfigurationReader) {
        if let text = reader.text("listen") {
            let colon = text.lastIndex(of: ":")
            let port = colon.flatMap { Int(text[text.index(after: $0)...]) }
            if let colon, colon != text.startIndex, let port, (0...65_535).contains(port) {
                host = String(text[..<colon])
                self.port = port
            } else {
                reader.complain("listen", "`\(text)` is no address to listen on (such as \"127.0.0.1:8420\")")
            }
        }
        reader.finish()
    }
}
