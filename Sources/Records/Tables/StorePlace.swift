/// Where a store of records is.
package enum StorePlace: Hashable, Sendable {
    /// A file of a name in a folder, `MagicNotes.sqlite`.
    case named(String, in: String = ".")
    case file(String)
    /// Gone with the last hold on it.
    case inMemory
    /// Of the name of the program that runs.
    case ofProcess(in: String = ".")

    /// What SQLite opens.
    ///
    /// - Throws: for a name that is none for a file.
    func path() throws(RecordError) -> String {
        switch self {
        case .inMemory: return ":memory:"
        case .file(let path):
            guard !path.isEmpty, !path.hasPrefix(":") else {
                throw .cannotOpen(path: "\"\(path)\"", reason: "that is no path of a file")
            }
            return path
        case .named(let name, let folder):
            guard !name.isEmpty, !name.contains("/"), !name.utf8.contains(0), name != ".", name != ".." else {
                throw .cannotOpen(path: "\"\(name)\"", reason: "a name is no path; name a folder with `in:`")
            }
            return "\(folder.isEmpty ? "." : folder)/\(name).sqlite"
        case .ofProcess(let folder):
            let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init)
            return try StorePlace.named(program ?? "records", in: folder).path()
        }
    }
}
