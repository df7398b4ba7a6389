import Chronology
import Sandbox
import TestSupport
import Testing

struct DriftTests {
    @Test func `answers take another shape after so many pages, and old filter fields match nothing then`() throws {
        let asked = try Asked {
            $0.articles = 50
            $0.era = .year2019
            $0.drift = SandboxDrift(to: .year2025, after: 3)
        }
        defer { asked.sandbox.stop() }
        let filter = "fq=section_name:%22Sports%22"
        let before = try asked.page(filter)
        #expect(try #require(before.hits) > 0)
        for page in 1...2 {
            let answer = try asked.page("page=\(page)")
            #expect(answer.response?["meta"] != nil && answer.response?["metadata"] == nil)
        }
        let after = try asked.page("sort=oldest&page=3")
        #expect(after.response?["meta"] == nil && after.response?["metadata"] != nil)
        #expect(after.documents.first?["multimedia"]?["default"] != nil)
        #expect(try asked.page(filter).hits == 0)
        #expect(try asked.page("fq=section.name:%22Sports%22").hits == before.hits)
        #expect(asked.sandbox.corpus.era == .year2025)
    }

    @Test func `a test switches the era when it likes`() throws {
        let asked = try Asked { $0.articles = 5 }
        defer { asked.sandbox.stop() }
        #expect(try asked.page("").response?["metadata"] != nil)
        asked.sandbox.switchEra(to: .year2013)
        let page = try asked.page("sort=oldest")
        #expect(page.response?["meta"] != nil)
        #expect(page.ids == asked.sandbox.corpus.ids())
        #expect(page.ids.allSatisfy { $0.utf8.count == 24 })
    }

    @Test func `a drift is written as an era and a number`() {
        #expect(SandboxDrift("2025:40") == SandboxDrift(to: .year2025, after: 40))
        for text in ["2025", "2024:1", "2025:", "2025:-1", "2025:1:1", ""] { #expect(SandboxDrift(text) == nil) }
    }

    @Test(arguments: [(nil, 10_000), (0, 10_020), (25, 25), (20_000, 10_020)])
    func `totals stop counting where they are told`(countsTo: Int?, hits: Int) throws {
        let asked = try Asked {
            $0.articles = 10_020
            $0.countsTo = countsTo
        }
        defer { asked.sandbox.stop() }
        #expect(try asked.page("sort=oldest").hits == hits)
        asked.sandbox.switchEra(to: .year2019)
        #expect(try asked.page("sort=oldest").hits == (countsTo == nil ? 10_020 : hits))
    }
}
