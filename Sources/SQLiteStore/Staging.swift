internal import Articles
internal import Chronology
internal import SQLite

/// The pages of one run, set aside in temporary tables of the writer's connection until they replace something.
///
/// Nothing of the store's file is touched, and memory holds one page and a bit an article: the tables spill to a
/// temporary file. An article that the store holds unchanged is set aside as its id alone. Which articles are one is told
/// by their ids, older ones included; of each, the one of the lowest place stays.
final class Staging {
    /// The names of the tables, which are the run's own while it goes on.
    let tables: StagingTables
    private let run: Int64
    /// Whether the next run may have the tables: they are small, and nothing makes writing to them slow.
    var leavesTables: Bool { !ties.isIndexed && mostAside <= Self.fewAside }
    /// The most that was set aside at a time.
    private var mostAside = 0
    /// Tables that held more are dropped, as the room that they take would stay taken.
    private static let fewAside = 10_000
    /// Distinct articles set aside.
    private(set) var count = 0 { didSet { mostAside = max(mostAside, count) } }
    /// The store's newest identities when staging began: where they are still the newest, no article that was new then
    /// is known now.
    let watermark: IdentityWatermark

    private var findArticle: Statement
    private var findAlias: Statement
    private var insertMember: Statement
    private var insertContent: Statement
    private var insertNewcomer: Statement
    private let ties: StagedTies
    /// Articles of the store that are set aside, and perhaps some that were.
    private var known = StagedIDs()
    /// The window that is being set aside.
    private var current: Window?

    /// What is known of the window that is set aside last, to take it back.
    private struct Window {
        let days: DayRange
        var former: FormerMembers
        /// As it was before.
        let ties: StagedTies.State
        /// What it did to places of other windows.
        var elsewhere: [StagedTies.Former] = []
    }

    /// - Parameter tables: where pages are set aside; empty ones.
    init(run: Int64, tables: StagingTables, in connection: borrowing Connection) throws(SQLiteError) {
        self.run = run
        self.tables = tables
        watermark = try IdentityWatermark(of: connection)
        findArticle = try connection.prepare(
            """
            SELECT id, digest FROM main.articles LEFT JOIN main._digests ON article_id = id
            WHERE provider = ?1 AND provider_id = ?2
            """)
        findAlias = try connection.prepare(
            "SELECT article_id FROM main._aliases WHERE provider = ?1 AND provider_id = ?2")
        insertMember = try connection.prepare(
            "INSERT OR IGNORE INTO \(tables.members) (position, article_id, digest) VALUES (?1, ?2, ?3)")
        insertContent = try connection.prepare(
            """
            INSERT INTO \(tables.contents) (position, \(ArticleColumns.list()))
            VALUES (?1\(ArticleColumns.names.indices.map { ", ?\($0 + 2)" }.joined()))
            """)
        insertNewcomer = try connection.prepare(
            "INSERT OR IGNORE INTO \(tables.newcomers) (digest, position) VALUES (?1, ?2)")
        ties = StagedTies(tables)
    }

    /// Sets a page aside, whole or not at all.
    func stage(
        _ page: ArticlePage, as request: PageRequest, in connection: borrowing Connection
    ) throws(SQLiteError) {
        let before = (count, ties.state, current)
        do throws(SQLiteError) {
            try connection.transaction(.deferred) { () throws(SQLiteError) in
                if current?.days != request.window {
                    current = Window(
                        days: request.window,
                        former: try FormerMembers(of: request.window, run: run, in: connection),
                        ties: ties.state)
                }
                for (index, article) in page.articles.enumerated() {
                    try stage(article, at: StagedPlace.place(index, of: request), of: request, in: connection)
                }
            }
        } catch {
            (count, ties.state, current) = before
            throw error
        }
    }

    /// Forgets the window that was set aside last, and what it did to articles of other windows.
    func unstage(_ window: DayRange, in connection: borrowing Connection) throws(SQLiteError) {
        let places = StagedPlace.places(of: window)
        let range = (SQLiteValue(places.lowerBound), SQLiteValue(places.upperBound))
        let last = current?.days == window ? current : nil
        var (forgotten, restored): ([Int64?], [Int64]) = ([], [])
        count = try connection.transaction(.deferred) { () throws(SQLiteError) -> Int in
            forgotten = try connection.all(
                "SELECT article_id FROM \(tables.members) WHERE position BETWEEN ?1 AND ?2", range.0, range.1
            ) { $0.int64(0) }
            for table in tables.placed + [tables.newcomers, tables.ids] {
                try connection.run("DELETE FROM \(table) WHERE position BETWEEN ?1 AND ?2", range.0, range.1)
            }
            for row in (last?.elsewhere ?? []).reversed() { restored += try ties.restore(row, in: connection) }
            return try connection.first("SELECT count(*) FROM \(tables.members)") { $0.int(0) ?? 0 } ?? 0
        }
        for id in forgotten { if let id { known.remove(id) } }
        for id in restored { _ = known.insert(id) }
        if let last { ties.state = last.ties }
        current = nil
    }

    /// Makes members be found by their article.
    func index(_ connection: borrowing Connection) throws(SQLiteError) { try ties.index(connection) }

    private func stage(
        _ article: Article, at position: Int64, of request: PageRequest, in connection: borrowing Connection
    ) throws(SQLiteError) {
        let digest = ContentDigest.of(article)
        if let known = try knownArticle(article.key, digest, connection) {
            // All ids of an unchanged article are in the store, so that its id there says who it is.
            if known.digest == digest || article.aliases.isEmpty, self.known.insert(known.id) {
                let position = try insertMember(position, known.id, digest, request, connection)
                if known.digest != digest {
                    try insertContent(of: article, position)
                    try ties.suspect(position, in: connection)
                }
                count += 1
                return
            }
        } else if article.aliases.isEmpty, try !ties.hold(article.key, in: connection),
            try insertNewcomer(article.key, position, connection)
        {
            let taken = try insertMember(position, nil, digest, request, connection)
            if taken != position { try ties.moveNewcomer(article.key, to: taken, in: connection) }
            try insertContent(of: article, taken)
            count += 1
            return
        }
        try settle(article, digest, at: position, of: request, in: connection)
    }

    /// The general case: an article with older ids, or one that may be set aside already.
    private func settle(
        _ article: Article, _ digest: Int64, at place: Int64, of request: PageRequest,
        in connection: borrowing Connection
    ) throws(SQLiteError) {
        let provider = article.key.provider
        let position = try free(place, of: request, in: connection)
        var group = StagedGroup(position: position, ids: [article.key.id] + article.aliases)
        var isUnchanged = false
        for id in group.ids {
            guard let known = try knownArticle(provider, id) else { continue }
            if id == article.key.id { isUnchanged = known.digest == digest }
            group.add(article: known.id)
        }
        try ties.gather(&group, provider, in: connection)
        let window = StagedPlace.places(of: request.window)
        if group.positions.contains(where: { !window.contains($0) }) {
            current?.elsewhere.append(try ties.former(group, provider, outside: window, in: connection))
        }
        try ties.remove(group.positions.filter { $0 != group.winner }, in: connection)
        count -= group.positions.count { $0 != group.winner }
        if group.winner == position {
            _ = try insertMember(position, group.articles.first, digest, request, connection)
            if !isUnchanged { try insertContent(of: article, position) }
            count += 1
        } else if let article = group.articles.first {
            try ties.setArticle(article, at: group.winner, in: connection)
        }
        for article in group.articles { _ = known.insert(article) }
        if !group.articles.isEmpty { try ties.suspect(group.winner, in: connection) }
        try ties.remember(group, provider, in: connection)
    }

    /// The article of the store that this is, where it stands next in what the query held or else by its ids.
    private func knownArticle(
        _ key: ArticleKey, _ digest: Int64, _ connection: borrowing Connection
    ) throws(SQLiteError) -> (id: Int64, digest: Int64?)? {
        if let id = try current?.former.next(digest, in: connection) { return (ties.survivor(of: id), digest) }
        guard let known = try knownArticle(key.provider, key.id) else { return nil }
        current?.former.pass(known.id)
        return known
    }

    /// The article of the store that has this id now or had it once.
    private func knownArticle(_ provider: String, _ id: String) throws(SQLiteError) -> (id: Int64, digest: Int64?)? {
        findArticle.bind(provider, at: 1)
        findArticle.bind(id, at: 2)
        if try findArticle.step() {
            defer { findArticle.reset() }
            guard let found = findArticle.int64(0) else { return nil }
            return (ties.survivor(of: found), findArticle.int64(1))
        }
        guard watermark.hasAliases else { return nil }
        findAlias.bind(provider, at: 1)
        findAlias.bind(id, at: 2)
        guard try findAlias.step() else { return nil }
        defer { findAlias.reset() }
        return findAlias.int64(0).map { (ties.survivor(of: $0), nil) }
    }

    /// Sets an article aside at a place, or behind the others of its page where that is taken.
    ///
    /// - Returns: where it stands.
    private func insertMember(
        _ position: Int64, _ article: Int64?, _ digest: Int64, _ request: PageRequest,
        _ connection: borrowing Connection
    ) throws(SQLiteError) -> Int64 {
        insertMember.bind(position, at: 1)
        insertMember.bind(article, at: 2)
        insertMember.bind(digest, at: 3)
        try insertMember.run()
        if connection.changes == 1 { return position }
        let free = try free(position, of: request, in: connection)
        insertMember.bind(free, at: 1)
        try insertMember.run()
        return free
    }

    /// A place where nothing stands, this or one behind the others of its page.
    private func free(
        _ position: Int64, of request: PageRequest, in connection: borrowing Connection
    ) throws(SQLiteError) -> Int64 {
        let isTaken = try connection.first(
            "SELECT 1 FROM \(tables.members) WHERE position = ?1", SQLiteValue(position)
        ) { _ in true }
        guard isTaken == true else { return position }
        let page = StagedPlace.places(of: request)
        let last = try connection.first(
            "SELECT max(position) FROM \(tables.members) WHERE position BETWEEN ?1 AND ?2",
            SQLiteValue(page.lowerBound), SQLiteValue(page.upperBound)
        ) { $0.int64(0) }
        return ((last ?? nil) ?? position) + 1
    }

    /// False where an article of the same digest is set aside, which all but surely is the same.
    private func insertNewcomer(
        _ key: ArticleKey, _ position: Int64, _ connection: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        insertNewcomer.bind(ContentDigest.of(key), at: 1)
        insertNewcomer.bind(position, at: 2)
        try insertNewcomer.run()
        return connection.changes == 1
    }

    private func insertContent(of article: Article, _ position: Int64) throws(SQLiteError) {
        insertContent.bind(position, at: 1)
        ArticleColumns.bind(article, to: &insertContent, from: 2)
        try insertContent.run()
    }
}
