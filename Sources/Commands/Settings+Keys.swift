internal import Articles
internal import Configuration
internal import Providers
internal import Telemetry
internal import Webhooks

extension Settings {
    /// The keys of the providers that some queries ask.
    ///
    /// - Throws: `ConfigurationMistakes` with every key that is named and cannot be had, and every one that is needed and
    ///   not named.
    func keys(
        for queries: [ArticleQuery], environment: [String: String]
    ) throws(ConfigurationMistakes) -> [String: Secret] {
        var keys: [String: Secret] = [:]
        var mistakes: [String] = []
        for entry in providers.entries where queries.contains(where: { $0.provider == entry.definition.name }) {
            let name = entry.definition.name
            do throws(KeyMistake) {
                if let key = try KeyFinder(environment: environment).key(of: entry, configuration: file) {
                    keys[name] = key
                }
            } catch {
                mistakes.append(error.description)
            }
        }
        guard mistakes.isEmpty else { throw ConfigurationMistakes(lines: mistakes) }
        return keys
    }

    /// The webhooks with their keys.
    ///
    /// - Throws: `ConfigurationMistakes` with every key that is named and cannot be had.
    func webhooks(environment: [String: String]) throws(ConfigurationMistakes) -> [Webhook] {
        var found: [Webhook] = []
        var mistakes: [String] = []
        for webhook in webhooks {
            do throws(KeyMistake) {
                let key = try webhook.keySource.map { source throws(KeyMistake) in
                    try KeyFinder(environment: environment).key(at: source)
                }
                found.append(webhook.webhook(key: key))
            } catch {
                mistakes.append(error.description)
            }
        }
        guard mistakes.isEmpty else { throw ConfigurationMistakes(lines: mistakes) }
        return found
    }

    /// Complains about every key, of providers and of webhooks, that is needed or named and cannot be had.
    ///
    /// - Parameter sparing: whether keys that only a service is given may be missing.
    func requireKeys(environment: [String: String], sparing: Bool = false) throws(ConfigurationMistakes) {
        let finder = KeyFinder(environment: environment)
        var lines: [String] = []
        func look(_ find: () throws(KeyMistake) -> Secret?) {
            do throws(KeyMistake) { _ = try find() } catch {
                if !(sparing && error.isOfTheService) { lines.append(error.description) }
            }
        }
        for entry in providers.entries where queries.contains(where: { $0.provider == entry.definition.name }) {
            look { () throws(KeyMistake) in try finder.key(of: entry, configuration: file) }
        }
        for source in webhooks.compactMap(\.keySource) {
            look { () throws(KeyMistake) in try finder.key(at: source) }
        }
        guard lines.isEmpty else { throw ConfigurationMistakes(lines: lines) }
    }

    /// Keys that only a service is given, by its manager, so that nothing can be said of them here.
    func keysOfTheService(environment: [String: String]) -> [String] {
        guard environment["CREDENTIALS_DIRECTORY"] == nil else { return [] }
        let asked = providers.entries.filter { entry in
            queries.contains { $0.provider == entry.definition.name }
        }
        let sources = asked.compactMap(\.keySource) + webhooks.compactMap(\.keySource)
        return sources.compactMap { named in
            guard case .credential(let credential) = named.source else { return nil }
            return
                "\(named.location): the credential `\(credential)` is given to the service alone and was not looked at"
        }
    }
}

/// Why a key cannot be had; without the key.
struct KeyMistake: Error, CustomStringConvertible {
    let description: String
    /// Whether it is one that only a service is given, by its manager.
    var isOfTheService = false
}

/// Looks keys up where the configuration says that they are.
struct KeyFinder {
    let environment: [String: String]

    /// The key of a provider; nil where it takes none or is content without.
    func key(of entry: ProviderCatalog.Entry, configuration file: String) throws(KeyMistake) -> Secret? {
        let name = entry.definition.name
        guard let named = entry.keySource else {
            guard entry.definition.authentication.isRequired else { return nil }
            throw KeyMistake(
                description: "\(file): provider \(name) needs a key; under [providers.\(name)] set api_key_file, "
                    + "api_key_env or api_key_credential")
        }
        return try key(at: named)
    }

    /// The key that stands in a place.
    func key(at named: KeySource.Located) throws(KeyMistake) -> Secret {
        let place = named.location
        switch named.source {
        case .environment(let variable):
            guard let value = environment[variable], !value.isEmpty else {
                throw KeyMistake(
                    description:
                        "\(place): the environment variable \(variable) is not set or empty (export it, or name a file)"
                )
            }
            return try secret(value, from: "$\(variable)", at: place)
        case .file(let path):
            return try secret(in: path.resolved(beside: place.file, environment), at: place)
        case .credential(let credential):
            guard !credential.contains("/") else {
                throw KeyMistake(
                    description: "\(place): a credential has a name without slashes, as in LoadCredential=NAME:PATH")
            }
            guard let folder = environment["CREDENTIALS_DIRECTORY"] else {
                throw KeyMistake(
                    description:
                        "\(place): there are no credentials: $CREDENTIALS_DIRECTORY is not set (systemd sets it for LoadCredential=\(credential):PATH)",
                    isOfTheService: true)
            }
            return try secret(in: "\(folder)/\(credential)", at: place)
        }
    }

    private func secret(in path: String, at place: SourceLocation) throws(KeyMistake) -> Secret {
        let text: String
        do throws(FileFailure) {
            text = String(decoding: try WholeFile.read(path, limit: 4_096), as: UTF8.self)
        } catch {
            throw KeyMistake(
                description: "\(place): the key cannot be read from \(path): \(error.reason) (\(error.hint))")
        }
        return try secret(text, from: path, at: place)
    }

    /// A key is one line of printable ASCII; anything else is a wrong file or a slip while pasting.
    private func secret(_ text: String, from origin: String, at place: SourceLocation) throws(KeyMistake) -> Secret {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmed }.filter { !$0.isEmpty }
        guard let key = lines.first, lines.count == 1 else {
            throw KeyMistake(
                description:
                    "\(place): \(origin) holds \(lines.isEmpty ? "no key" : "more than one line") (the key alone on a line)"
            )
        }
        if let (found, advice) = Self.slip(in: key) {
            throw KeyMistake(description: "\(place): \(origin) \(found) (\(advice))")
        }
        return Secret(key)
    }

    /// What is around or in place of a key, and what to do about it; nil for a key.
    private static func slip(in text: String) -> (found: String, advice: String)? {
        if text.unicodeScalars.first == "\u{FEFF}" {
            return ("begins with a byte order mark", "save it as UTF-8 without one")
        }
        if text.unicodeScalars.contains("\0") { return ("is UTF-16 or no text at all", "save it as UTF-8") }
        let quotes: Set<Character> = ["\"", "'", "“", "”", "‘", "’", "`"]
        if let first = text.first, let last = text.last, quotes.contains(first) || quotes.contains(last) {
            return ("has quotes around the key", "write the key alone, without quotes")
        }
        // The signs of equality at the end of base64 are no assignment.
        let name = text.prefix { $0 != "=" }
        let value = text.dropFirst(name.count).drop { $0 == "=" }
        let isName = name.split(separator: " ").last?.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
        }
        if isName == true, !value.isEmpty {
            return ("has a name and = before the key", "write the key alone, without NAME=")
        }
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return ("holds something other than a key", "letters, digits and signs of ASCII")
        }
        return nil
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension String {
    /// This path, where it is relative, in the folder of a file, and with the home folder in place of `~`.
    func resolved(beside file: String, _ environment: [String: String]) -> String {
        let path = HomePath.expanded(self, environment)
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }
}
