package import Chronology

/// An article of nobody about nothing, before it is written in the shape of an era.
package struct InventedArticle: Hashable, Sendable {
    package struct Author: Hashable, Sendable {
        package let first: String
        package let middle: String?
        package let last: String
    }

    package enum KeywordKind: Sendable { case subject, person, organization, location, work }

    package struct Keyword: Hashable, Sendable {
        package let kind: KeywordKind
        package let value: String
    }

    /// Its place in the corpus, from 0.
    package let index: Int
    /// 24 hexadecimal digits.
    package let hexadecimalID: String
    /// `nyt://article/UUID`, or `nyt://interactive/UUID`.
    package let uri: String
    package let published: Instant
    package let headline: String
    package let kicker: String
    package let abstract: String
    package let lead: String
    package let section: String
    package let subsection: String
    package let desk: String
    package let kind: String
    package let source: String
    package let isInteractive: Bool
    package let authors: [Author]
    package let keywords: [Keyword]
    package let wordCount: Int
    package let page: Int?
    /// The last part of its address, unique in the corpus.
    package let slug: String
    /// Chance already drawn, by which an era decides on its irregularities.
    let quirk: UInt64

    /// What identifies it in the answers of an era: `uri` where the era has one, else `_id`.
    package func id(in era: SandboxEra) -> String { era == .year2013 ? hexadecimalID : uri }
}
