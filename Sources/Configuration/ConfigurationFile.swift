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
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let names: [String]
        do throws(FileFailure) {
            names = try WholeFile.names(in: parent + folder)
        } catch {
            if !error.isMissing {
                let reason = error.reason
                diagnostics.add(start(of: parent + folder), "the folder cannot be read: \(reason) (\(error.hint))")
            }
            return merged
        }
        for name in names where name.hasSuffix(".toml") && !name.hasPrefix(".") {
            guard let further = read("\(parent)\(folder)/\(name)", diagnostics) else { continue }
            merged = merged?.joined(with: further, diagnostics: diagnostics)
        }
        return merged
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
