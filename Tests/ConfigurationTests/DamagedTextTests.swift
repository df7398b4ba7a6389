import Configuration
import TestSupport
import Testing

/// Text from anywhere: whatever it is, there is a table or a complaint with a place inside the text.
@Suite struct DamagedTextTests {
    private func check(_ bytes: [UInt8]) {
        let diagnostics = Diagnostics()
        let table = TOMLDocument.parse(bytes: bytes, file: "F", diagnostics: diagnostics)
        #expect((table == nil) == (diagnostics.found.count == 1))
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        for diagnostic in diagnostics.found {
            #expect((1...lines + 1).contains(diagnostic.location.line))
            #expect(diagnostic.location.column >= 1)
            #expect(!diagnostic.message.contains("toml++"), "\(bytes)")
        }
        if let table { Sample.read(table, diagnostics) }
    }

    private func good() throws -> [UInt8] { try Files.read(Sample.fixtures + "/good.toml") }

    @Test func `a good file cut anywhere`() throws {
        let bytes = try good()
        for length in bytes.indices { check(Array(bytes[..<length])) }
    }

    @Test func `a good file with bytes exchanged`() throws {
        let bytes = try good()
        var dice = Dice(seed: 3)
        for _ in 0..<2_000 {
            var damaged = bytes
            for _ in 0...Int.random(in: 0...3, using: &dice) {
                damaged[Int.random(in: damaged.indices, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
            }
            check(damaged)
        }
    }

    @Test func `a good file with pieces moved`() throws {
        let bytes = try good()
        var dice = Dice(seed: 4)
        for _ in 0..<2_000 {
            var damaged = bytes
            let from = Int.random(in: 0..<bytes.count, using: &dice)
            let piece = bytes[from..<min(from + Int.random(in: 1...40, using: &dice), bytes.count)]
            damaged.insert(contentsOf: piece, at: Int.random(in: 0...damaged.count, using: &dice))
            check(damaged)
        }
    }

    @Test func `noise`() {
        var dice = Dice(seed: 5)
        let signs = Array("[]{}=.\"'#,\n\r\t \\u0e+-:TZ_ab1é\u{0}".utf8)
        for round in 0..<6_000 {
            check(
                (0..<Int.random(in: 0...80, using: &dice)).map { _ in
                    round % 3 == 0
                        ? UInt8.random(in: 0...255, using: &dice) : signs[Int.random(in: signs.indices, using: &dice)]
                })
        }
    }
}
