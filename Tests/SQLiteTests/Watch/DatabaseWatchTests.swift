internal import Glibc
internal import SQLite
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct DatabaseWatchTests {
    private func count(_ connection: borrowing Connection) throws -> Int {
        try connection.first("SELECT count(*) FROM a") { $0.int(0) ?? 0 } ?? 0
    }

    @Test(arguments: ["WAL", "DELETE", "TRUNCATE", "PERSIST"])
    func `after every commit there is a ring, in each journal mode`(mode: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let writer = try Connection(path: path, access: .create)
        try writer.execute("PRAGMA journal_mode = \(mode); CREATE TABLE a (b)")
        let reader = try Connection(path: path, access: .readOnly)
        for number in 1...20 {
            // One watch for each, as the echoes of one commit would stand in for the notice of the next.
            let watch = try DatabaseWatch(path)
            try writer.execute("INSERT INTO a VALUES (\(number))")
            for try await _ in watch.rings where try count(reader) == number { break }
            watch.close()
        }
        #expect(try count(reader) == 20)
    }

    @Test func `a writer of the same process is heard where the kernel tells nothing`() async throws {
        let watch = try DatabaseWatch("/proc/nowhere/a.db")
        watch.ring()
        var rings = watch.rings.makeAsyncIterator()
        #expect(try await rings.next() != nil)
        watch.ring()
        #expect(try await rings.next() != nil)
        watch.close()
    }

    @Test func `rings end when the watch is closed, and at once where it was closed before`() async throws {
        let folder = try TemporaryFolder()
        let watch = try DatabaseWatch(folder.file("a.db"))
        async let rings = watch.rings.reduce(0) { count, _ in count + 1 }
        watch.close()
        watch.close()
        #expect(try await rings <= 1)
    }

    @Test func `rings end when nobody reads the pipe any more`() async throws {
        let folder = try TemporaryFolder()
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        defer { close(ends[1]) }
        let watch = try DatabaseWatch(folder.file("a.db"), endingWith: ends[1])
        close(ends[0])
        #expect(try await watch.rings.reduce(0) { count, _ in count + 1 } == 0)
        watch.close()
    }

    @Test func `nothing is left open when a watch is gone`() async {
        // In a process of its own, as other tests watch meanwhile.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let watched: @Sendable () throws -> Int = {
                try Files.names(in: "/proc/self/fdinfo").count {
                    ((try? Files.text("/proc/self/fdinfo/\($0)")) ?? "").contains("inotify wd:")
                }
            }
            for _ in 0..<20 {
                let watch = try DatabaseWatch(folder.file("a.db"))
                #expect(try watched() > 0)
                watch.close()
                for try await _ in watch.rings {}
            }
            try await Waiting.until { try watched() == 0 }
        }
    }
}
