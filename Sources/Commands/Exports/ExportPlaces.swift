internal import Glibc

/// Where the data of an export and its manifest go.
struct ExportPlaces {
    /// Nil is standard output.
    let data: String?
    /// Nil is nowhere, which is where it goes of what goes to standard output unless it is given a place.
    let manifest: String?

    init(output: String, manifest: String?) {
        data = output == "-" ? nil : output
        self.manifest = manifest ?? data.map { Self.manifest(of: $0) }
    }

    /// The manifest's place beside a file.
    static func manifest(of file: String) -> String { file + ".manifest.json" }

    /// The name of the data file without its folder.
    var name: String? { data?.split(separator: "/").last.map { String($0) } }

    /// Complains of what is in the way.
    ///
    /// - Parameters:
    ///   - force: whether files may be written over.
    ///   - store: the store that is read, which is never written over.
    func check(force: Bool, store: String) throws(CommandFailure) {
        let kept = ["", "-wal", "-shm"].map { FileFacts.absolute(store) + $0 }
        for place in [data, manifest].compactMap({ $0 }) {
            guard let kind = Self.kind(of: place) else { continue }
            guard !kept.contains(FileFacts.absolute(place)) else {
                throw CommandFailure(
                    .failed, "\(place) is the store itself, which an export must not replace; name another file")
            }
            guard kind == S_IFREG else {
                throw CommandFailure(
                    .failed,
                    "\(place) is \(kind == S_IFDIR ? "a folder" : "no file"), which cannot be written over; "
                        + "`--output -` writes to standard output")
            }
            guard force else {
                throw CommandFailure(
                    .failed, "\(place) is there already, and nothing was written; --force writes over it")
            }
        }
    }

    /// The bits of `st_mode` that tell what is at a path, links followed; nil where nothing is there.
    private static func kind(of path: String) -> UInt32? {
        var info = Glibc.stat()
        guard unsafe stat(path, &info) == 0 else { return nil }
        return info.st_mode & S_IFMT
    }
}
