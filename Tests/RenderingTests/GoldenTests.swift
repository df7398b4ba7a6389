internal import Expectations
internal import Testing

/// The comparison itself: it has to find what is different.
@Suite struct GoldenTests {
    private func difference(_ rendered: String, _ name: String) -> String? {
        GoldenFile(name, beside: #filePath).difference(from: Array(rendered.utf8))
    }

    @Test func `a missing golden file is a failure that shows what was rendered`() {
        let difference = difference("something", "missing.txt")
        #expect(difference?.contains("no golden file missing.txt") == true)
        #expect(difference?.hasSuffix("something") == true)
    }

    @Test func `a difference is a failure that names the line`() {
        let difference = difference("[]\n[]\n", "articles-none.json")
        #expect(difference?.contains("line 2\n  expected: \n  rendered: []") == true)
    }

    @Test func `the same bytes are no failure`() { #expect(difference("[]\n", "articles-none.json") == nil) }
}
