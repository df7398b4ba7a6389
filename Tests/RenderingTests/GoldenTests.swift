internal import Expectations
internal import Glibc
internal import TestSupport
internal import Testing

/// The comparison itself: it has to fail.
@Suite(.disabled(if: unsafe getenv("ARTICLESYNC_REWRITE_GOLDEN") != nil, "golden files are being written"))
struct GoldenTests {
    @Test func `a missing golden file is a failure that shows what was rendered`() {
        withKnownIssue {
            expectGolden("something", named: "missing.txt")
        } matching: { issue in
            let comments = issue.comments.map(\.rawValue).joined()
            return comments.contains("missing.txt") && comments.contains("something")
        }
    }

    @Test func `a difference is a failure that names the line`() {
        withKnownIssue {
            expectGolden("[]\n[]\n", named: "articles-none.json")
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().contains("line 2\n  expected: \n  rendered: []")
        }
    }

    @Test func `the same bytes are no failure`() { expectGolden("[]\n", named: "articles-none.json") }
}
