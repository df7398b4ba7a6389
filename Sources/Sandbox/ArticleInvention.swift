internal import Chronology

/// Invents the article of an index: the same for the same seed and plan, however many there are.
///
/// Nothing is kept: an article is invented whenever it is looked at.
struct ArticleInvention: Sendable {
    let seed: UInt64
    let plan: PublicationPlan

    /// - Parameters:
    ///   - published: where it is now.
    ///   - first: where it was before it was moved.
    ///   - version: how often it was changed, and one.
    func article(_ index: Int, published: Instant, first: Instant, version: Int) -> InventedArticle {
        let source = plan.origin(of: index)
        let identity = identity(index)
        // The same draws again, where a twin takes the rest from another.
        let original = source == index ? identity : self.identity(source)
        var random = original.random
        let cast = Cast(&random)
        let subject = random.below(InventedWords.subjects.count)
        let name = InventedWords.subjects[subject]
        let (section, subsection, desk) = random.pick(InventedWords.sections)
        var headline = ""
        cast.fill(random.pick(InventedWords.headlines), name, into: &headline)
        let decoration = random.pick(InventedWords.decorations)
        if !decoration.isEmpty { headline += " " + decoration }
        let kicker = random.oneIn(3) ? "On \(name)" : ""
        let quiet = InventedWords.quietSubjects[subject]
        var abstract = InventedWords.opening
        write(sentences: 5 + random.below(3), cast, quiet, &random, into: &abstract)
        var lead = cast.dateline
        write(sentences: 4 + random.below(3), cast, quiet, &random, into: &lead)
        if version > 1 {
            headline += " (Version \(version))"
            abstract += " This is version \(version)."
        }
        return InventedArticle(
            index: index, hexadecimalID: identity.hexadecimalID,
            uri: Self.uri(identity.uuid, isInteractive: original.isInteractive), published: published,
            firstPublished: first, version: version, twinOf: source == index ? nil : source,
            headline: headline, kicker: kicker, abstract: abstract, lead: lead,
            section: section, subsection: subsection, desk: desk, kind: random.pick(InventedWords.kinds),
            source: random.pick(InventedWords.sources), isInteractive: original.isInteractive,
            authors: random.oneIn(9) ? [] : cast.authors, keywords: cast.keywords(name, &random),
            // Both documents of an article were recorded with different counts.
            wordCount: (original.isInteractive ? 0 : 80 + random.below(2_400)) + version - 1
                + (source == index ? 0 : 7),
            page: random.oneIn(3) ? 1 + random.below(28) : nil,
            slug: "\(quiet)-\(original.hexadecimalID.prefix(4))-\(source)", quirk: random.next())
    }

    /// What identifies an article in the answers of an era, without inventing the rest of it.
    func id(_ index: Int, in era: SandboxEra) -> String {
        let identity = identity(index)
        if era == .year2013 { return identity.hexadecimalID }
        let source = plan.origin(of: index)
        return Self.uri(
            identity.uuid, isInteractive: source == index ? identity.isInteractive : self.identity(source).isInteractive
        )
    }

    /// By which the order of relevance goes: as good as any, for nobody knows how the API weighs.
    func weight(_ index: Int) -> UInt64 {
        var random = SeededRandom(seed: ~seed, stream: UInt64(index))
        return random.next()
    }

    private struct Identity {
        let hexadecimalID: String
        let isInteractive: Bool
        let uuid: [UInt8]
        /// Where the draws for the rest begin.
        let random: SeededRandom
    }

    private func identity(_ index: Int) -> Identity {
        var random = SeededRandom(seed: seed, stream: UInt64(index) &* 2)
        let id = String(decoding: random.hexadecimal(24), as: UTF8.self)
        let isInteractive = random.oneIn(20)
        let uuid = random.hexadecimal(32)
        return Identity(hexadecimalID: id, isInteractive: isInteractive, uuid: uuid, random: random)
    }

    private static func uri(_ uuid: [UInt8], isInteractive: Bool) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(56)
        bytes += (isInteractive ? "nyt://interactive/" : "nyt://article/").utf8
        for (place, digit) in uuid.enumerated() {
            if place == 8 || place == 12 || place == 16 || place == 20 { bytes.append(UInt8(ascii: "-")) }
            bytes.append(digit)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(
        sentences: Int, _ cast: Cast, _ subject: String, _ random: inout SeededRandom, into text: inout String
    ) {
        text.reserveCapacity(1_024)
        // No sentence twice: a stride that has no factor in common with how many there are.
        let start = random.below(InventedWords.sentences.count)
        let stride = [1, 3, 7, 9][random.below(4)]
        for number in 0..<sentences {
            let choice = (start + number * stride) % InventedWords.sentences.count
            // Separated as edited text is: now and then by a line end or two blanks.
            if number > 0 { text += random.oneIn(9) ? "\n" : random.oneIn(7) ? "  " : " " }
            cast.fill(InventedWords.sentences[choice], subject, into: &text)
        }
    }
}
