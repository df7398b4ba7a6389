internal import SQLite
internal import Testing

@Suite struct `Values` {
    @Test func `are alike where SQLite says so: texts by their bytes`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        let values: [SQLiteValue] = [
            .null, 0, 1, -1, 0.5, .real(-0.5), "", "a", "0", "\u{E9}", "e\u{301}", "a\u{323}\u{301}", "a\u{301}\u{323}",
            .blob([]), .blob([97]), .blob([0xC3, 0xA9]),
        ]
        #expect(Set(values).count == values.count)
        for left in values {
            for right in values {
                let isSame = try connection.first("SELECT ?1 IS ?2", left, right) { $0.int(0) == 1 }
                #expect((left == right) == isSame, "\(left) \(right)")
            }
        }
        #expect(Set<SQLiteValue>([.text("\u{E9}"), .text(String(decoding: [0xC3, 0xA9], as: UTF8.self))]).count == 1)
    }
}
