internal import Articles
internal import Chronology

/// A number that tells an article's content from another's, so that an unchanged one is known without reading it back.
///
/// It covers the identity, the older ids and every mapped field. Two contents share one by accident once in 2⁶⁴; the
/// store keeps it, so a change of the reckoning costs one rewriting of the digests and no revision.
struct ContentDigest {
    private var state: UInt64 = 0x243F_6A88_85A3_08D3

    static func of(_ article: Article) -> Int64 {
        var digest = ContentDigest()
        digest.add(article.key.provider)
        digest.add(article.key.id)
        digest.add(article.aliases)
        digest.add(article.url)
        digest.add(article.headline)
        digest.add(article.abstract)
        digest.add(article.leadParagraph)
        digest.add(article.byline)
        digest.add(article.authors)
        digest.add(article.source)
        digest.add(article.section)
        digest.add(article.kind)
        digest.add(article.publishedAt)
        digest.add(article.updatedAt)
        digest.mix(article.wordCount == nil ? 0 : 1)
        digest.mix(UInt64(bitPattern: Int64(article.wordCount ?? 0)))
        digest.add(article.language)
        digest.add(article.imageURL)
        digest.add(article.keywords)
        return Int64(bitPattern: digest.state)
    }

    /// Of an identity alone.
    static func of(_ key: ArticleKey) -> Int64 {
        var digest = ContentDigest()
        digest.add(key.provider)
        digest.add(key.id)
        return Int64(bitPattern: digest.state)
    }

    private mutating func add(_ values: [String]) {
        mix(UInt64(values.count))
        for value in values { add(value) }
    }

    private mutating func add(_ date: PublicationDate?) {
        switch date {
        case nil: mix(0)
        case .day(let day):
            mix(1)
            mix(UInt64(bitPattern: Int64(day.daysSince1970)))
        case .instant(let instant):
            mix(2)
            mix(UInt64(bitPattern: instant.millisecondsSince1970))
        }
    }

    /// Length first, so that where one text ends and the next begins makes a difference; none is not empty.
    private mutating func add(_ text: String?) {
        guard let text else { return mix(0) }
        let bytes = text.utf8.span
        mix(UInt64(bytes.count) &+ 1)
        var index = 0
        while index &+ 8 <= bytes.count {
            var word: UInt64 = 0
            for place in 0..<8 { word |= UInt64(bytes[index &+ place]) &<< UInt64(8 &* place) }
            mix(word)
            index &+= 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest &<< 8 | UInt64(bytes[index])
            index &+= 1
        }
        mix(rest)
    }

    private mutating func mix(_ word: UInt64) {
        let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        state = product.high ^ product.low &+ 0xD6E8_FEB8_6659_FD93
    }
}
