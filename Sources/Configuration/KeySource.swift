/// Where a key is to be found; the key itself never stands in the configuration.
package enum KeySource: Hashable, Sendable {
    /// A file that holds the key alone; a relative path is relative to the file of `location`.
    case file(String)
    /// An environment variable.
    case environment(String)
    /// A credential that systemd hands over, by its name in `$CREDENTIALS_DIRECTORY`.
    case credential(String)

    /// Reads `NAME_file`, `NAME_env` or `NAME_credential`; nil where none is there or more than one.
    ///
    /// A key in the file itself, `NAME = "…"`, is refused without showing it.
    ///
    /// - Parameter key: the name, such as `api_key`.
    package static func read(_ key: String, from reader: ConfigurationReader) -> Located? {
        let names = ["file", "env", "credential"].map { "\(key)_\($0)" }
        if reader.has(key) {
            reader.complain(
                key,
                "\(reader.path(key)) must not stand in the configuration, which others read and which gets copied "
                    + "(allowed: \(names.joined(separator: ", ")))")
        }
        var found: [Located] = []
        for (name, source) in zip(names, [KeySource.file, KeySource.environment, KeySource.credential]) {
            guard let text = reader.text(name), let location = reader.table[name]?.value.location else { continue }
            found.append(Located(source: source(text), location: location))
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
