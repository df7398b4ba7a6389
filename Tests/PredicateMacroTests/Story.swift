internal import Chronology
internal import Records
internal import TestSupport

/// How a story came about.
enum Kind: String, Codable, Sendable, CaseIterable {
    case news, opinion
}

/// A record with a property of every kind that a filter knows.
struct Story: Record, Hashable {
    var id: Int64
    var title: String
    var section: String?
    var words: Int
    var score: Double
    var rank: Int?
    var isOpinion: Bool
    var tags: [String]
    var date: Instant
    var kind: Kind
    var changed: Instant?

    static let table = Table<Story>(
        "story", key: .generated(\.id), Attribute("id", \Story.id), Attribute("title", \Story.title),
        Attribute("section", \Story.section), Attribute("words", \Story.words), Attribute("score", \Story.score),
        Attribute("rank", \Story.rank), Attribute("is_opinion", \Story.isOpinion), Attribute("tags", \Story.tags),
        Attribute("date", \Story.date), Attribute("kind", \Story.kind, codec: RawValues()),
        Attribute("changed", \Story.changed), make: Story.init)
}

extension Dice {
    mutating func pick<Element>(_ choices: [Element]) -> Element { choices[Int(next() % UInt64(choices.count))] }
}

/// Stories of few values, so that they often meet; texts in which letters and code points are one.
struct RandomStories {
    var random: Dice

    static let texts = ["", "a", "A", "ab", "ba", "é", "año", "Ñandú", "knicks win", "%", "_", "'", "*", "[a]", "a?"]
    /// Some with a fraction, as whose texts a second and its half are the other way round.
    static let changes = (0..<4).map { Instant(millisecondsSince1970: 1_435_968_000_000 + Int64($0) * 500) }
    static let dates = (0..<4).map { Instant(secondsSince1970: 1_435_968_000 + $0 * 43_200) }

    mutating func story(id: Int64) -> Story {
        Story(
            id: id, title: random.pick(Self.texts), section: random.pick(Self.texts + [nil, nil, nil]),
            words: Int(random.next() % 4), score: Double(random.next() % 4) / 2,
            rank: random.pick([nil, 0, 1, 2]), isOpinion: random.next() % 2 == 0,
            tags: (0..<random.next() % 3).map { _ in random.pick(Self.texts) }, date: random.pick(Self.dates),
            kind: random.pick(Kind.allCases), changed: random.pick(Self.changes + [nil, nil]))
    }
}
