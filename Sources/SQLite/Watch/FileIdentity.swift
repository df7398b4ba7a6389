internal import Glibc

/// Which file stands at a path: another one as soon as it was replaced, or removed and made anew.
///
/// A file that somebody has open keeps its identity to itself; one that nobody holds may leave it to the next.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// The file at a path, through links; nil where there is none.
    package init?(path: String) {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { return nil }
        device = UInt64(info.st_dev)
        number = UInt64(info.st_ino)
    }
}
