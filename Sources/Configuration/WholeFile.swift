internal import Glibc

/// Why a file or a folder could not be read, for people.
package struct FileFailure: Error {
    package let reason: String
    /// What to do next.
    package let hint: String
    package let isMissing: Bool

    init(_ reason: String, hint: String) {
        self.reason = reason
        self.hint = hint
        isMissing = false
    }

    init(errno number: Int32) {
        isMissing = number == ENOENT
        switch number {
        case ENOENT: (reason, hint) = ("it does not exist", "check the path; --config FILE names another")
        case EACCES: (reason, hint) = ("permission denied", "let the user that runs this read it: chmod, chown")
        case EISDIR: (reason, hint) = ("it is a folder", "name the file in it")
        case ENOTDIR: (reason, hint) = ("a part of its path is not a folder", "check the path")
        case ELOOP: (reason, hint) = ("its symbolic links lead in a circle", "check the links")
        default: (reason, hint) = (unsafe String(cString: strerror(number)), "errno \(number)")
        }
    }
}

/// Reads whole files up to a bound.
package enum WholeFile {
    /// All bytes of a regular file of at most `limit` bytes.
    package static func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        // Without waiting: a FIFO would wait for somebody who writes into it, for ever and deaf to signals.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw FileFailure(errno: errno) }
        defer { close(file) }
        var info = Glibc.stat()
        guard unsafe fstat(file, &info) == 0 else { throw FileFailure(errno: errno) }
        guard info.st_mode & S_IFMT != S_IFDIR else { throw FileFailure(errno: EISDIR) }
        guard info.st_mode & S_IFMT == S_IFREG else {
            throw FileFailure("it is a pipe, a socket or a device", hint: "name a regular file")
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(file, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileFailure(errno: errno)
            }
            bytes += chunk[..<count]
            guard bytes.count <= limit else {
                let size = limit % (1 << 20) == 0 ? "\(limit >> 20) MiB" : "\(limit) bytes"
                throw FileFailure("it is larger than \(size)", hint: "is it the right file?")
            }
        }
    }

    /// The names in a folder, in the order of their bytes.
    static func names(in path: String) throws(FileFailure) -> [String] {
        guard let folder = unsafe opendir(path) else { throw FileFailure(errno: errno) }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            names.append(
                unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
