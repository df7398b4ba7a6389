internal import Glibc

/// Whether a file is there.
enum FilePresence {
    static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
