import Chronology
import Sandbox
import TestSupport
import Testing

struct PoisonTests {
    /// The status of every page of a search.
    private func statuses(_ asked: Asked, _ query: String, pages: Int) throws -> [Int] {
        try (0..<pages).map { try asked.raw("api-key=k&page=\($0)&\(query)").status }
    }

    @Test func `a page with a poisoned article fails for ever, and its neighbours are well`() throws {
        let asked = try Asked {
            $0.articles = 47
            $0.poison = [.index(23)]
        }
        defer { asked.sandbox.stop() }
        let ids = asked.sandbox.corpus.ids()
        let bad = try #require(ids.firstIndex(of: asked.sandbox.corpus.article(23).uri)) / 10
        let expected = (0..<5).map { $0 == bad ? 500 : 200 }
        for _ in 0..<3 { #expect(try statuses(asked, "sort=oldest", pages: 5) == expected) }
        let answer = try Page(asked.raw("api-key=k&sort=oldest&page=\(bad)"))
        let members = ["timestamp", "status", "error", "exception", "message", "path"]
        #expect(members.allSatisfy { answer.json[$0] != nil })
        #expect(answer.json["path"]?.string == "/svc/search/v2/articlesearch.json")
    }

    @Test func `only searches that find it are poisoned`() throws {
        let asked = try Asked {
            $0.articles = 200
            $0.poison = [.index(0)]
        }
        defer { asked.sandbox.stop() }
        let day = asked.sandbox.corpus.article(0).published.utcDay
        let compact = DayFormat.compact.string(from: day)
        let after = DayFormat.compact.string(from: day.adding(days: 1))
        let onDay = asked.sandbox.corpus.ids(from: day, to: day).count
        let pages = (onDay + 9) / 10
        #expect(try statuses(asked, "begin_date=\(compact)&end_date=\(compact)", pages: pages).contains(500))
        #expect(try !statuses(asked, "begin_date=\(after)", pages: 5).contains(500))
    }

    @Test func `an article is named by its number or by either of its ids`() throws {
        var options = SandboxOptions()
        options.articles = 30
        let articles = SandboxCorpus(options).articles
        #expect(SandboxPoison("17") == .index(17))
        for poison in [.index(17), SandboxPoison(articles[17].uri), SandboxPoison(articles[17].hexadecimalID)] {
            let asked = try Asked {
                $0.articles = 30
                $0.poison = [poison]
            }
            defer { asked.sandbox.stop() }
            #expect(try statuses(asked, "sort=newest", pages: 3).count { $0 == 500 } == 1)
            #expect(asked.sandbox.corpus.index(of: articles[17].uri) == 17)
        }
        #expect(SandboxCorpus(options).index(of: "nyt://article/none") == nil)
    }

    @Test func `a poisoned page may be a 403 of HTML instead`() throws {
        let asked = try Asked {
            $0.poison = [.index(0)]
            $0.articles = 5
            $0.poisonAnswer = .html
        }
        defer { asked.sandbox.stop() }
        let answer = try asked.raw("api-key=k")
        #expect(answer.status == 403)
        #expect(answer.text.hasPrefix("<!DOCTYPE html>"))
        // Where the total is not asked with the article, it is there.
        #expect(try asked.page("q=nowhere").hits == 0)
    }

    @Test func `articles are poisoned and healed while it runs`() throws {
        let asked = try Asked { $0.articles = 60 }
        defer { asked.sandbox.stop() }
        #expect(try statuses(asked, "sort=oldest", pages: 6) == Array(repeating: 200, count: 6))
        let poisoned = asked.sandbox.poison { $0.isInteractive }
        #expect(!poisoned.isEmpty && poisoned.allSatisfy(\.isInteractive))
        let ids = asked.sandbox.corpus.ids()
        let bad = Set(poisoned.compactMap { ids.firstIndex(of: $0.uri) }.map { $0 / 10 })
        #expect(try statuses(asked, "sort=oldest", pages: 6) == (0..<6).map { bad.contains($0) ? 500 : 200 })
        asked.sandbox.poison([])
        #expect(try !statuses(asked, "sort=oldest", pages: 6).contains(500))
    }
}
