internal import Chronology
internal import Glibc

/// What the file system says of a file.
struct FileFacts: Hashable, Sendable {
    let size: Int
    /// Permission bits alone.
    let mode: UInt32
    /// The user id of whom it belongs to.
    let owner: UInt32
    let writtenAt: Instant

    /// Nil where nothing is there, or nothing may be known of it.
    init?(_ path: String) {
        var info = Glibc.stat()
        guard unsafe stat(path, &info) == 0 else { return nil }
        size = Int(info.st_size)
        mode = info.st_mode & 0o7777
        owner = info.st_uid
        writtenAt = Instant(
            millisecondsSince1970: Int64(info.st_mtim.tv_sec) * 1_000 + Int64(info.st_mtim.tv_nsec) / 1_000_000)
    }

    /// Whether this user may read a file.
    static func mayRead(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    /// Whether this user may write a file, or into a folder.
    static func mayWrite(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

    /// The path from the root on and without symbolic links; as it is where nothing is there.
    static func absolute(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// The folder of a file.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Bytes that this user may still write where a path is; nil where that cannot be told.
    static func freeBytes(at path: String) -> Int? {
        var info = Glibc.statvfs()
        guard unsafe statvfs(path, &info) == 0 else { return nil }
        return Int(clamping: UInt64(info.f_bavail).multipliedReportingOverflow(by: UInt64(info.f_frsize)).partialValue)
    }

    /// Who asks.
    static var user: UInt32 { geteuid() }
}
