internal import Glibc

/// What the kernel tells of a watched folder, as `inotify(7)` lays it out.
struct FileNotice: Hashable {
    /// Of the watch; -1 where notices were lost.
    let watch: Int32
    let mask: UInt32
    /// Of the file in the folder; empty for the folder itself.
    let name: String

    /// What is asked of a folder.
    ///
    /// Not that a file was closed, and of names alone that something is: opening a database
    /// does either to its log, and a look must not be the cause of the next.
    static let asked =
        IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF

    /// Whether files or folders came or went, and not only bytes.
    var isAboutNames: Bool { Int32(bitPattern: mask) & (IN_MODIFY | IN_ATTRIB) == 0 }

    /// Whether it may say that another user may use the file now.
    var isAboutRights: Bool { Int32(bitPattern: mask) & IN_ATTRIB != 0 }

    /// Reads the notices that one `read` gave.
    static func all(in bytes: ArraySlice<UInt8>) -> [FileNotice] {
        var notices: [FileNotice] = []
        var rest = bytes
        // Watch, mask, cookie and length of the name, four bytes each; the name is filled up with zeros.
        while rest.count >= 16 {
            func number(_ place: Int) -> UInt32 {
                (0..<4).reduce(0) { $0 | UInt32(rest[rest.startIndex + place * 4 + $1]) << UInt32($1 * 8) }
            }
            let name = rest.dropFirst(16).prefix(Int(number(3)))
            notices.append(
                FileNotice(
                    watch: Int32(bitPattern: number(0)), mask: number(1),
                    name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)))
            rest = rest.dropFirst(16 + Int(number(3)))
        }
        return notices
    }
}
