internal import Glibc
internal import Synchronization

/// The life of a watch's thread.
final class WatchListener {
    private let ends: WatchDescriptors
    private var folders: WatchedFolders
    private let rings: AsyncThrowingStream<Void, any Error>.Continuation
    private var echoes = Echoes()

    init(
        ends: WatchDescriptors, folders: WatchedFolders, rings: AsyncThrowingStream<Void, any Error>.Continuation
    ) {
        self.ends = ends
        self.folders = folders
        self.rings = rings
    }

    func listen() {
        do throws(DatabaseWatchError) {
            while try turn() {}
            rings.finish()
        } catch {
            rings.finish(throwing: error)
        }
    }

    /// Sleeps, and tells what woke it.
    ///
    /// - Returns: whether it goes on.
    private func turn() throws(DatabaseWatchError) -> Bool {
        let woken = try ends.sleep(echoes.sleep(at: Self.now), hearsNotices: !echoes.coversNotices)
        var rings = woken.wasCalled
        if woken.hasNotices {
            let notices = try ends.takeNotices().filter { folders.concerns($0) }
            if notices.contains(where: \.isAboutNames) { try folders.arm() }
            if !notices.isEmpty {
                echoes.begin(at: Self.now)
                rings = true
            }
        }
        if echoes.take(at: Self.now) { rings = true }
        if rings { self.rings.yield() }
        return !woken.isOver
    }

    private static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// What a watch's thread sleeps on, and by which it is called; open until both sides have let go.
final class WatchDescriptors: Sendable {
    /// The kernel's notices.
    let notices: Int32
    private let reader: Int32?
    private let called: Int32
    private let caller: Int32
    private let hasEnded = Atomic<Bool>(false)

    /// Why it woke.
    struct Waking {
        var hasNotices = false
        var wasCalled = false
        var isOver = false
    }

    init(reader: Int32?) throws(DatabaseWatchError) {
        notices = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard notices >= 0 else { throw DatabaseWatchError(tried: "be told of writes to files", code: errno) }
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            let code = errno
            close(notices)
            throw DatabaseWatchError(tried: "open a pipe", code: code)
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        self.reader = reader
        (called, caller) = (ends[0], ends[1])
    }

    deinit { for descriptor in [notices, called, caller] { close(descriptor) } }

    func call() {
        var byte: UInt8 = 0
        // A full pipe holds calls enough.
        _ = unsafe write(caller, &byte, 1)
    }

    func end() { if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { call() } }

    /// Sleeps until there is something, or for so many milliseconds.
    func sleep(_ milliseconds: Int32, hearsNotices: Bool) throws(DatabaseWatchError) -> Waking {
        // A negative descriptor is passed over. Nothing is asked of the reader's: that it is gone is told unasked.
        var polled = [
            pollfd(fd: called, events: Int16(POLLIN), revents: 0),
            pollfd(fd: hearsNotices ? notices : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: reader ?? -1, events: 0, revents: 0),
        ]
        guard unsafe poll(&polled, nfds_t(polled.count), milliseconds) >= 0 || errno == EINTR else {
            throw DatabaseWatchError(tried: "wait for writes to files", code: errno)
        }
        var waking = Waking()
        waking.hasNotices = polled[1].revents != 0
        waking.wasCalled = polled[0].revents != 0 && takeCalls()
        waking.isOver = hasEnded.load(ordering: .acquiring) || polled[2].revents != 0
        return waking
    }

    private func takeCalls() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(called, &bytes, bytes.count) == bytes.count {}
        return true
    }

    /// The notices that have come; none where none is left.
    func takeNotices() throws(DatabaseWatchError) -> [FileNotice] {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe read(notices, &bytes, bytes.count)
        if count >= 0 { return FileNotice.all(in: bytes[..<count]) }
        guard errno == EAGAIN || errno == EINTR else {
            throw DatabaseWatchError(tried: "read what is told of files", code: errno)
        }
        return []
    }
}
