internal import Chronology

/// A field that `fq` knows, by the name an era gives it.
///
/// The names changed in April 2025; an old one is no error since, it matches nothing.
struct FilterField: Sendable {
    private enum Kind {
        case section, subsection, desk, material, type, source, subject, person, organization, location, work
        case id, uri, address, day, year, words, headline, text
    }

    private let kind: Kind
    /// Whether it is enough that a value contains the words.
    private let isContained: Bool

    /// Nil for a name that the era does not know.
    init?(_ name: String, in era: SandboxEra) {
        isContained = name.hasSuffix(".contains")
        let plain = isContained ? String(name.dropLast(9)) : name
        let names = era == .year2025 ? Self.newNames : Self.oldNames
        guard let kind = names[plain] ?? Self.sameNames[plain] else { return nil }
        self.kind = kind
    }

    func matches(_ wanted: String, _ article: InventedArticle, in era: SandboxEra) -> Bool {
        let phrase = SearchText(wanted)
        return values(of: article, in: era).contains { value in
            switch kind {
            // Identifiers are compared as they are, and with their case.
            case .id, .uri, .address, .type, .day, .year, .words: value == wanted
            case .headline, .text: SearchText(value).contains(phrase)
            default:
                value.lowercased() == wanted.lowercased()
                    || isContained && !phrase.isEmpty && SearchText(value).contains(phrase)
            }
        }
    }

    private func values(of article: InventedArticle, in era: SandboxEra) -> [String] {
        func keywords(_ wanted: InventedArticle.KeywordKind) -> [String] {
            article.keywords.filter { $0.kind == wanted }.map(\.value)
        }
        return switch kind {
        case .section: [article.section]
        case .subsection: [article.subsection]
        case .desk: [article.desk]
        case .material: [article.kind]
        case .type: [DocumentWriter.type(of: article, in: era)]
        case .source: [article.source]
        case .subject: keywords(.subject)
        case .person: keywords(.person)
        case .organization: keywords(.organization)
        case .location: keywords(.location)
        case .work: keywords(.work)
        case .id: era == .year2025 ? [article.uri] : [article.hexadecimalID]
        case .uri: era == .year2013 ? [] : [article.uri]
        case .address: [DocumentWriter.address(of: article, in: era)]
        case .day: ["\(article.published.utcDay)"]
        case .year: ["\(article.published.utcDay.year)"]
        case .words: ["\(article.wordCount)"]
        case .headline: [article.headline]
        case .text: [article.headline, article.abstract, article.lead]
        }
    }

    private static let sameNames: [String: Kind] = [
        "_id": .id, "uri": .uri, "web_url": .address, "headline": .headline, "body": .text,
    ]
    private static let oldNames: [String: Kind] = [
        "section_name": .section, "subsection_name": .subsection, "news_desk": .desk, "type_of_material": .material,
        "document_type": .type, "source": .source, "subject": .subject, "persons": .person,
        "organizations": .organization, "glocations": .location, "creative_works": .work, "pub_date": .day,
        "pub_year": .year, "word_count": .words,
    ]
    private static let newNames: [String: Kind] = [
        "section.name": .section, "subsection.name": .subsection, "desk": .desk, "typeOfMaterials": .material,
        "type": .type,
        "source.vernacular": .source, "timesTag.subject": .subject, "timesTag.person": .person,
        "timesTag.organization": .organization, "timesTag.location": .location,
    ]
}
