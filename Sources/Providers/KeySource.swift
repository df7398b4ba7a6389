package import Configuration

/// Where the key of a provider is to be found; the key itself never stands in the configuration.
package enum KeySource: Hashable, Sendable {
    /// A file that holds the key alone; a relative path is relative to the file of `location`.
    case file(String)
    /// An environment variable.
    case environment(String)
    /// A credential that systemd hands over, by its name in `$CREDENTIALS_DIRECTORY`.
    case credential(String)

    private static let names = ["api_key_file", "api_key_env", "api_key_credential"]

    /// Reads `api_key_file`, `api_key_env` or `api_key_credential`; nil where none is there or more than one.
    ///
    /// A key in the file itself, `api_key = "…"`, is refused without showing it.
    package static func read(from reader: ConfigurationReader) -> Located? {
        if reader.has("api_key") {
            reader.complain(
                "api_key",
                "\(reader.path("api_key")) must not stand in the configuration, which others read and which gets copied "
                    + "(allowed: \(names.joined(separator: ", ")))")
        }
        var found: [Located] = []
        for name in names {
            guard let text = reader.text(name), let location = reader.table[name]?.value.location else { continue }
            switch name {
            case "api_key_file": found.append(Located(source: .file(text), location: location))
            case "api_key_env": found.append(Located(source: .environment(text), location: location))
            default: found.append(Located(source: .credential(text), location: location))
            }
        }
        if let second = found.dropFirst().first {
            reader.diagnostics.add(
                second.location,
                "[\(reader.name)] names its key more than once (allowed: one of \(names.joined(separator: ", ")))")
            return nil
        }
        return found.first
    }

    /// A source with the place where it was named, for messages and for what a relative path is relative to.
    package struct Located: Hashable, Sendable {
        package let source: KeySource
        package let location: SourceLocation
    }
}
