internal import Articles
internal import Chronology
internal import SQLite

/// What a query held of a window's days before a run, walked in its order beside the articles that come.
///
/// A result that changed little comes in nearly the order of the former one, so that the next article is mostly the next
/// former member, unchanged: their digests, which cover the identity, are equal then, and nothing is looked up. Members
/// are read some hundred at a time, and no statement stays open between pages. Where the order is lost the walk ends,
/// and every article is looked up.
struct FormerMembers {
    private struct Member {
        let id: Int64
        let digest: Int64?
    }

    /// Windows still to be walked.
    private var windows: ArraySlice<Int64>
    private var lastRank: Int64 = .min
    private var ahead: [Member] = []
    private var place = 0
    private var misses = 0

    private static let chunk = 512
    /// How far articles that left or changed are skipped over.
    private static let reach = 8
    /// After so many articles in a row that are not there, the orders have nothing in common.
    private static let patience = 64

    /// - Parameter run: of the query whose windows over these days are walked.
    init(of days: DayRange, run: Int64, in connection: borrowing Connection) throws(SQLiteError) {
        windows = ArraySlice(
            try connection.all(
                """
                SELECT id FROM main.windows WHERE query_id = (SELECT query_id FROM main.runs WHERE id = ?1)
                    AND window_from <= ?3 AND window_to >= ?2
                ORDER BY rank, window_from
                """, SQLiteValue(run), .text(days.from.description), .text(days.to.description)
            ) { $0.int64(0) ?? 0 })
    }

    /// The member with this content, if it is the next or one of the few after it; the walk goes on behind it.
    mutating func next(_ digest: Int64, in connection: borrowing Connection) throws(SQLiteError) -> Int64? {
        if place + Self.reach > ahead.count, !windows.isEmpty { try read(in: connection) }
        let end = min(place + Self.reach, ahead.count)
        var index = place
        while index < end {
            if ahead[index].digest == digest {
                place = index + 1
                misses = 0
                return ahead[index].id
            }
            index += 1
        }
        misses += 1
        if misses >= Self.patience { (windows, ahead, place) = ([], [], 0) }
        return nil
    }

    /// Goes on behind a member that was found otherwise, as one whose content is another now.
    mutating func pass(_ id: Int64) {
        guard let index = ahead[place...].prefix(Self.reach).firstIndex(where: { $0.id == id }) else { return }
        place = index + 1
        misses = 0
    }

    private mutating func read(in connection: borrowing Connection) throws(SQLiteError) {
        ahead.removeFirst(place)
        place = 0
        while ahead.count < Self.reach, let window = windows.first {
            let count = ahead.count
            var last = lastRank
            try connection.withStatement(
                """
                SELECT m.article_id, d.digest, m.rank FROM main.query_articles AS m
                LEFT JOIN main._digests AS d ON d.article_id = m.article_id
                WHERE m.window_id = ?1 AND m.rank > ?2 ORDER BY m.rank LIMIT ?3
                """
            ) { row throws(SQLiteError) in
                row.bind([SQLiteValue(window), SQLiteValue(lastRank), .integer(Int64(Self.chunk))])
                while try row.step() {
                    ahead.append(Member(id: row.int64(0) ?? 0, digest: row.int64(1)))
                    last = row.int64(2) ?? last
                }
            }
            lastRank = last
            if ahead.count - count < Self.chunk { (windows, lastRank) = (windows.dropFirst(), .min) }
        }
    }
}
