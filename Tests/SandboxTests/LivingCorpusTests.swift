import Chronology
import Sandbox
import TestSupport
import Testing

struct LivingCorpusTests {
    private func asked(_ life: SandboxLife, articles: Int = 60) throws -> Asked {
        try Asked {
            $0.articles = articles
            $0.life = life
        }
    }

    /// The totals that so many requests for the first page are told.
    private func totals(_ asked: Asked, _ count: Int) throws -> [Int?] {
        try (0..<count).map { _ in try asked.page("sort=oldest").hits }
    }

    @Test func `articles arrive after every few pages, behind all others`() throws {
        let asked = try asked(SandboxLife(arrivals: 2, every: 3))
        defer { asked.sandbox.stop() }
        let before = asked.sandbox.corpus.ids()
        #expect(try totals(asked, 11) == [60, 60, 60, 61, 61, 61, 62, 62, 62, 62, 62])
        let after = asked.sandbox.corpus.ids()
        #expect(Array(after.prefix(60)) == before)
        #expect(after.count == 62 && Set(after).count == 62)
        #expect(try asked.page("sort=newest").ids.prefix(2) == after.suffix(2).reversed()[...])
        let last = SandboxOptions().days.to
        #expect(asked.sandbox.corpus.articles.allSatisfy { $0.published.utcDay <= last })
    }

    @Test func `late arrivals come in between`() throws {
        let asked = try asked(SandboxLife(lateArrivals: 5, every: 1))
        defer { asked.sandbox.stop() }
        let before = asked.sandbox.corpus.ids()
        #expect(try totals(asked, 7) == [60, 61, 62, 63, 64, 65, 65])
        let after = asked.sandbox.corpus.ids()
        #expect(after.filter(Set(before).contains) == before)
        #expect(Array(after.prefix(60)) != before)
    }

    @Test func `articles depart, one at a time and never more than told`() throws {
        let asked = try asked(SandboxLife(departures: 3, every: 2))
        defer { asked.sandbox.stop() }
        let before = asked.sandbox.corpus.ids()
        #expect(try totals(asked, 9) == [60, 60, 59, 59, 58, 58, 57, 57, 57])
        let after = asked.sandbox.corpus.ids()
        #expect(before.filter(Set(after).contains) == after)
        let all = try (0..<6).flatMap { try asked.page("sort=oldest&page=\($0)").ids }
        #expect(all == after)
        let empty = try self.asked(SandboxLife(departures: 9, every: 1), articles: 2)
        defer { empty.sandbox.stop() }
        #expect(try totals(empty, 4) == [2, 1, 0, 0])
    }

    @Test func `articles move to a later day and keep their address`() throws {
        let asked = try asked(SandboxLife(moves: 4, every: 1))
        defer { asked.sandbox.stop() }
        let before = asked.sandbox.corpus.articles
        #expect(try totals(asked, 6) == Array(repeating: 60, count: 6))
        let after = asked.sandbox.corpus.articles
        let moved = zip(before, after).filter { $0.published != $1.published }
        #expect((1...4).contains(moved.count))
        #expect(moved.allSatisfy { $0.published.utcDay < $1.published.utcDay && $0.uri == $1.uri })
        #expect(moved.allSatisfy { $1.published.utcDay <= SandboxOptions().days.to })
        #expect(moved.allSatisfy { $1.firstPublished == $0.published })
        let (old, new) = try #require(moved.first)
        let day = DayFormat.compact.string(from: new.published.utcDay)
        let pages = try (0..<3).flatMap { try asked.page("begin_date=\(day)&end_date=\(day)&page=\($0)").documents }
        let document = try #require(pages.first { $0["uri"]?.string == new.uri })
        #expect(document["pub_date"]?.string == "\(new.published)")
        let folder = "\(old.published.utcDay)".split(separator: "-").joined(separator: "/")
        #expect(document["web_url"]?.string?.contains("/\(folder)/") == true)
    }

    @Test func `articles change, and are found by their new words`() throws {
        let asked = try asked(SandboxLife(changes: 1, every: 2))
        defer { asked.sandbox.stop() }
        #expect(try asked.page("q=version+2").hits == 0)
        let before = asked.sandbox.corpus.articles
        #expect(try totals(asked, 3) == [60, 60, 60])
        let changed = zip(before, asked.sandbox.corpus.articles).filter { $0 != $1 }
        let (old, new) = try #require(changed.first)
        #expect(changed.count == 1 && new.version == 2 && old.version == 1)
        #expect(new.headline != old.headline && new.abstract != old.abstract && new.wordCount != old.wordCount)
        #expect(new.published == old.published && new.uri == old.uri && new.slug == old.slug)
        let page = try asked.page("q=version+2")
        #expect(page.ids == [new.uri])
        #expect(page.documents.first?["headline"]?["main"]?.string == new.headline)
        #expect(page.documents.first?["word_count"]?.integer == new.wordCount)
    }

    @Test func `the same seed and requests lead the same life`() throws {
        let life = SandboxLife(arrivals: 3, lateArrivals: 3, departures: 3, moves: 3, changes: 3, every: 2)
        let lives = try (0..<2).map { _ in
            let asked = try asked(life)
            defer { asked.sandbox.stop() }
            _ = try totals(asked, 9)
            return asked.sandbox.corpus.articles
        }
        #expect(lives[0] == lives[1])
        #expect(lives[0].count == 63)
    }

    @Test func `faults and refusals let no time pass`() throws {
        let asked = try Asked {
            $0.articles = 60
            $0.life = SandboxLife(arrivals: 1, every: 1)
            $0.faults = [SandboxFaultRule(.internalError, count: 2)]
        }
        defer { asked.sandbox.stop() }
        for _ in 0..<2 { #expect(try asked.page("").status == 500) }
        #expect(try asked.page("page=x").status == 400)
        #expect(try totals(asked, 2) == [60, 61])
    }

    @Test func `a test publishes, retracts, moves and changes as it likes`() throws {
        let asked = try asked(SandboxLife())
        defer { asked.sandbox.stop() }
        let sandbox = asked.sandbox
        let day = try #require(CalendarDay(year: 2015, month: 7, day: 9))
        let next = day.adding(days: 1)
        let old = sandbox.corpus
        let published = sandbox.publish(3, on: day)
        #expect(published.map(\.index) == [60, 61, 62])
        #expect(published.allSatisfy { $0.published.utcDay == day })
        #expect(Set(sandbox.corpus.ids(from: day, to: day)) == Set(old.ids(from: day, to: day) + published.map(\.uri)))
        #expect(old.count == 60 && sandbox.corpus.count == 63)
        #expect(try asked.page("begin_date=20150709&end_date=20150709").hits == old.ids(from: day, to: day).count + 3)

        let moved = try #require(sandbox.move(published[0].uri, to: next))
        #expect(moved.published.since(published[0].published) == .seconds(86_400))
        #expect(sandbox.corpus.ids(from: next, to: next).contains(moved.uri))
        #expect(!sandbox.corpus.ids(from: day, to: day).contains(moved.uri))

        #expect(sandbox.change(moved.uri)?.version == 2)
        #expect(sandbox.change(moved.hexadecimalID)?.version == 3)
        #expect(sandbox.corpus.article(60).version == 3)

        #expect(sandbox.retract(published.map(\.uri) + ["nowhere"]).map(\.index).sorted() == [60, 61, 62])
        #expect(sandbox.corpus.ids() == old.ids())
        #expect(sandbox.change(moved.uri) == nil && sandbox.move(moved.uri, to: day) == nil)
        #expect(sandbox.publish().map(\.index) == [63])
        #expect(try asked.page("sort=newest").ids.first == sandbox.corpus.article(63).uri)
    }

    @Test func `the present truth is found by words and days`() throws {
        let asked = try asked(SandboxLife(), articles: 300)
        defer { asked.sandbox.stop() }
        let day = try #require(CalendarDay(year: 2015, month: 7, day: 20))
        let corpus = asked.sandbox.corpus
        #expect(corpus.ids(text: "basketball", from: day) == corpus.matching(text: "basketball", from: day).map(\.uri))
        #expect(
            try asked.page("q=basketball&begin_date=20150720").hits == corpus.ids(text: "basketball", from: day).count)
        asked.sandbox.switchEra(to: .year2013)
        #expect(asked.sandbox.corpus.ids() == corpus.matching().map(\.hexadecimalID))
    }
}
