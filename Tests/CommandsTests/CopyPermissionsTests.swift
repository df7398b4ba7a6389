internal import Commands
internal import Glibc
internal import Sandbox
internal import TestSupport
internal import Testing

@Suite struct `A copy of a store` {
    private static func mode(_ path: String) -> UInt32 {
        var info = stat()
        return unsafe stat(path, &info) == 0 ? info.st_mode & 0o777 : 0
    }

    /// The files that each way to copy a store writes, by its words.
    private static let ways: [(words: [String], files: [String])] = [
        (["export", "july", "--output", "july.csv"], ["july.csv", "july.csv.manifest.json"]),
        (["export", "july", "--output", "july.jsonl"], ["july.jsonl"]),
        (["export", "july", "--output", "july.db", "--format", "sqlite"], ["july.db"]),
        (["backup", "copy.db"], ["copy.db"]),
        (["changes", "export", "changes", "--against", "base.db"], ["changes"]),
    ]

    @Test(arguments: [UInt32(0o600), 0o640, 0o644])
    func `is never more readable than the store, nor than what it replaces`(mode: UInt32) async throws {
        let sandbox = try Sandbox.start(.july(12), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        try #require(unsafe chmod(place.store, mode) == 0)
        #expect(try await place.run("backup", place.folder.file("base.db")).code == 0)
        for (words, files) in Self.ways {
            let words = words.enumerated().map { index, word in
                index > 0 && (files.contains(word) || word == "base.db") ? place.folder.file(word) : word
            }
            let made = try await place.run(words)
            #expect(made.code == 0, "\(words): \(made.errors)")
            for file in files.map(place.folder.file) where Files.exists(file) {
                #expect(Self.mode(file) & ~mode == 0, "\(file) \(String(Self.mode(file), radix: 8))")
                #expect(Self.mode(file) & 0o600 == 0o600)
                try #require(unsafe chmod(file, 0o600) == 0)
            }
            let again = try await place.run(words + ["--force"])
            #expect(again.code == 0, "\(words): \(again.errors)")
            for file in files.map(place.folder.file) where Files.exists(file) {
                #expect(Self.mode(file) == 0o600, "\(file) \(String(Self.mode(file), radix: 8))")
            }
        }
    }
}
