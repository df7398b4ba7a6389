package import Glibc

/// Who may read a copy: never more than may read what it is a copy of.
package enum FilePermissions {
    /// The permissions of a new file, without those of its group if that is another group than the original's.
    ///
    /// - Parameters:
    ///   - descriptor: of the new file.
    ///   - original: the path of what it is a copy of.
    package static func narrowed(_ permissions: mode_t, of descriptor: Int32, like original: String) -> mode_t {
        var (source, copy) = (stat(), stat())
        guard unsafe stat(original, &source) == 0, unsafe fstat(descriptor, &copy) == 0 else {
            return permissions & 0o600
        }
        guard source.st_gid != copy.st_gid else { return permissions }
        // What everybody may do, the other group may do too.
        let everybody = permissions & 0o007
        return permissions & ~0o070 | (everybody << 3 & permissions)
    }
}
