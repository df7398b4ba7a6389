internal import Glibc

/// The folders where the files of a database change, come and go, and which names count in each.
///
/// A folder that is not there yet is waited for in the nearest one above it that is. Where the path is a link, the link's
/// folder is watched and the file's own. Links among the folders themselves are followed when they are first watched.
struct WatchedFolders {
    private let path: String
    private let descriptor: Int32
    private var names: [Int32: Set<String>] = [:]

    /// - Parameter descriptor: of the kernel's notices; it belongs to the caller.
    init(_ path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Watches what has to be watched now; what is no longer needed is let go.
    mutating func arm() throws(DatabaseWatchError) {
        while true {
            let places = Self.places(of: path)
            var armed: [Int32: Set<String>] = [:]
            for (folder, wanted) in places {
                let watch = unsafe inotify_add_watch(descriptor, folder, UInt32(FileNotice.asked | IN_ONLYDIR))
                if watch >= 0 {
                    armed[watch, default: []].formUnion(wanted)
                } else if errno != ENOENT && errno != ENOTDIR {
                    throw DatabaseWatchError(tried: "watch the folder \(folder)", code: errno)
                }
            }
            for old in names.keys where armed[old] == nil { inotify_rm_watch(descriptor, old) }
            names = armed
            // A folder may have come or gone between the look and the watch.
            if Self.places(of: path) == places { return }
        }
    }

    /// Whether a notice may be of the database.
    func concerns(_ notice: FileNotice) -> Bool {
        if notice.watch < 0 { return true }
        guard let wanted = names[notice.watch] else { return false }
        if notice.name.isEmpty { return !notice.isAboutRights }
        guard wanted.contains(notice.name) else { return false }
        // SQLite gives the log to the owner of the file whenever it opens one.
        return !notice.isAboutRights || !notice.name.hasSuffix("-wal")
    }

    /// Which names count in which folders.
    private static func places(of path: String) -> [String: Set<String>] {
        var places: [String: Set<String>] = [:]
        for file in Set([path, resolved(path) ?? path]) {
            var (folder, name) = split(file)
            var wanted: Set<String> = [name, name + "-wal", name + "-journal"]
            while !isFolder(folder), folder != "/", folder != "." {
                (folder, name) = split(folder)
                wanted = [name]
            }
            places[folder, default: []].formUnion(wanted)
        }
        return places
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        guard let slash = path.lastIndex(of: "/") else { return (".", String(path)) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.index(after: slash)...]))
    }

    private static func isFolder(_ path: String) -> Bool {
        var info = stat()
        return unsafe stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
    }

    private static func resolved(_ path: String) -> String? {
        guard let text = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }
}
