/// Who and what an article is about.
struct Cast {
    let dateline: String
    let authors: [InventedArticle.Author]
    private let place: String
    private let person: InventedArticle.Author
    private let name: String
    private let organization: String

    init(_ random: inout SeededRandom) {
        let place = random.below(InventedWords.places.count)
        self.place = InventedWords.places[place]
        dateline = InventedWords.shoutedPlaces[place] + " (Sandbox) — "
        person = Self.person(&random)
        name = "\(person.first) \(person.last)"
        organization = random.pick(InventedWords.organizations)
        authors = (0..<(random.oneIn(4) ? 2 : 1)).map { _ in Self.person(&random) }
    }

    private static func person(_ random: inout SeededRandom) -> InventedArticle.Author {
        InventedArticle.Author(
            first: random.pick(InventedWords.firstNames),
            middle: random.oneIn(5) ? random.pick(InventedWords.middleNames) : nil,
            last: random.pick(InventedWords.lastNames))
    }

    /// Appends a pattern with everybody in place.
    func fill(_ pattern: Pattern, _ subject: String, into text: inout String) {
        for part in pattern.parts {
            switch part {
            case .text(let plain): text += plain
            case .place: text += place
            case .person: text += name
            case .organization: text += organization
            case .subject: text += subject
            }
        }
    }

    func keywords(_ subject: String, _ random: inout SeededRandom) -> [InventedArticle.Keyword] {
        if random.oneIn(12) { return [] }
        var keywords = [
            InventedArticle.Keyword(kind: .subject, value: subject),
            InventedArticle.Keyword(kind: .organization, value: organization),
            InventedArticle.Keyword(kind: .person, value: "\(person.last), \(person.first)"),
            InventedArticle.Keyword(kind: .location, value: place),
        ]
        for _ in 0..<random.below(6) {
            let more = InventedArticle.Keyword(kind: .subject, value: random.pick(InventedWords.subjects))
            if !keywords.contains(more) { keywords.append(more) }
        }
        if random.oneIn(6) {
            keywords.append(InventedArticle.Keyword(kind: .work, value: random.pick(InventedWords.works)))
        }
        return keywords
    }
}
