package import Articles
internal import Chronology

/// Invented articles, the same for the same numbers, with words as unevenly frequent as in a language.
package struct ArticleCorpus: Sendable {
    package var provider = "nyt"
    /// Words that the texts are made of.
    private let vocabulary: [String]

    package init(words: Int = 20_000) {
        var random = Random(state: 7)
        vocabulary = (0..<words).map { _ in
            let length = 3 + Int(random.next() % 7)
            return String((0..<length).map { _ in Character(UnicodeScalar(UInt8(97 + random.next() % 26))) })
        }
    }

    /// One article of about 900 bytes of text.
    ///
    /// - Parameter version: another version of it has another headline.
    package func article(_ number: Int, version: Int = 0) -> Article {
        var random = Random(state: UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 | 1)
        let part = String(random.next(), radix: 16)
        var article = Article(key: ArticleKey(provider: provider, id: "\(provider)://article/\(part)-\(number)"))
        article.url = "https://www.example.com/2015/07/04/sports/\(part)-\(number).html"
        article.headline = text(60, &random) + (version == 0 ? "" : " version \(version)")
        article.abstract = text(250, &random)
        article.leadParagraph = text(450, &random)
        article.authors = [text(16, &random), text(14, &random)]
        article.byline = "By " + article.authors.joined(separator: " and ")
        article.source = "The Example Times"
        article.section = ["Sports", "Arts", "World", "Science"][number % 4]
        article.kind = "News"
        let day = CalendarDay(daysSince1970: 16_617 - number % 3_650)
        article.publishedAt = .instant(Instant(startOf: day).adding(.seconds(number % 86_400)))
        article.wordCount = 200 + number % 2_000
        article.keywords = (0..<6).map { _ in text(14, &random) }
        return article
    }

    /// Pages of a result, each made when it is asked for.
    package func pages(of count: Int, size: Int, from first: Int = 0) -> some Sequence<ArticlePage> {
        (0..<(count + size - 1) / max(size, 1)).lazy.map { number in
            let numbers = number * size..<min((number + 1) * size, count)
            return ArticlePage(
                number: number, total: .exactly(count), articles: numbers.map { self.article(first + $0) })
        }
    }

    private func text(_ length: Int, _ random: inout Random) -> String {
        var text = ""
        while text.utf8.count < length {
            // A number drawn low more often than high: the square of an even draw.
            let draw = Double(random.next() >> 11) / 9_007_199_254_740_992
            let word = vocabulary[Int(draw * draw * draw * Double(vocabulary.count))]
            text += text.isEmpty ? word : " " + word
        }
        return text
    }

    private struct Random {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let mixed = (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
            return mixed ^ mixed >> 33
        }
    }
}
