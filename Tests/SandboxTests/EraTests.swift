import Chronology
import Sandbox
import TestSupport
import Testing

/// What is recorded of each era is there, in every document or in some.
struct EraTests {
    private func documents(_ era: SandboxEra) throws -> [JSONValue] {
        let asked = try Asked {
            $0.era = era
            $0.articles = 300
        }
        defer { asked.sandbox.stop() }
        return try (0..<30).flatMap { try asked.page("page=\($0)&sort=oldest").documents }
    }

    private func names(_ value: JSONValue?) -> Set<String> {
        if case .object(let members)? = value { Set(members.map(\.name)) } else { [] }
    }

    @Test func `2013 mixes numbers and strings, and forms of bylines`() throws {
        let documents = try documents(.year2013)
        #expect(documents.count == 300)
        let counts = documents.map { $0["word_count"] }
        #expect(
            counts.contains { $0?.integer != nil } && counts.contains { $0?.string != nil } && counts.contains(.null))
        let bylines = documents.map { $0["byline"] }
        #expect(bylines.contains(.null) && bylines.contains(.array([])))
        #expect(bylines.contains { $0?["original"]?.string?.hasPrefix("By ") == true })
        #expect(documents.allSatisfy { $0["_id"]?.string?.utf8.count == 24 && $0["uri"] == nil })
        #expect(documents.allSatisfy { $0["pub_date"]?.string?.hasSuffix("Z") == true })
        #expect(documents.contains { $0["pub_date"]?.string?.hasSuffix("T00:00:00Z") == true })
        #expect(documents.contains { $0["snippet"]?.string?.contains("&#8212;") == true })
        #expect(documents.contains { $0["web_url"]?.string?.hasPrefix("/data/daily/") == true })
        #expect(documents.contains { $0["print_page"]?.string != nil })
        #expect(documents.contains { $0["print_page"]?.integer != nil })
        let keywords = documents.flatMap { $0["keywords"]?.elements ?? [] }
        #expect(keywords.contains { $0["isMajor"] != nil } && keywords.contains { $0["is_major"] != nil })
        #expect(keywords.contains { $0["rank"] == nil } && keywords.contains { $0["rank"]?.string == "1" })
        let kinds = Set(keywords.compactMap { $0["name"]?.string })
        #expect(kinds == ["subject", "persons", "organizations", "glocations", "creative_works"])
    }

    @Test func `2019 leaves keys out, misspells one and mixes forms of dates`() throws {
        let documents = try documents(.year2019)
        let dates = documents.compactMap { $0["pub_date"]?.string }
        #expect(dates.contains { $0.hasSuffix("+0000") } && dates.contains { $0.hasSuffix("Z") })
        #expect(dates.allSatisfy { Instant(iso8601: $0) != nil })
        for name in ["abstract", "lead_paragraph", "section_name", "print_page", "subsectoinName"] {
            #expect(documents.contains { $0[name] == nil } && documents.contains { $0[name] != nil }, "\(name)")
        }
        #expect(documents.allSatisfy { $0["_id"]?.string?.utf8.count == 24 })
        #expect(documents.allSatisfy { $0["uri"]?.string?.hasPrefix("nyt://") == true })
        #expect(documents.contains { $0["uri"]?.string?.hasPrefix("nyt://interactive/") == true })
        #expect(documents.contains { $0["byline"] == .null })
        #expect(documents.contains { $0["byline"]?["person"]?.elements?.count == 2 })
        #expect(documents.contains { ($0["multimedia"]?.elements ?? []).contains { $0["crop_name"] != nil } })
        #expect(documents.contains { $0["headline"]?["seo"] == .null })
        #expect(documents.contains { $0["web_url"]?.string?.hasPrefix("https://www.stg.nytimes.com/") == true })
    }

    @Test func `2025 has empty strings, one image object and no lead`() throws {
        let documents = try documents(.year2025)
        let recorded: Set = [
            "abstract", "byline", "document_type", "headline", "_id", "keywords", "multimedia", "news_desk",
            "print_page",
            "print_section", "pub_date", "section_name", "snippet", "source", "subsection_name", "type_of_material",
            "uri",
            "web_url", "word_count",
        ]
        #expect(documents.allSatisfy { names($0) == recorded })
        #expect(documents.allSatisfy { $0["_id"] == $0["uri"] })
        #expect(documents.allSatisfy { names($0["byline"]) == ["original"] })
        #expect(documents.allSatisfy { names($0["multimedia"]) == ["caption", "credit", "default", "thumbnail"] })
        #expect(documents.contains { $0["multimedia"]?["default"]?["url"]?.string == "" })
        #expect(documents.contains { $0["multimedia"]?["default"]?["width"]?.integer == 600 })
        #expect(documents.contains { $0["byline"]?["original"]?.string == "" })
        #expect(documents.contains { $0["keywords"]?.elements == [] })
        let keywords = documents.flatMap { $0["keywords"]?.elements ?? [] }
        #expect(
            Set(keywords.compactMap { $0["name"]?.string }) == [
                "Subject", "Person", "Organization", "Location", "Title",
            ])
    }

    @Test(arguments: SandboxEra.allCases)
    func `a document is what the corpus holds`(era: SandboxEra) throws {
        let asked = try Asked {
            $0.era = era
            $0.articles = 40
        }
        defer { asked.sandbox.stop() }
        let page = try asked.page("sort=oldest")
        #expect(page.summary?["hits"]?.integer == 40)
        #expect((page.response?["metadata"] != nil) == (era == .year2025))
        let articles = asked.sandbox.corpus.matching().prefix(10)
        for (document, article) in zip(page.documents, articles) {
            #expect(document["headline"]?["main"]?.string == article.headline)
            #expect(document["pub_date"]?.string.flatMap { Instant(iso8601: $0) } == article.published)
            #expect(document["source"]?.string == article.source)
            #expect((document["uri"] ?? document["_id"])?.string == article.id(in: era))
            if let abstract = document["abstract"]?.string { #expect(abstract == article.abstract) }
            if let lead = document["lead_paragraph"]?.string { #expect(lead == article.lead) }
        }
    }

    @Test func `a thousand documents are about three megabytes`() throws {
        for era in [SandboxEra.year2019, .year2025] {
            let asked = try Asked {
                $0.era = era
                $0.articles = 200
            }
            defer { asked.sandbox.stop() }
            let bytes = try (0..<20).reduce(0) { try $0 + asked.raw("api-key=k&page=\($1)").body.count }
            #expect((500_000...800_000).contains(bytes))
        }
    }
}
