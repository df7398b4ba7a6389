internal import Chronology
internal import JSONText

/// Writes an invented article as the document of an era, with the irregularities that era is known for.
struct DocumentWriter {
    let era: SandboxEra
    /// Whether the date and the word count are of types that no era has.
    var isNonsense = false

    /// The document, as JSON.
    func bytes(of article: InventedArticle) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            switch era {
            case .year2013: write2013(article, &json)
            case .year2019: write2019(article, &json)
            case .year2025: write2025(article, &json)
            }
        }
        return json.bytes
    }

    /// Whether a quirk that is seen once in so many documents is seen in this one.
    static func isOne(in count: Int, _ article: InventedArticle, salt: UInt64) -> Bool {
        var random = SeededRandom(seed: article.quirk, stream: salt)
        return random.oneIn(count)
    }

    /// Where an article would be read; now and then an address of a kind that the API has let slip.
    ///
    /// The day in it stays when the article is moved, as the real ones do.
    static func address(of article: InventedArticle, in era: SandboxEra) -> String {
        let day = "\(article.firstPublished.utcDay)".utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "/") : $0 }
        let folder = "/" + String(decoding: day, as: UTF8.self) + "/"
        if era == .year2013, isOne(in: 40, article, salt: 1) {
            return "/data/daily" + folder + "\(article.quirk % 1_000_000).sgml"
        }
        let path = "\(folder)\(article.section.lowercased())/\(article.slug).html"
        if era != .year2013, isOne(in: 50, article, salt: 1) { return "https://www.stg.nytimes.com" + path }
        return (era == .year2013 && isOne(in: 3, article, salt: 2) ? "http" : "https") + "://sandbox.invalid" + path
    }

    /// The value of the filter field for what kind of document it is.
    static func type(of article: InventedArticle, in era: SandboxEra) -> String {
        switch era {
        case .year2025: article.isInteractive ? "Interactive" : "Article"
        case .year2013, .year2019: documentType(article)
        }
    }

    static func documentType(_ article: InventedArticle) -> String { article.isInteractive ? "multimedia" : "article" }

    func date(_ article: InventedArticle, _ json: inout JSONWriter) {
        if isNonsense { return json.member("pub_date", "the day before yesterday") }
        let text = "\(article.published)"
        let hasOffset = era == .year2019 && Self.isOne(in: 2, article, salt: 3)
        json.member("pub_date", hasOffset ? text.dropLast() + "+0000" : text)
    }

    func wordCount(_ article: InventedArticle, _ json: inout JSONWriter) {
        json.key("word_count")
        if isNonsense {
            json.object { $0.member("about", "many") }
        } else if era == .year2013, Self.isOne(in: 2, article, salt: 4) {
            Self.isOne(in: 10, article, salt: 5) ? json.null() : json.string("\(article.wordCount)")
        } else {
            json.integer(article.wordCount)
        }
    }

    /// `By A B and C D`, empty without authors.
    func byline(_ article: InventedArticle, shouting: Bool) -> String {
        let names = article.authors.map { author in
            [author.first, author.middle, author.last].compactMap(\.self).joined(separator: " ")
        }
        return names.isEmpty ? "" : "By " + names.map { shouting ? $0.uppercased() : $0 }.joined(separator: " and ")
    }

    /// A text as JSON, quotes included, for one that stands in a document twice.
    static func quoted(_ text: String) -> String {
        var bytes = [UInt8(ascii: "\"")]
        bytes.reserveCapacity(text.utf8.count + 32)
        JSONEscape.append(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first sentences of a text.
    func snippet(of text: String, sentences: Int = 2) -> String {
        var end = text.utf8.startIndex
        for number in 0..<sentences {
            guard let stop = text.utf8[end...].firstIndex(of: UInt8(ascii: ".")) else { return text + "." }
            end = number + 1 < sentences ? text.utf8.index(after: stop) : stop
        }
        return String(text[..<end]) + "."
    }
}
