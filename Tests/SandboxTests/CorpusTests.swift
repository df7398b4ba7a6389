import Chronology
import Sandbox
import TestSupport
import Testing

struct CorpusTests {
    private func corpus(_ articles: Int, seed: UInt64 = 42, era: SandboxEra = .year2025) -> SandboxCorpus {
        var options = SandboxOptions()
        options.articles = articles
        options.seed = seed
        options.era = era
        return SandboxCorpus(options)
    }

    @Test func `the same seed gives the same articles, and more of them keep the earlier ones`() {
        #expect(corpus(30).articles == corpus(30).articles)
        #expect(Array(corpus(300).articles.prefix(30)) == corpus(30).articles)
        #expect(corpus(30, seed: 43).articles[17] != corpus(30).articles[17])
    }

    @Test func `article 17 of seed 42 is always the same`() {
        let article = corpus(18).articles[17]
        #expect(article.hexadecimalID == "2a314fe6238526682b8defec")
        #expect(article.uri == "nyt://article/7872ae18-0c45-b3c2-2b01-8e3f142d39a6")
        #expect("\(article.published)" == "2015-07-20T22:32:31Z")
        #expect(article.headline == "A Season of Basketball Ends in Île-aux-Brumes “quoted”")
    }

    @Test func `ids are unique and articles spread over all days`() {
        let articles = corpus(2_000).articles
        #expect(Set(articles.map(\.hexadecimalID)).count == 2_000)
        #expect(Set(articles.map(\.uri)).count == 2_000)
        #expect(Set(articles.map(\.slug)).count == 2_000)
        let days = SandboxOptions().days
        let used = Set(articles.map(\.published.utcDay))
        #expect(used.count == days.count)
        #expect(used.allSatisfy(days.contains))
    }

    @Test func `a range of one day holds all of its articles`() throws {
        let day = try #require(CalendarDay(year: 2024, month: 2, day: 29))
        var options = SandboxOptions()
        options.days = DayRange(last: 1, endingOn: day)
        #expect(SandboxCorpus(options).articles.allSatisfy { $0.published.utcDay == day })
    }

    @Test func `some articles share their instant`() {
        let instants = corpus(200).articles.map(\.published)
        #expect(instants[7] == instants[6])
        #expect(Set(instants).count < instants.count)
    }

    @Test func `texts hold what breaks careless readers`() {
        let articles = corpus(500).articles
        let text = articles.map { "\($0.headline) \($0.abstract) \($0.lead)" }.joined()
        for wanted in ["é", "砂", "🏀", "👩‍🔬", "\"", "\\", "“", "\n", "  ", "—", "&"] {
            #expect(text.contains(wanted), "\(wanted) is missing")
        }
    }

    @Test func `words are found whatever their case, accents and CJK included`() {
        let corpus = corpus(300)
        let fogs = corpus.articles.filter { $0.abstract.contains("Møllesund") || $0.lead.contains("Møllesund") }
        #expect(!fogs.isEmpty)
        #expect(corpus.matching(text: "mØLLESUND").count >= fogs.count)
        #expect(corpus.matching(text: "Mollesund").isEmpty)
        #expect(!corpus.matching(text: "砂場通信").isEmpty)
    }

    @Test func `nobody and nothing is found for words that are not there`() {
        #expect(corpus(100).matching(text: "sandbox").count == 100)
        #expect(corpus(100).matching(text: "sandboxes").isEmpty)
        #expect(corpus(0).matching().isEmpty)
    }
}
