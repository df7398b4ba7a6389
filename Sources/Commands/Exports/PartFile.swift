internal import Glibc
internal import SQLiteStore

/// A file that is written beside its place and put there when it is whole, so that nobody ever sees a half of it.
///
/// It is called like its place with a dot before and `.part` behind, and locked while it is written: two that write to one
/// place never mix, and what a killed process left behind is written over by the next. Where it is not put in place, it is
/// removed with the value.
final class PartFile {
    /// Where it is going to be.
    let place: String
    /// Where it is written.
    let path: String
    private var descriptor: Int32
    private var isPlaced = false

    /// - Parameter source: the file whose contents it gets: those who may not read that may not read this, nor may those
    ///   who could not read a file that it replaces.
    /// - Throws: where another writes to the same place, or no file can be made there.
    init(for place: String, from source: String) throws(CommandFailure) {
        let name = place.split(separator: "/", omittingEmptySubsequences: false).last.map { String($0) } ?? place
        self.place = place
        path = place.dropLast(name.count) + ".\(name).part"
        descriptor = -1
        descriptor = try Self.open(path, for: place)
        let permissions = [FileFacts(source), FileFacts(place)].reduce(0o666) { $0 & ($1?.mode ?? 0o666) }
        var made = Glibc.stat()
        // The part of a killed process may have been made under other circumstances; a new one has what the umask left.
        let allowed = unsafe fstat(descriptor, &made) == 0 ? made.st_mode & mode_t(permissions) : 0o600
        fchmod(descriptor, FilePermissions.narrowed(allowed, of: descriptor, like: source))
    }

    private static func open(_ path: String, for place: String) throws(CommandFailure) -> Int32 {
        while true {
            let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else {
                throw failure("cannot write \(place)", "see whether its folder is there and this user may write in it")
            }
            // A file system without locks has none that another could hold.
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
                close(descriptor)
                throw CommandFailure(
                    .tryLater, "cannot write \(place): another export to it is going on (it writes \(path))")
            }
            // The one that held the lock may have put the file in place meanwhile; then this is no part any more.
            var (held, there) = (Glibc.stat(), Glibc.stat())
            if unsafe fstat(descriptor, &held) == 0, unsafe lstat(path, &there) == 0,
                held.st_ino == there.st_ino, held.st_dev == there.st_dev
            {
                // Killed while it had both names: it is the file in place that would be emptied.
                guard held.st_nlink == 1 else {
                    unsafe unlink(path)
                    close(descriptor)
                    continue
                }
                guard ftruncate(descriptor, 0) == 0 else {
                    let failure = failure("cannot write \(place)", nil)
                    close(descriptor)
                    throw failure
                }
                return descriptor
            }
            close(descriptor)
        }
    }

    deinit {
        if !isPlaced { unsafe unlink(path) }
        close(descriptor)
    }

    /// Writes the bytes that come next.
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        do throws(OutputClosed) { try Output.descriptor(descriptor).write(bytes) } catch {
            throw CommandFailure(.failed, "cannot write \(place): \(error); nothing of it is left behind")
        }
    }

    /// Hands what the file holds to `body`, in pieces.
    func read(_ body: ([UInt8]) -> Void) throws(CommandFailure) {
        try FilePieces.read(descriptor, "cannot read \(path)") { (bytes) throws(CommandFailure) in body(bytes) }
    }

    /// Returns when everything has reached the disk.
    func sync() throws(CommandFailure) {
        guard fsync(descriptor) == 0 else { throw Self.failure("cannot write \(place)", nil) }
    }

    /// Puts the file in its place; `sync` comes before.
    ///
    /// - Parameter replaces: whether what is there goes.
    /// - Throws: where something is there that must not go.
    func put(replaces: Bool) throws(CommandFailure) {
        guard try move(replaces: replaces) else {
            throw CommandFailure(
                .failed, "\(place) was made by another meanwhile, and stays; --force writes over it")
        }
        isPlaced = true
        let folder = FileFacts.folder(of: place)
        let opened = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { return }
        defer { close(opened) }
        // A file system that cannot do it for a folder has nothing to do.
        guard fsync(opened) == 0 || errno == EINVAL else { throw Self.failure("cannot write \(folder)", nil) }
    }

    /// Takes the file from its place again, where it was put there.
    func withdraw() {
        if isPlaced { unsafe unlink(place) }
    }

    /// False where something is there that must not go.
    private func move(replaces: Bool) throws(CommandFailure) -> Bool {
        if !replaces {
            // A second name, as renaming would replace what is there.
            if unsafe link(path, place) == 0 {
                unsafe unlink(path)
                return true
            }
            if errno == EEXIST { return false }
            // Not every file system gives second names; then there is a moment between looking and renaming.
            guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else {
                throw Self.failure("cannot write \(place)", nil)
            }
            if FilePresence.isThere(place) { return false }
        }
        guard unsafe rename(path, place) == 0 else { throw Self.failure("cannot write \(place)", nil) }
        return true
    }

    private static func failure(_ what: String, _ hint: String?) -> CommandFailure {
        let reason = unsafe String(cString: strerror(errno))
        return CommandFailure(.failed, "\(what): \(reason)" + (hint.map { "; \($0)" } ?? ""))
    }
}
