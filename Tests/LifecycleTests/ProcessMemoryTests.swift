internal import Testing

@testable internal import Lifecycle

@Suite struct ProcessMemoryTests {
    @Test func `code and the tables before it are given back, and nothing that was written to`() {
        func isGivenBack(_ line: String) -> Bool { CodeMapping(line) != nil }
        #expect(isGivenBack("7f0a-7f0b r-xp 00028000 fe:00 123    /usr/lib/libc.so.6\n"))
        #expect(isGivenBack("7f0a-7f0b r--p 00000000 fe:00 123    /usr/lib/a library.so\n"))
        for line in [
            "7f0a-7f0b r--p 001ce000 fe:00 123    /usr/lib/libc.so.6", "7f0a-7f0b rw-p 00000000 fe:00 123    /a",
            "7f0a-7f0b rwxp 00000000 fe:00 123    /a", "7f0a-7f0b r-xp 00000000 00:00 0    [vdso]",
            "7f0a-7f0b rw-p 00000000 00:00 0", "7f0b-7f0a r-xp 00000000 fe:00 123 /a", "-7f r-xp 0 fe:00 1 /a",
            "7f0a-7f0b rw-s 00000000 fe:00 123    /var/lib/articles.db-shm", "",
        ] {
            #expect(!isGivenBack(line), "\(line)")
        }
        #expect(CodeMapping.all.count > 2)
    }

    @Test func `a process that has given its code back goes on as before`() {
        var sum = 0
        for round in 1...20 {
            ProcessMemory.settle()
            sum += (0..<round).map { String($0).count }.reduce(0, +)
        }
        #expect(sum == (1...20).map { round in (0..<round).map { $0 < 10 ? 1 : 2 }.reduce(0, +) }.reduce(0, +))
    }
}
