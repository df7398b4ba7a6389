internal import Glibc
internal import TestSupport
internal import Testing

@testable internal import SQLite

/// What the kernel tells is there as soon as the call that it is about returns, so nothing here waits.
@Suite struct WatchedFoldersTests {
    /// The kernel's notices for one path.
    private final class Ear {
        let descriptor: Int32
        var folders: WatchedFolders

        init(_ path: String) throws {
            descriptor = inotify_init1(Int32(IN_NONBLOCK))
            folders = WatchedFolders(path, descriptor: descriptor)
            try folders.arm()
        }

        deinit { close(descriptor) }

        /// Names in what was heard since that is of the database.
        func heard() throws -> [String] {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe read(descriptor, &bytes, bytes.count)
            let notices = FileNotice.all(in: bytes[..<max(count, 0)]).filter { folders.concerns($0) }
            if notices.contains(where: \.isAboutNames) { try folders.arm() }
            return notices.map(\.name)
        }
    }

    @Test func `files of the database are heard of, and no others`() throws {
        let folder = try TemporaryFolder()
        let ear = try Ear(folder.file("a.db"))
        for name in ["other", "a.db-shm", "a.db2", "xa.db"] { try folder.write("x", to: name) }
        #expect(try ear.heard() == [])
        for name in ["a.db", "a.db-wal", "a.db-journal"] {
            try folder.write("x", to: name)
            #expect(Set(try ear.heard()) == [name])
            try Files.remove(folder.file(name))
            #expect(Set(try ear.heard()) == [name])
        }
    }

    @Test func `that a log was given to its owner is no news, that the database was is`() throws {
        let folder = try TemporaryFolder()
        try folder.write("x", to: "a.db")
        try folder.write("x", to: "a.db-wal")
        let ear = try Ear(folder.file("a.db"))
        try Files.setMode(0o600, of: folder.file("a.db-wal"))
        #expect(try ear.heard() == [])
        try Files.setMode(0o600, of: folder.file("a.db"))
        #expect(try ear.heard() == ["a.db"])
    }

    @Test func `folders that are made later are heard of, and watched when they are there`() throws {
        let folder = try TemporaryFolder()
        let ear = try Ear(folder.file("one/two/a.db"))
        #expect(unsafe mkdir(folder.file("one"), 0o755) == 0)
        #expect(try ear.heard() == ["one"])
        #expect(unsafe mkdir(folder.file("one/two"), 0o755) == 0)
        #expect(try ear.heard() == ["two"])
        try folder.write("x", to: "one/two/a.db")
        #expect(Set(try ear.heard()) == ["a.db"])
        // Gone and made anew.
        try Files.remove(folder.file("one/two/a.db"))
        #expect(unsafe rmdir(folder.file("one/two")) == 0)
        #expect(try !ear.heard().isEmpty)
        #expect(unsafe mkdir(folder.file("one/two"), 0o755) == 0)
        #expect(try ear.heard().contains("two"))
        try folder.write("x", to: "one/two/a.db")
        #expect(Set(try ear.heard()) == ["a.db"])
    }

    @Test func `a link is followed to the file's own folder`() throws {
        let folder = try TemporaryFolder()
        for name in ["real", "links"] { #expect(unsafe mkdir(folder.file(name), 0o755) == 0) }
        try folder.write("x", to: "real/b.db")
        #expect(unsafe symlink(folder.file("real/b.db"), folder.file("links/a.db")) == 0)
        let ear = try Ear(folder.file("links/a.db"))
        try folder.write("x", to: "real/b.db-wal")
        #expect(Set(try ear.heard()) == ["b.db-wal"])
        try folder.write("x", to: "real/other")
        #expect(try ear.heard() == [])
        try Files.remove(folder.file("links/a.db"))
        #expect(Set(try ear.heard()) == ["a.db"])
    }

    @Test func `a file that was moved into the place is heard of`() throws {
        let folder = try TemporaryFolder()
        try folder.write("x", to: "new")
        let ear = try Ear(folder.file("a.db"))
        #expect(unsafe rename(folder.file("new"), folder.file("a.db")) == 0)
        #expect(try ear.heard() == ["a.db"])
    }

    @Test func `a folder that cannot be watched is an error with a reason`() throws {
        let error = #expect(throws: DatabaseWatchError.self) {
            var folders = WatchedFolders("/tmp/a.db", descriptor: -1)
            try folders.arm()
        }
        #expect(error?.description == "watch the folder /tmp: Bad file descriptor")
        #expect(DatabaseWatchError(tried: "x", code: ENOSPC).description.contains("max_user_watches"))
    }
}
