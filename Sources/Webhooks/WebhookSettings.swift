internal import Articles
package import Configuration
package import Telemetry

/// A `[[notify]]` of the configuration: a webhook whose key has not been looked up yet.
///
/// ## Configuration keys
/// - `url` (string, needed): `https`, or any scheme on a loopback address. Path and query are never shown.
/// - `name` (string, default the host of `url`): what logs and the outbox call it; unique.
/// - `on` (list of `failed` | `held` | `stale` | `drift` | `recovered`, default all): what it is told.
/// - `queries` (list of names, default all): of which queries.
/// - `secret_file`, `secret_env` or `secret_credential` (string): where the key is that messages are signed with; left
///   out, they are not signed.
package struct WebhookSettings: Sendable {
    package let name: String
    package let keySource: KeySource.Located?
    private let webhook: Webhook

    /// The webhooks of a configuration, in the order written; what is wrong is noted.
    ///
    /// - Parameter queries: the names of those there are.
    package static func read(from root: ConfigurationReader, queries: [String]) -> [WebhookSettings] {
        var all: [WebhookSettings] = []
        for reader in root.list("notify") {
            let settings = WebhookSettings(reader, queries: queries)
            reader.finish()
            guard let settings else { continue }
            if all.contains(where: { $0.name == settings.name }) {
                reader.complain(
                    reader.has("name") ? "name" : "url",
                    "two of [[notify]] are called `\(settings.name)` (give one of them another name = \"…\")")
            } else {
                all.append(settings)
            }
        }
        return all
    }

    /// The webhook with its key.
    package func webhook(key: Secret?) -> Webhook {
        var webhook = webhook
        webhook.key = key
        return webhook
    }

    private init?(_ reader: ConfigurationReader, queries known: [String]) {
        reader.require("url")
        let address = reader.address("url")
        let events = Self.events(reader)
        let queries = Self.queries(reader, known)
        let name = reader.text("name")
        keySource = KeySource.read("secret", from: reader)
        guard let address else { return nil }
        self.name = name ?? "\(address)"
        webhook = Webhook(name: self.name, address: address, events: events, queries: queries)
    }

    private static func events(_ reader: ConfigurationReader) -> Set<NoticeKind> {
        let allowed = NoticeKind.subscribable
        guard let words = reader.strings("on") else { return Set(allowed) }
        if words.isEmpty { reader.complain("on", "\(reader.path("on")) is empty, so that it is told nothing") }
        var events: Set<NoticeKind> = []
        for word in words {
            if let kind = allowed.first(where: { $0.rawValue == word }) {
                events.insert(kind)
            } else {
                reader.complainOfWord(word, in: "on", "is nothing that is told of", among: allowed.map(\.rawValue))
            }
        }
        return events
    }

    private static func queries(_ reader: ConfigurationReader, _ known: [String]) -> Set<String>? {
        guard let names = reader.strings("queries") else { return nil }
        if names.isEmpty { reader.complain("queries", "\(reader.path("queries")) is empty (left out, it is all)") }
        for name in names where !known.contains(name) {
            reader.complainOfWord(name, in: "queries", "is no query", among: known)
        }
        return Set(names)
    }
}

extension ConfigurationReader {
    /// An address, which is not shown in what is wrong with it.
    package func address(_ key: String) -> WebhookAddress? {
        guard let text = text(key) else { return nil }
        do throws(WebhookAddress.Mistake) { return try WebhookAddress(text) } catch {
            complain(key, "\(path(key)) \(error.reason)")
            return nil
        }
    }

    fileprivate func complainOfWord(_ word: String, in key: String, _ what: String, among allowed: [String]) {
        let nearest = EditDistance.nearest(to: word, among: allowed).map { "nearest: \($0)" }
        complain(key, "`\(word)` \(what) (\(nearest ?? "allowed: \(allowed.joined(separator: ", "))"))")
    }
}
