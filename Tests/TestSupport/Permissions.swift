internal import Glibc

extension Files {
    /// Who may do what with a file, and whose it is.
    package struct Standing: Hashable, Sendable {
        package let mode: UInt32
        package let owner: UInt32
    }

    package static func standing(_ path: String) throws -> Standing {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { throw TestFailure("cannot look at \(path): errno \(errno)") }
        return Standing(mode: info.st_mode & 0o7777, owner: info.st_uid)
    }

    /// Sets the permissions of a file.
    package static func setMode(_ mode: UInt32, of path: String) throws {
        guard unsafe chmod(path, mode) == 0 else { throw TestFailure("cannot change \(path): errno \(errno)") }
    }

    package static func remove(_ path: String) throws {
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw TestFailure("cannot remove \(path): errno \(errno)")
        }
    }

    /// Makes a file so large, with a hole for what it has not.
    package static func setSize(_ bytes: Int, of path: String) throws {
        guard unsafe truncate(path, bytes) == 0 else { throw TestFailure("cannot change \(path): errno \(errno)") }
    }

    /// Whether the test is root, who may become anybody.
    package static var isRoot: Bool { geteuid() == 0 }
}
