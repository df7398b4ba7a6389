internal import Configuration

/// Field names of a provider's filter language that once worked and now match nothing, which looks like no news.
package struct LegacyFilterFields: Hashable, Sendable {
    /// The old name and the new; empty where that is not known.
    private let renamed: [String: String]

    package init(_ renamed: [String: String] = [:]) { self.renamed = renamed }

    /// Reads a table of old name = new name.
    init(_ reader: ConfigurationReader) {
        var renamed: [String: String] = [:]
        for entry in reader.table.entries { renamed[entry.key] = reader.string(entry.key) }
        self.renamed = renamed
    }

    /// What to tell a person about the old names in a filter, one sentence a name, in the order they stand.
    ///
    /// A name is what stands before a colon outside of quotes; `name.contains` counts as `name`.
    package func warnings(about filter: String) -> [String] {
        var seen: Set<String> = []
        return fieldNames(in: filter).compactMap { name in
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            guard let base = parts.first, let new = renamed[name] ?? renamed[base], seen.insert(name).inserted else {
                return nil
            }
            let suffix = renamed[name] == nil && parts.count == 2 ? "." + parts[1] : ""
            return "the filter's field \(name) is an old name that now matches nothing, without an error"
                + (new.isEmpty ? " (its new name is not known)" : " (use \(new)\(suffix))")
        }
    }

    /// What to tell a person about a query that found articles once and finds none now, if its filter may be why; one
    /// sentence.
    ///
    /// - Parameters:
    ///   - hadHits: whether the query ever had articles.
    ///   - hasNone: whether its last complete run found none.
    package func warning(about filter: String, hadHits: Bool, hasNone: Bool) -> String? {
        guard hadHits, hasNone else { return nil }
        let warnings = warnings(about: filter)
        guard !warnings.isEmpty else { return nil }
        return "the query had articles and has none now: " + warnings.joined(separator: "; ")
    }

    private func fieldNames(in filter: String) -> [String] {
        var names: [String] = []
        var word = ""
        var isQuoted = false
        var isEscaped = false
        for character in filter {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
                word = ""
            } else if isQuoted {
                continue
            } else if character == ":" {
                names.append(word)
                word = ""
            } else if character.isLetter || character.isNumber || character == "_" || character == "." {
                word.append(character)
            } else {
                word = ""
            }
        }
        return names
    }
}
