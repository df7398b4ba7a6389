internal import Chronology

/// Invents the article of an index: the same for the same seed and days, however many there are.
struct ArticleInvention {
    let seed: UInt64
    let days: DayRange

    func article(_ index: Int) -> InventedArticle {
        var random = SeededRandom(seed: seed, stream: UInt64(index) &* 2)
        let hexadecimalID = random.hexadecimal(24)
        let isInteractive = random.oneIn(20)
        let digits = Array(random.hexadecimal(32))
        let uuid = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
        let cast = Cast(&random)
        let subject = random.pick(InventedWords.subjects)
        let (section, subsection, desk) = random.pick(InventedWords.sections)
        var headline = cast.fill(random.pick(InventedWords.headlines), subject)
        let decoration = random.pick(InventedWords.decorations)
        if !decoration.isEmpty { headline += " " + decoration }
        return InventedArticle(
            index: index, hexadecimalID: hexadecimalID,
            uri: "nyt://\(isInteractive ? "interactive" : "article")/\(uuid)", published: published(index),
            headline: headline, kicker: random.oneIn(3) ? "On \(subject)" : "",
            abstract: text(
                &random, sentences: 5 + random.below(3), cast, subject, opening: "An invented sandbox article: "),
            lead: text(
                &random, sentences: 4 + random.below(3), cast, subject,
                opening: "\(cast.place.uppercased()) (Sandbox) — "),
            section: section, subsection: subsection, desk: desk, kind: random.pick(InventedWords.kinds),
            source: random.pick(InventedWords.sources), isInteractive: isInteractive,
            authors: random.oneIn(9) ? [] : cast.authors, keywords: cast.keywords(subject, &random),
            wordCount: isInteractive ? 0 : 80 + random.below(2_400), page: random.oneIn(3) ? 1 + random.below(28) : nil,
            slug: "\(subject.lowercased())-\(hexadecimalID.prefix(4))-\(index)", quirk: random.next())
    }

    /// Every eighth shares the instant of the one before it: the API has ties, too.
    private func published(_ index: Int) -> Instant {
        let origin = index % 8 == 7 ? index - 1 : index
        var random = SeededRandom(seed: seed, stream: UInt64(origin) &* 2 &+ 1)
        let day = Instant(startOf: days.from.adding(days: random.below(days.count)))
        // Print has a day and no time, which the API writes as midnight.
        let second = random.oneIn(5) ? 0 : random.below(86_400)
        return day.adding(.seconds(second))
    }

    private func text(
        _ random: inout SeededRandom, sentences: Int, _ cast: Cast, _ subject: String, opening: String
    ) -> String {
        var text = opening
        // No sentence twice: a stride that has no factor in common with how many there are.
        let start = random.below(InventedWords.sentences.count)
        let stride = random.pick([1, 3, 7, 9])
        for number in 0..<sentences {
            let choice = (start + number * stride) % InventedWords.sentences.count
            // Separated as edited text is: now and then by a line end or two blanks.
            if number > 0 { text += random.oneIn(9) ? "\n" : random.oneIn(7) ? "  " : " " }
            text += cast.fill(InventedWords.sentences[choice], subject.lowercased())
        }
        return text
    }

    /// Who and what an article is about.
    private struct Cast {
        let place: String
        let person: InventedArticle.Author
        let organization: String
        let authors: [InventedArticle.Author]

        init(_ random: inout SeededRandom) {
            place = random.pick(InventedWords.places)
            person = Self.person(&random)
            organization = random.pick(InventedWords.organizations)
            authors = (0..<(random.oneIn(4) ? 2 : 1)).map { _ in Self.person(&random) }
        }

        private static func person(_ random: inout SeededRandom) -> InventedArticle.Author {
            InventedArticle.Author(
                first: random.pick(InventedWords.firstNames),
                middle: random.oneIn(5) ? random.pick(InventedWords.middleNames) : nil,
                last: random.pick(InventedWords.lastNames))
        }

        func fill(_ pattern: String, _ subject: String) -> String {
            var bytes: [UInt8] = []
            var isMarked = false
            for byte in pattern.utf8 {
                switch (isMarked, byte) {
                case (false, UInt8(ascii: "%")): isMarked = true
                case (false, _): bytes.append(byte)
                case (true, UInt8(ascii: "P")): bytes += place.utf8
                case (true, UInt8(ascii: "N")): bytes += "\(person.first) \(person.last)".utf8
                case (true, UInt8(ascii: "O")): bytes += organization.utf8
                default: bytes += subject.utf8
                }
                if byte != UInt8(ascii: "%") { isMarked = false }
            }
            return String(decoding: bytes, as: UTF8.self)
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
}
