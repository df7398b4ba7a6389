/// Reads the configuration: one file, and beside it every `articlesync.d/*.toml` in the order of their names.
package enum ConfigurationFile {
    /// The folder of further files, beside the main one.
    package static let folder = "articlesync.d"
    /// No file is larger, in bytes.
    package static let sizeLimit = 1 << 20

    /// The merged tables of all files; what is wrong in any of them is in `diagnostics`.
    ///
    /// Tables are merged; a key that two files define is a mistake that names both places. Locations carry each file's
    /// path, the main one's as given.
    ///
    /// - Returns: what could be read, so that mistakes in one file do not hide those in another; nil where the main file
    ///   could not be.
    package static func load(_ path: String, diagnostics: Diagnostics) -> ConfigurationTable? {
        var merged = read(path, diagnostics)
        for further in further(beside: path, diagnostics) {
            guard let table = read(further, diagnostics) else { continue }
            merged = merged?.joined(with: table, diagnostics: diagnostics)
        }
        return merged
    }

    /// The readable parts of the files despite their mistakes, or nil if the main file cannot be read at all.
    ///
    /// This is for finding the store: a query or a provider may be left out, or lack what a line with a mistake said.
    package static func remains(of path: String) -> ConfigurationRemains? {
        let unreadable = Diagnostics()
        let conflicts = Diagnostics()
        var hasLostFiles = false
        var remains: ConfigurationRemains?
        for file in [path] + further(beside: path, unreadable) {
            guard let bytes = try? WholeFile.read(file, limit: sizeLimit) else {
                if remains == nil { return nil }
                hasLostFiles = true
                continue
            }
            let part: ConfigurationRemains
            if let table = TOMLDocument.parse(bytes: bytes, file: file, diagnostics: Diagnostics()) {
                part = ConfigurationRemains(table: table)
            } else {
                let readable = ReadableText(bytes)
                guard
                    let table = TOMLDocument.parse(
                        bytes: readable.bytes, file: file, diagnostics: Diagnostics())
                else { return nil }
                part = ConfigurationRemains(table: table, lostWords: readable.lostWords)
            }
            remains =
                remains.map { former in
                    ConfigurationRemains(
                        table: former.table.joined(with: part.table, diagnostics: conflicts),
                        lostWords: former.lostWords + part.lostWords)
                } ?? part
        }
        remains?.hasLostFiles = hasLostFiles || !unreadable.isEmpty
        // Which one is meant of a key that two files define cannot be told. The message begins with its path.
        remains?.lostWords += conflicts.found.map { String($0.message.prefix { $0.isLetter || $0 == "_" }) }
        return remains
    }

    /// The paths of the files beside the main one.
    private static func further(beside path: String, _ diagnostics: Diagnostics) -> [String] {
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        do throws(FileFailure) {
            return try WholeFile.names(in: parent + folder).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
                .map { "\(parent)\(folder)/\($0)" }
        } catch {
            if !error.isMissing {
                let reason = error.reason
                diagnostics.add(start(of: parent + folder), "the folder cannot be read: \(reason) (\(error.hint))")
            }
            return []
        }
    }

    private static func read(_ path: String, _ diagnostics: Diagnostics) -> ConfigurationTable? {
        do throws(FileFailure) {
            let bytes = try WholeFile.read(path, limit: sizeLimit)
            return TOMLDocument.parse(bytes: bytes, file: path, diagnostics: diagnostics)
        } catch {
            diagnostics.add(start(of: path), "the file cannot be read: \(error.reason) (\(error.hint))")
            return nil
        }
    }

    private static func start(of path: String) -> SourceLocation { SourceLocation(file: path, line: 1, column: 1) }
}

extension ConfigurationTable {
    /// This table and another in one, each key defined by only one of them.
    fileprivate func joined(
        with other: ConfigurationTable, under name: String = "", diagnostics: Diagnostics
    ) -> ConfigurationTable {
        var joined = self
        var places: [String: Int] = [:]
        for (index, entry) in entries.enumerated() { places[entry.key] = index }
        for entry in other.entries {
            guard let index = places[entry.key] else {
                joined.entries.append(entry)
                continue
            }
            let first = entries[index]
            let path = name + Written.key(entry.key)
            if case .table(let here) = first.value.kind, case .table(let there) = entry.value.kind {
                let both = here.joined(with: there, under: path + ".", diagnostics: diagnostics)
                joined.entries[index] = Entry(
                    key: first.key, location: first.location,
                    value: ConfigurationValue(.table(both), at: first.value.location))
            } else {
                diagnostics.add(
                    entry.location, "\(path) is defined twice, first at \(first.location) (keep it in one of the files)"
                )
            }
        }
        return joined
    }
}
