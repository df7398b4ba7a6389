internal import Glibc
internal import Synchronization

/// Rings whenever something may have been committed to a database, by this process or by any other.
///
/// Nothing ticks: a thread sleeps in the kernel until a file of the database is written, made, replaced or removed. That
/// it rings says only that a look is worth while, as at `PRAGMA data_version`; a commit is never without a ring after
/// it. It does not know what was changed, and so has none of the blind spots of SQLite's hooks. A file system that other
/// machines write, too, tells nothing of what they write.
package final class DatabaseWatch: Sendable {
    /// Rings as they come, for one reader; while it is busy they become one.
    ///
    /// They end when the watch is closed, and
    /// with an error where the system does not let it go on.
    package let rings: AsyncThrowingStream<Void, any Error>
    private let ends: WatchDescriptors

    /// Watches from now on; the database need not be there yet, nor its folder.
    ///
    /// - Parameters:
    ///   - path: of the database.
    ///   - descriptor: a pipe or socket that is written to; the rings end when nobody reads it any more.
    package init(_ path: String, endingWith descriptor: Int32? = nil) throws(DatabaseWatchError) {
        let (rings, continuation) = AsyncThrowingStream.makeStream(
            of: Void.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
        ends = try WatchDescriptors(reader: descriptor)
        var folders = WatchedFolders(path, descriptor: ends.notices)
        try folders.arm()
        self.rings = rings
        let listener = WatchListener(ends: ends, folders: folders, rings: continuation)
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<WatchListener>.fromOpaque(argument).takeRetainedValue().listen()
                return nil
            }, Unmanaged.passRetained(listener).toOpaque())
        guard code == 0 else {
            unsafe Unmanaged.passUnretained(listener).release()
            throw DatabaseWatchError(tried: "start the thread that watches \(path)", code: code)
        }
        pthread_detach(thread)
    }

    deinit { close() }

    /// Rings now: for a writer of the same process, which knows when it has committed.
    package func ring() { ends.call() }

    /// Ends it.
    package func close() { ends.end() }
}

/// A database cannot be watched, as the system refuses what is needed.
package struct DatabaseWatchError: Error, Hashable, Sendable, CustomStringConvertible {
    package let tried: String
    /// The system's error number.
    package let code: Int32

    /// What to do about it, where that is known.
    package var hint: String? {
        switch code {
        case EMFILE, ENFILE: "raise fs.inotify.max_user_instances with sysctl, or end other programs that watch files"
        case ENOSPC: "raise fs.inotify.max_user_watches with sysctl"
        case EACCES, EPERM: "this user must be allowed to read the folder"
        default: nil
        }
    }

    /// The system's words.
    package var reason: String { unsafe String(cString: strerror(code)) }

    package var description: String { "\(tried): \(reason)" + (hint.map { "; \($0)" } ?? "") }
}
