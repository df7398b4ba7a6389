import Chronology
import Sandbox
import TestSupport
import Testing

/// How articles lie over the days, and in which order they come.
struct DistributionTests {
    private func corpus(_ set: (inout SandboxOptions) -> Void) -> SandboxCorpus {
        var options = SandboxOptions()
        set(&options)
        return SandboxCorpus(options)
    }

    private func day(_ day: Int) throws -> CalendarDay { try #require(CalendarDay(year: 2015, month: 7, day: day)) }

    @Test func `a day has exactly as many articles as it is told`() throws {
        let (fourth, fifth, sixth) = (try day(4), try day(5), try day(6))
        let corpus = corpus {
            $0.articles = 700
            $0.dayArticles = [fourth: 257, fifth: 0, sixth: 9]
        }
        #expect(corpus.count == 700)
        #expect(corpus.ids(from: fourth, to: fourth).count == 257)
        #expect(corpus.ids(from: fifth, to: fifth).isEmpty)
        #expect(corpus.ids(from: sixth, to: sixth).count == 9)
        let more = self.corpus {
            $0.articles = 5
            $0.dayArticles = [fourth: 40]
        }
        #expect(more.count == 40)
    }

    @Test func `a single day can hold more than twice what can be paged through`() throws {
        let day = try day(4)
        let asked = try Asked {
            $0.articles = 100
            $0.cap = 30
            $0.dayArticles = [day: 75]
        }
        defer { asked.sandbox.stop() }
        let query = "begin_date=20150704&end_date=20150704"
        #expect(try asked.page(query).hits == 75)
        let oldest = try (0..<3).flatMap { try asked.page("\(query)&sort=oldest&page=\($0)").ids }
        let newest = try (0..<3).flatMap { try asked.page("\(query)&sort=newest&page=\($0)").ids }
        #expect(try asked.page("\(query)&page=3").status == 400)
        #expect(Set(oldest + newest).count == 60)
    }

    @Test func `a skew fills few days with many, and all the same for a seed`() {
        func largest(_ skew: Int) -> [Int] {
            let corpus = corpus {
                $0.articles = 2_000
                $0.skew = skew
            }
            #expect(corpus.ids().count == 2_000)
            var counts: [CalendarDay: Int] = [:]
            for index in 0..<2_000 { counts[corpus.article(index).published.utcDay, default: 0] += 1 }
            return counts.values.sorted(by: >)
        }
        #expect(largest(0)[0] < 120)
        #expect((400...600).contains(largest(1)[0]))
        #expect(largest(2)[0] > 1_000)
        #expect(largest(1) == largest(1))
    }

    @Test func `newest and oldest are mirrors of each other`() throws {
        let asked = try Asked { $0.articles = 130 }
        defer { asked.sandbox.stop() }
        let oldest = try (0..<13).flatMap { try asked.page("sort=oldest&page=\($0)").ids }
        let newest = try (0..<13).flatMap { try asked.page("sort=newest&page=\($0)").ids }
        #expect(oldest == newest.reversed())
        #expect(Set(oldest).count == 130)
    }

    @Test func `twins share address and date under two ids`() throws {
        let asked = try Asked {
            $0.articles = 40
            $0.twins = 5
        }
        defer { asked.sandbox.stop() }
        let articles = asked.sandbox.corpus.articles
        #expect(articles.count == 45)
        #expect(Set(articles.map(\.uri)).count == 45 && Set(articles.map(\.hexadecimalID)).count == 45)
        let twins = articles.filter { $0.twinOf != nil }
        #expect(Set(twins.compactMap(\.twinOf)).count == 5)
        let documents = try (0..<5).flatMap { try asked.page("sort=oldest&page=\($0)").documents }
        #expect(documents.count == 45)
        for twin in twins {
            let pair = try [twin, articles[#require(twin.twinOf)]].map { article in
                try #require(documents.first { $0["uri"]?.string == article.uri })
            }
            #expect(pair[0]["web_url"] == pair[1]["web_url"] && pair[0]["pub_date"] == pair[1]["pub_date"])
            #expect(pair[0]["headline"] == pair[1]["headline"])
            #expect(pair[0]["word_count"] != pair[1]["word_count"])
        }
        #expect(Set(documents.compactMap { $0["web_url"]?.string }).count == 40)
    }

    @Test func `in print all are of midnight, and pages repeat and skip at their seams`() throws {
        let asked = try Asked {
            $0.articles = 100
            $0.days = DayRange(last: 2, endingOn: $0.days.to)
            $0.isPrint = true
        }
        defer { asked.sandbox.stop() }
        let corpus = asked.sandbox.corpus
        #expect(corpus.articles.allSatisfy { $0.published == Instant(startOf: $0.published.utcDay) })
        let pages = try (0..<10).map { try asked.page("sort=oldest&page=\($0)") }
        #expect(pages.allSatisfy { $0.hits == 100 && $0.documents.count == 10 })
        let ids = pages.flatMap(\.ids)
        #expect(ids.count == 100 && Set(ids).count < 100 && Set(ids).isSubset(of: corpus.ids()))
        let dates = pages.flatMap(\.documents).compactMap { $0["pub_date"]?.string }
        #expect(dates == dates.sorted() && Set(dates).count == 2)
        let again = try asked.page("sort=oldest")
        #expect(again.ids != pages[0].ids)
        // Chance does not lead over midnight.
        let first = try #require(corpus.matching().first?.published.utcDay)
        #expect(try Set(asked.page("sort=newest&page=9").ids).isSubset(of: corpus.ids(to: first)))
    }

    @Test func `the order of ties is the same for the same seed and requests`() throws {
        let runs = try (0..<2).map { _ in
            let asked = try Asked {
                $0.articles = 60
                $0.isPrint = true
                $0.days = DayRange(last: 1, endingOn: $0.days.to)
            }
            defer { asked.sandbox.stop() }
            return try (0..<6).flatMap { try asked.page("sort=newest&page=\($0)").ids }
        }
        #expect(runs[0] == runs[1])
    }
}
