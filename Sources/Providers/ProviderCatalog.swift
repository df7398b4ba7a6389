package import Configuration

/// The providers known: the embedded definitions, with what the configuration lays over them, and those of its own.
package struct ProviderCatalog: Sendable {
    /// A definition with the place of the key that the configuration names for it.
    package struct Entry: Sendable {
        package let definition: ProviderDefinition
        package let keySource: KeySource.Located?
        /// Everything that was read, what the configuration lays over it included.
        package let table: ConfigurationTable
        /// Whether the program brings it along.
        package let isEmbedded: Bool
    }

    /// The embedded ones first, then the configuration's in the order written.
    package let entries: [Entry]

    /// The names of the embedded definitions.
    package static let embedded = ["nyt"]

    /// The embedded definitions alone, as they are without a configuration.
    package static var builtIn: ProviderCatalog {
        let nothing = ConfigurationTable(location: SourceLocation(file: "", line: 1, column: 1))
        return ProviderCatalog(reading: ConfigurationReader(nothing, diagnostics: Diagnostics()))
    }

    package subscript(name: String) -> Entry? { entries.first { $0.definition.name == name } }

    /// Reads the embedded definitions and `[providers.*]`; what is wrong is in the reader's diagnostics.
    ///
    /// `[providers.nyt]` is laid over the embedded table of that name, key by key. An unknown name with a `base_url` is a
    /// definition of its own; one without is most likely a mistake and told with the nearest known name.
    package init(reading root: ConfigurationReader) {
        let diagnostics = root.diagnostics
        let group = root.table("providers")
        var entries: [Entry] = []
        for name in Self.embedded {
            guard var table = Self.embeddedTable(name, diagnostics) else { continue }
            if let value = group?.value(name) {
                if case .table(let upper) = value.kind {
                    table = table.overlaid(with: upper)
                } else {
                    _ = group?.table(name)
                    continue
                }
            }
            if let entry = Entry(name: name, table: table, isEmbedded: true, diagnostics) { entries.append(entry) }
        }
        for member in group?.table.entries ?? [] where !Self.embedded.contains(member.key) {
            guard case .table(let table)? = group?.value(member.key)?.kind else {
                _ = group?.table(member.key)
                continue
            }
            guard table["base_url"] != nil else {
                let known = Self.embedded.joined(separator: ", ")
                let hint = EditDistance.nearest(to: member.key, among: Self.embedded).map { "nearest: \($0)" }
                diagnostics.add(
                    member.location,
                    "unknown provider \(member.key) (\(hint ?? "known: \(known)"); one of your own begins with base_url)"
                )
                continue
            }
            if let entry = Entry(name: member.key, table: table, isEmbedded: false, diagnostics) {
                entries.append(entry)
            }
        }
        self.entries = entries
    }

    private static func embeddedTable(_ name: String, _ diagnostics: Diagnostics) -> ConfigurationTable? {
        let bytes: [UInt8]? =
            switch name {
            case "nyt": PackageResources.nyt_toml
            default: nil
            }
        return bytes.flatMap {
            TOMLDocument.parse(bytes: $0, file: "\(name).toml (built in)", diagnostics: diagnostics)
        }
    }
}

extension ProviderCatalog.Entry {
    fileprivate init?(name: String, table: ConfigurationTable, isEmbedded: Bool, _ diagnostics: Diagnostics) {
        let reader = ConfigurationReader(table, name: "providers.\(name)", diagnostics: diagnostics)
        let keySource = KeySource.read("api_key", from: reader)
        let definition = ProviderDefinition(name: name, reader: reader)
        reader.finish()
        guard let definition else { return nil }
        self.init(definition: definition, keySource: keySource, table: table, isEmbedded: isEmbedded)
    }
}
