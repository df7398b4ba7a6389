package import Chronology

/// A value of a configuration with the place where it was written.
package struct ConfigurationValue: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case string(String)
        case integer(Int)
        case double(Double)
        case bool(Bool)
        case day(CalendarDay)
        case instant(Instant)
        /// A date with time but without zone, or a time alone; as written.
        case local(String)
        case array([ConfigurationValue])
        case table(ConfigurationTable)
    }

    package let kind: Kind
    package let location: SourceLocation

    package init(_ kind: Kind, at location: SourceLocation) {
        self.kind = kind
        self.location = location
    }
}

/// A table of a configuration, in the order written, each key with the place of the key itself.
package struct ConfigurationTable: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let key: String
        package let location: SourceLocation
        package let value: ConfigurationValue

        package init(key: String, location: SourceLocation, value: ConfigurationValue) {
            self.key = key
            self.location = location
            self.value = value
        }
    }

    package var entries: [Entry]
    package var location: SourceLocation

    package init(entries: [Entry] = [], location: SourceLocation) {
        self.entries = entries
        self.location = location
    }

    package subscript(key: String) -> Entry? { entries.first { $0.key == key } }

    /// The entry at the end of a path of tables, or nil.
    package func entry(_ path: String...) -> Entry? {
        var (table, found): (ConfigurationTable, Entry?) = (self, nil)
        for key in path {
            if let found {
                guard case .table(let inner) = found.value.kind else { return nil }
                table = inner
            }
            guard let entry = table[key] else { return nil }
            found = entry
        }
        return found
    }

    /// This table with another laid over it: tables are merged key by key, all else is replaced.
    ///
    /// Places are those of the upper table where it says something, so that mistakes point at what a person wrote.
    package func overlaid(with other: ConfigurationTable) -> ConfigurationTable {
        var merged = self
        merged.location = other.location
        for entry in other.entries {
            guard let index = merged.entries.firstIndex(where: { $0.key == entry.key }) else {
                merged.entries.append(entry)
                continue
            }
            if case .table(let below) = merged.entries[index].value.kind, case .table(let above) = entry.value.kind {
                let value = ConfigurationValue(.table(below.overlaid(with: above)), at: entry.value.location)
                merged.entries[index] = Entry(key: entry.key, location: entry.location, value: value)
            } else {
                merged.entries[index] = entry
            }
        }
        return merged
    }
}
