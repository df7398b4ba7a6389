internal import SQLite
internal import Testing

@testable internal import SQLiteStore

@Suite struct `Two hands in one note` {
    private static let (a, b, c): ([SQLiteValue], [SQLiteValue], [SQLiteValue]) = ([1, "a"], [1, "b"], [1, "c"])

    @Test func `that one side alone wrote in is as that side has it`() {
        #expect(NoteMerge(former: nil, source: Self.a, local: nil) == .write)
        #expect(NoteMerge(former: Self.a, source: Self.b, local: Self.a) == .write)
        #expect(NoteMerge(former: Self.a, source: nil, local: Self.a) == .remove)
        #expect(NoteMerge(former: Self.a, source: Self.b, local: Self.b) == .nothing)
        #expect(NoteMerge(former: Self.a, source: nil, local: nil) == .nothing)
        #expect(NoteMerge(former: nil, source: Self.a, local: Self.a) == .nothing)
    }

    @Test func `lose nothing that either wrote`() {
        #expect(NoteMerge(former: Self.a, source: Self.b, local: Self.c) == .keepBoth)
        #expect(NoteMerge(former: nil, source: Self.a, local: Self.b) == .keepBoth)
        #expect(NoteMerge(former: Self.a, source: nil, local: Self.b) == .keep)
        #expect(NoteMerge(former: Self.a, source: Self.b, local: nil) == .bringBack)
    }
}
