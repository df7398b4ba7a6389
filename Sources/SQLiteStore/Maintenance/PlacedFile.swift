internal import Articles
internal import Glibc

/// A file that is made beside its place and put there when it is whole.
///
/// Until then it is `PLACE.partial`, locked, so that two cannot make the same; it is removed where nothing comes of it. One
/// that a killed process left behind is overwritten by the next.
final class PlacedFile {
    let place: String
    let partial: String
    private let replaces: Bool
    private let tried: String
    private let descriptor: Int32
    private var isPlaced = false

    /// - Parameters:
    ///   - replaces: whether what stands at the place may be replaced.
    ///   - original: a file that must not be the one at the place, and whose permissions the new one gets.
    /// - Throws: `refused` where something stands there that may not be replaced, `busy` where another process makes it.
    init(_ place: String, replaces: Bool, original: String, tried: String) throws(StoreFailure) {
        self.place = place
        self.replaces = replaces
        self.tried = tried
        partial = place + ".partial"
        let permissions = try Self.examine(place, replaces, original, tried)
        descriptor = try Self.open(partial, for: place, permissions, tried)
        // A journal that a killed process left behind would be taken for the new file's.
        Self.removeCompanions(of: partial)
        fchmod(descriptor, FilePermissions.narrowed(permissions, of: descriptor, like: original))
        ftruncate(descriptor, 0)
    }

    private static func open(
        _ partial: String, for place: String, _ permissions: mode_t, _ tried: String
    ) throws(StoreFailure) -> Int32 {
        while true {
            let descriptor = unsafe Glibc.open(partial, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, permissions)
            guard descriptor >= 0 else {
                throw StoreFailure(
                    .readOnly, tried: tried, reason: "\(partial) cannot be made: \(systemWords)",
                    hint: "name a file in a folder that is there and that this user may write")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, inode(partial) == inode(descriptor) else {
                close(descriptor)
                throw StoreFailure(
                    .busy, tried: tried, reason: "another process is making \(place)",
                    hint: "try again when it is done")
            }
            var held = stat()
            guard unsafe fstat(descriptor, &held) == 0, held.st_nlink > 1 else { return descriptor }
            // Killed while the whole file had both names: it is the one in place that would be written over.
            guard unsafe unlink(partial) == 0 else {
                let words = systemWords
                close(descriptor)
                throw StoreFailure(
                    .readOnly, tried: tried, reason: "\(partial) cannot be removed: \(words)",
                    hint: "remove it, or name another file")
            }
            close(descriptor)
        }
    }

    deinit {
        if !isPlaced {
            unsafe unlink(partial)
            Self.removeCompanions(of: partial)
        }
        // SQLite's locks of a file end with any descriptor of it, so that this is closed last.
        close(descriptor)
    }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws(StoreFailure) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("\(partial) cannot be written") }
            written += count
        }
    }

    /// Makes it durable and puts it in its place.
    ///
    /// - Returns: how many bytes it has.
    @discardableResult
    func put() throws(StoreFailure) -> Int {
        guard fsync(descriptor) == 0 else { throw failure("\(partial) cannot be made durable") }
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0 else { throw failure("\(partial) cannot be looked at") }
        if replaces {
            guard unsafe rename(partial, place) == 0 else { throw failure("\(place) cannot be replaced") }
        } else if unsafe link(partial, place) == 0 {
            unsafe unlink(partial)
        } else if errno == EEXIST {
            throw Self.exists(place, tried)
        } else {
            // Some file systems have no links.
            guard unsafe access(place, F_OK) != 0 else { throw Self.exists(place, tried) }
            guard unsafe rename(partial, place) == 0 else { throw failure("\(place) cannot be made") }
        }
        isPlaced = true
        let folder = unsafe Glibc.open(FileStanding.folder(of: place), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
        return Int(info.st_size)
    }

    /// Removes what SQLite has beside a file while it writes it.
    private static func removeCompanions(of file: String) {
        for ending in ["-journal", "-wal", "-shm"] { unsafe unlink(file + ending) }
    }

    /// - Returns: the permissions that the new file gets.
    private static func examine(
        _ place: String, _ replaces: Bool, _ original: String, _ tried: String
    ) throws(StoreFailure) -> mode_t {
        var (source, target) = (stat(), stat())
        let hasSource = unsafe stat(original, &source) == 0
        let permissions = hasSource ? source.st_mode & 0o666 : 0o600
        guard unsafe stat(place, &target) == 0 else { return permissions }
        guard target.st_mode & S_IFMT == S_IFREG else {
            throw StoreFailure(.refused, tried: tried, reason: "\(place) is no plain file", hint: "name another file")
        }
        guard !hasSource || source.st_dev != target.st_dev || source.st_ino != target.st_ino else {
            throw StoreFailure(
                .refused, tried: tried, reason: "\(place) is the store itself", hint: "name another file")
        }
        guard replaces else { throw exists(place, tried) }
        // What replaces a file is read by no more than could read it.
        let narrowed = permissions & target.st_mode
        for companion in ["-wal", "-journal"] {
            var info = stat()
            guard unsafe stat(place + companion, &info) == 0, info.st_size > 0 else { continue }
            throw StoreFailure(
                .refused, tried: tried,
                reason: "\(place) has a log beside it (\(place)\(companion)), which would be taken for the new file's",
                hint: "name another file, or remove both where nothing uses them")
        }
        return narrowed
    }

    private static func exists(_ place: String, _ tried: String) -> StoreFailure {
        StoreFailure(
            .refused, tried: tried, reason: "\(place) is there already", hint: "name another file, or say --force")
    }

    private func failure(_ what: String) -> StoreFailure {
        let isFull = errno == ENOSPC || errno == EDQUOT || errno == EFBIG
        return StoreFailure(
            isFull ? .full : .other, tried: tried, reason: "\(what): \(Self.systemWords)",
            hint: isFull ? "free some space there, or name a file on another disk" : nil)
    }

    private static var systemWords: String {
        let number = errno
        return unsafe strerror(number).map { unsafe String(cString: $0) } ?? "errno \(number)"
    }

    private static func inode(_ path: String) -> UInt {
        var info = stat()
        return unsafe stat(path, &info) == 0 ? UInt(info.st_ino) : 0
    }

    private static func inode(_ descriptor: Int32) -> UInt {
        var info = stat()
        return unsafe fstat(descriptor, &info) == 0 ? UInt(info.st_ino) : 0
    }
}
