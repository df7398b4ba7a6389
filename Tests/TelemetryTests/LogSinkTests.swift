internal import Chronology
internal import Glibc
internal import Telemetry
internal import TestSupport
internal import Testing

@Suite struct LogSinkTests {
    private let clock = WallClock { Instant(secondsSince1970: 0) }

    private func withFile(_ body: (Int32) async throws -> Void) async throws -> [String] {
        let folder = try TemporaryFolder()
        let path = folder.file("log")
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(descriptor) }
        try await body(descriptor)
        return try Files.text(path).split(separator: "\n").map(String.init)
    }

    @Test func `lines of many threads stay whole`() async throws {
        let lines = try await withFile { descriptor in
            let logger = LogSink(descriptor: descriptor, format: .text).logger(level: .info, clock: clock)
            await withTaskGroup(of: Void.self) { group in
                for writer in 0..<8 {
                    group.addTask {
                        for number in 0..<250 {
                            logger.log(.info, "line", ["writer": writer, "number": number, "end": "yes"])
                        }
                    }
                }
            }
        }
        #expect(lines.count == 2_000)
        #expect(lines.allSatisfy { $0.hasPrefix("1970-01-01T00:00:00Z info line writer=") && $0.hasSuffix(" end=yes") })
        #expect(Set(lines).count == 2_000)
    }

    @Test func `less important lines are not written`() async throws {
        let lines = try await withFile { descriptor in
            let logger = LogSink(descriptor: descriptor, format: .text).logger(level: .warning, clock: clock)
            logger.log(.debug, "no")
            logger.log(.info, "no")
            logger.log(.warning, "yes")
            logger.log(.error, "yes")
        }
        #expect(lines == ["1970-01-01T00:00:00Z warning yes", "1970-01-01T00:00:00Z error yes"])
    }

    @Test func `a secret is masked, as a field and inside one`() async throws {
        let key = Secret("abcd-1234")
        let lines = try await withFile { descriptor in
            let sink = LogSink(descriptor: descriptor, format: .json)
            sink.hide([key, Secret("x")])
            let logger = sink.logger(level: .info, clock: clock)
            logger.log(.info, "asked", ["key": key, "url": "https://example.org/?api-key=abcd-1234&x=abcd-1234"])
        }
        let line = try #require(lines.first)
        #expect(!line.contains("1234"))
        #expect(line.contains(#""key":"•••","url":"https://example.org/?api-key=•••&x=•••"}"#))
    }

    @Test func `lines that could not be written are counted and told`() throws {
        var ends: [Int32] = [0, 0]
        #expect(unsafe pipe(&ends) == 0 && ends.allSatisfy { fcntl($0, F_SETFL, O_NONBLOCK) == 0 })
        defer { for end in ends { close(end) } }
        let sink = LogSink(descriptor: ends[1], format: .text)
        let logger = sink.logger(level: .info, clock: clock)
        let long = String(repeating: "x", count: 4_000)
        while sink.lost < 3 { logger.log(.info, "filling", ["with": long]) }
        drain(ends[0])
        logger.log(.info, "there is room again")
        #expect(sink.lost == 0)
        let text = drain(ends[0])
        #expect(
            text.hasSuffix(
                "1970-01-01T00:00:00Z warning log lines were lost count=3\n"
                    + "1970-01-01T00:00:00Z info there is room again\n"))
    }

    @discardableResult
    private func drain(_ descriptor: Int32) -> String {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = unsafe read(descriptor, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    @Test func `the journal is known by its stream`() throws {
        var ends: [Int32] = [0, 0]
        #expect(unsafe pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var status = stat()
        #expect(unsafe fstat(ends[1], &status) == 0)
        #expect(Journal.reads(descriptor: ends[1], stream: "\(status.st_dev):\(status.st_ino)"))
        #expect(!Journal.reads(descriptor: ends[1], stream: "\(status.st_dev):\(status.st_ino + 1)"))
        #expect(!Journal.reads(descriptor: ends[1], stream: nil))
        #expect(!Journal.reads(descriptor: -1, stream: "0:0"))
    }

    @Test func `a memory keeps events in order`() {
        let memory = LogMemory()
        let logger = memory.logger(level: .info)
        logger.log(.info, "first", ["a": 1, "b": "two"])
        logger.log(.debug, "unheard")
        logger.log(.error, "second")
        #expect(memory.events.map(\.message) == ["first", "second"])
        #expect(memory.events.first?.fields.map(\.name) == ["a", "b"])
        #expect(memory.events.first?.fields.map(\.value) == ["1", "two"])
    }
}

@Suite struct SecretTests {
    private let key = Secret("abcd-1234")

    @Test func `a secret prints as its mask everywhere`() {
        struct Holder { let key: Secret }
        var dumped = ""
        dump(Holder(key: key), to: &dumped)
        let printed = [
            "\(key)", String(reflecting: key), "\(Holder(key: key))", "\([key])", "\(Optional(key) as Any)", dumped,
        ]
        for text in printed { #expect(!text.contains("1234") && text.contains("•••"), "\(text)") }
    }

    @Test func `a secret is had by asking for it`() { #expect(key.reveal { $0 } == "abcd-1234") }

    @Test(arguments: [
        ("", ""), ("none", "none"), ("abcd-1234", "•••"), ("abcd-1234abcd-1234", "••••••"), ("abcd-123", "abcd-123"),
        ("(abcd-1234\u{301})", "(•••\u{301})"), ("aabcd-1234", "a•••"),
    ])
    func `a secret is masked wherever it stands`(_ text: String, _ masked: String) {
        #expect(key.masked(in: text) == masked)
    }

    @Test func `what is too short to be a secret masks nothing`() { #expect(Secret("abc").masked(in: "abc") == "abc") }
}
