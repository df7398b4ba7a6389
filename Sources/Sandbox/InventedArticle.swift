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

    /// Its number in the order of invention, from 0; it never changes.
    package let index: Int
    /// 24 hexadecimal digits.
    package let hexadecimalID: String
    /// `nyt://article/UUID`, or `nyt://interactive/UUID`.
    package let uri: String
    package let published: Instant
    /// When it was published before it was moved, by which its address is made.
    package let firstPublished: Instant
    /// 1, and one more for each time that it was changed.
    package let version: Int
    /// The index of the article whose address, date and text it shares, where it is a second document of that.
    package let twinOf: Int?
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
    /// The last part of its address, unique in the corpus but for twins.
    package let slug: String
    /// Chance already drawn, by which an era decides on its irregularities.
    let quirk: UInt64

    /// What identifies it in the answers of an era: `uri` where the era has one, else `_id`.
    package func id(in era: SandboxEra) -> String { era == .year2013 ? hexadecimalID : uri }
}
