internal import Glibc

/// What can be learnt about a file before SQLite is asked.
enum FileStanding {
    /// Not there: in a folder that can take it, in none, or in one that cannot take it.
    case missing, folderMissing, unmakable
    /// A pipe, a socket or a device.
    case special
    case folder, unreadable, unwritable, usable

    init(_ path: String) {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else {
            let folder = Self.folder(of: path)
            if unsafe stat(folder, &info) != 0 {
                self = .folderMissing
            } else {
                self = unsafe access(folder, W_OK) == 0 ? .missing : .unmakable
            }
            return
        }
        if info.st_mode & S_IFMT == S_IFDIR {
            self = .folder
        } else if info.st_mode & S_IFMT != S_IFREG {
            self = .special
        } else if unsafe access(path, R_OK) != 0 {
            self = .unreadable
        } else {
            self = unsafe access(path, W_OK) == 0 ? .usable : .unwritable
        }
    }

    /// Makes the folder of a file, and the folders above it.
    ///
    /// - Returns: the system's words where it cannot be made, else nil.
    static func makeFolder(of path: String) -> String? {
        let folder = folder(of: path)
        var made = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            made += "/" + part
            if unsafe mkdir(made, 0o755) != 0, errno != EEXIST {
                return unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "errno \(errno)"
            }
        }
        return nil
    }

    /// How many bytes a file has; none where there is none.
    static func size(of path: String) -> Int {
        var info = stat()
        return unsafe stat(path, &info) == 0 ? Int(info.st_size) : 0
    }

    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }
}

extension FileStanding {
    /// Whether two paths lead to one file.
    static func areSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard unsafe stat(one, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
