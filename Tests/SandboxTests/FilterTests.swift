import Sandbox
import TestSupport
import Testing

struct FilterTests {
    private func hits(_ filter: String, era: SandboxEra) throws -> Int? {
        let asked = try Asked {
            $0.era = era
            $0.articles = 200
        }
        defer { asked.sandbox.stop() }
        return try asked.page("fq=" + filter).hits
    }

    private func count(_ isWanted: (InventedArticle) -> Bool) -> Int {
        var options = SandboxOptions()
        options.articles = 200
        return SandboxCorpus(options).articles.count(where: isWanted)
    }

    @Test(arguments: [
        (SandboxEra.year2013, "section_name"), (.year2019, "section_name"), (.year2025, "section.name"),
    ])
    func `a section is asked for by the name of the era`(era: SandboxEra, field: String) throws {
        let sports = count { $0.section == "Sports" }
        #expect(sports > 0)
        #expect(try hits("\(field):%22Sports%22", era: era) == sports)
        #expect(
            try hits("\(field):(%22sports%22%20Arts)", era: era) == count { ["Sports", "Arts"].contains($0.section) })
    }

    @Test(arguments: ["section_name", "news_desk", "organizations", "type_of_material", "nonsense"])
    func `an old or unknown name matches nothing in the newest era`(field: String) throws {
        #expect(try hits("\(field):%22Sports%22", era: .year2025) == 0)
    }

    @Test func `the other names of the newest era match`() throws {
        let travel = count { $0.desk == "Travel" }
        #expect(try hits("desk:%22Travel%22", era: .year2025) == travel)
        #expect(try hits("type:Interactive", era: .year2025) == count(\.isInteractive))
        #expect(try hits("type:interactive", era: .year2025) == 0)
        let ferry = count { $0.keywords.contains { $0.value == "Møllesund Ferry A/S" } }
        #expect(ferry > 0)
        #expect(try hits("timesTag.organization.contains:%22ferry%22", era: .year2025) == ferry)
        #expect(try hits("timesTag.organization:%22ferry%22", era: .year2025) == 0)
    }

    @Test func `expressions are joined with AND, OR and NOT`() throws {
        let sports = "section.name:%22Sports%22"
        let desk = "desk:%22Culture%22"
        let all = count { _ in true }
        let isSports = count { $0.section == "Sports" }
        let isCulture = count { $0.desk == "Culture" }
        #expect(try hits("\(sports)+AND+\(desk)", era: .year2025) == 0)
        #expect(try hits("\(sports)+OR+\(desk)", era: .year2025) == isSports + isCulture)
        #expect(try hits("NOT+(\(sports)+OR+\(desk))", era: .year2025) == all - isSports - isCulture)
        #expect(try hits("\(sports)+AND+sandbox", era: .year2025) == isSports)
    }

    @Test func `an article is found by its id`() throws {
        var options = SandboxOptions()
        options.articles = 200
        let article = SandboxCorpus(options).articles[17]
        #expect(try hits("_id:%22\(article.uri)%22", era: .year2025) == 1)
        #expect(try hits("uri:%22\(article.uri)%22", era: .year2019) == 1)
        #expect(try hits("_id:%22\(article.hexadecimalID)%22", era: .year2013) == 1)
    }
}
