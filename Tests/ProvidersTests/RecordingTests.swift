import Articles
import Chronology
import Providers
import TestSupport
import Testing

@Suite(.enabled(if: Recordings.folder != nil, Comment(rawValue: Recordings.whyMissing)))
struct RecordingTests {
    @Test func dump() throws {
        let nyt = try Definitions.nyt.get()
        for name in try Files.names(in: Recordings.folder! + "/nyt") where name.hasSuffix("json") {
            var bytes = try Recordings.bytes("nyt/" + name)
            if name.contains("single-doc") {
                bytes = Array("{\"status\":\"OK\",\"response\":{\"docs\":[".utf8) + bytes + Array("],\"meta\":{\"hits\":1}}}".utf8)
            }
            do {
                let page = try nyt.read(bytes, status: 200)
                print("@@", name, page.total, page.articles.count, page.dropped)
                for a in page.articles { print("   ", a) }
            } catch { print("@@", name, error) }
        }
    }
}
