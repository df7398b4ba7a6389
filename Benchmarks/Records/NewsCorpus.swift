internal import Articles
internal import Chronology
internal import Glibc

/// Invented articles in words that look like a language: syllables, some with diacritics, as unevenly frequent as words
/// are (the second half as often as the first, the third a third as often).
///
/// Random letters would flatter an index of letters, as every three of them would be equally rare.
struct NewsCorpus {
    private let words: [[UInt8]]
    private let sections: [String] = [
        "U.S.", "World", "Business Day", "Sports", "Arts", "Opinion", "New York", "Technology", "Science", "Health",
        "Style", "Food", "Travel", "Books", "Movies", "Theater", "Real Estate", "Magazine", "Education", "Obituaries",
        "Automobiles", "Week in Review", "Weather", "Archives", "Briefing", "Corrections", "Crosswords", "Fashion",
        "Multimedia", "Topics",
    ]
    private let kinds = ["article", "article", "article", "article", "blogpost", "multimedia", "audiocontainer"]

    init(words count: Int = 40_000) {
        var chance = Chance(state: 11)
        var words = Self.common
        var known = Set(words)
        while words.count < count {
            var word = ""
            for _ in 0...Int(chance.next() % 3) {
                word += Self.onsets[chance.low(Self.onsets.count)]
                word += Self.nuclei[chance.low(Self.nuclei.count)]
                word += Self.codas[chance.low(Self.codas.count)]
            }
            word += Self.endings[chance.low(Self.endings.count)]
            if chance.next() % 4 == 0 { word = word.prefix(1).uppercased() + word.dropFirst() }
            if word.utf8.count < 15, known.insert(word).inserted { words.append(word) }
        }
        self.words = words.map { Array($0.utf8) }
    }

    /// A word as a person would look for, by how frequent it is.
    func word(_ rank: Int) -> String { String(decoding: words[rank % words.count], as: UTF8.self) }

    /// One article of about 900 bytes, published on a day.
    func article(_ number: Int, on day: CalendarDay) -> Article {
        var chance = Chance(state: UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 | 1)
        let part = String(chance.next(), radix: 16)
        var article = Article(key: ArticleKey(provider: "nyt", id: "nyt://article/\(part)-\(number)"))
        article.url = "https://www.example.com/\(day)/news/\(part)-\(number).html"
        article.headline = text(62, &chance)
        article.abstract = text(200, &chance)
        article.leadParagraph = text(350, &chance)
        article.authors = [text(14, &chance)]
        article.byline = "By " + article.authors[0]
        article.source = "The Example Times"
        article.section = sections[chance.low(sections.count)]
        article.kind = kinds[Int(chance.next() % UInt64(kinds.count))]
        article.publishedAt = .instant(Instant(startOf: day).adding(.seconds(Int64(chance.next() % 86_400))))
        article.wordCount = 100 + chance.low(4_000)
        article.keywords = (0..<4).map { _ in text(12, &chance) }
        return article
    }

    private func text(_ length: Int, _ chance: inout Chance) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(length + 16)
        while text.count < length {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            text += words[chance.rank(words.count)]
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let common = """
        the of to in and a for on is with at as from by an his after new over says U.S. not it up are out will its how
        who be you more one but what Trump Obama city war year against may state police death house court two school
        back into when your can art now off plan first review home world women life bill former case big down tax health
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    private static let onsets = [
        "s", "c", "p", "m", "r", "t", "b", "d", "f", "st", "h", "l", "g", "w", "n", "pr", "tr", "ch", "sh", "v", "gr",
        "br", "k", "j", "th", "pl", "cl", "fr", "sp", "cr", "fl", "str", "dr", "qu", "bl", "y", "z", "ç", "ñ", "š",
    ]
    private static let nuclei = [
        "e", "a", "i", "o", "u", "ea", "ai", "ou", "ee", "io", "oo", "é", "ü", "á", "ø",
    ]
    private static let codas = [
        "", "n", "r", "", "l", "s", "t", "", "nt", "m", "ng", "nd", "ck", "st", "d", "rt", "ll",
    ]
    private static let endings = ["", "", "s", "ed", "ing", "er", "ion", "al", "ly", "es", "ment", "ity", "ous"]
}

/// Numbers that look random and are the same in every run.
struct Chance {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let mixed = (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ mixed >> 33
    }

    /// From 0 up to 1.
    mutating func share() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// A place that is low more often than high.
    mutating func low(_ count: Int) -> Int {
        let share = share()
        return Int(share * share * Double(count))
    }

    /// A rank by Zipf's law: as often as it is low.
    mutating func rank(_ count: Int) -> Int {
        let offset = 3.0
        return min(Int(offset * pow((Double(count) + offset) / offset, share()) - offset), count - 1)
    }
}
