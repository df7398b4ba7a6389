internal import Articles
internal import SQLite

/// The pages of one run, set aside in temporary tables of the writer's connection until they replace something.
///
/// Nothing of the store's file is touched, and memory holds one page: the tables spill to a temporary file. An article
/// that the store holds unchanged is set aside as its id alone. Which articles are one is told by their ids, older ones
/// included; of each, the one of the lowest place stays.
final class Staging {
    /// The names of the tables, which are the run's own.
    let tables: StagingTables
    /// Distinct articles set aside.
    private(set) var count = 0
    /// The store's newest identities when staging began: where they are still the newest, no article that was new then
    /// is known now.
    let watermark: IdentityWatermark

    private var findArticle: Statement
    private var findAlias: Statement
    private var insertMember: Statement
    private var insertContent: Statement
    private var insertNewcomer: Statement
    private let ties: StagedTies
    private var former: FormerMembers
    /// How often a page came, so that a place of it that is taken already is told from the former.
    private var passes: [Int: Int64] = [:]

    init(run: Int64, in connection: borrowing Connection) throws(SQLiteError) {
        tables = StagingTables(run: run)
        try connection.execute(tables.creation)
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
        former = FormerMembers(of: run)
    }

    /// Sets a page aside, whole or not at all.
    func stage(_ page: ArticlePage, in connection: borrowing Connection) throws(SQLiteError) {
        let before = (count, ties.state)
        let pass = passes[page.number, default: 0]
        do throws(SQLiteError) {
            try connection.transaction(.deferred) { () throws(SQLiteError) in
                for (place, article) in page.articles.enumerated() {
                    try stage(article, at: Self.position(page: page.number, place: place, pass: pass), in: connection)
                }
            }
        } catch {
            (count, ties.state) = before
            throw error
        }
        passes[page.number] = pass + 1
    }

    /// Page, place and pass in one number, so that the table's own order is the provider's.
    private static func position(page: Int, place: Int, pass: Int64) -> Int64 {
        Int64(min(max(page, 0), 0x7FFF_FFFF)) << 32 | Int64(min(place, 0xF_FFFF)) << 12 | min(pass, 0xFFF)
    }

    private func stage(_ article: Article, at position: Int64, in connection: borrowing Connection) throws(SQLiteError)
    {
        let digest = ContentDigest.of(article)
        var known = try formerMember(article.key, connection)
        if known == nil { known = try knownArticle(article.key.provider, article.key.id) }
        if let known {
            // All ids of an unchanged article are in the store, so that its id there says who it is.
            if known.digest == digest || article.aliases.isEmpty,
                try insertMember(position, known.id, digest, connection)
            {
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
            _ = try insertMember(position, nil, digest, connection)
            try insertContent(of: article, position)
            count += 1
            return
        }
        try settle(article, digest, at: position, in: connection)
    }

    /// The general case: an article with older ids, or one that may be set aside already.
    private func settle(
        _ article: Article, _ digest: Int64, at position: Int64, in connection: borrowing Connection
    ) throws(SQLiteError) {
        let provider = article.key.provider
        var group = StagedGroup(position: position, ids: [article.key.id] + article.aliases)
        var isUnchanged = false
        for id in group.ids {
            guard let known = try knownArticle(provider, id) else { continue }
            if id == article.key.id { isUnchanged = known.digest == digest }
            group.add(article: known.id)
        }
        try ties.gather(&group, provider, in: connection)
        try ties.remove(group.positions.filter { $0 != group.winner }, in: connection)
        count -= group.positions.count { $0 != group.winner }
        if group.winner == position {
            _ = try insertMember(position, group.articles.first, digest, connection)
            if !isUnchanged { try insertContent(of: article, position) }
            count += 1
        } else if let article = group.articles.first {
            try ties.setArticle(article, at: group.winner, in: connection)
        }
        if !group.articles.isEmpty { try ties.suspect(group.winner, in: connection) }
        try ties.remember(group, provider, in: connection)
    }

    /// The article where it stands next in what the query held.
    private func formerMember(
        _ key: ArticleKey, _ connection: borrowing Connection
    ) throws(SQLiteError) -> (id: Int64, digest: Int64?)? {
        guard let member = try former.next(key, in: connection) else { return nil }
        return (ties.survivor(of: member.id), member.digest)
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

    private func insertMember(
        _ position: Int64, _ article: Int64?, _ digest: Int64, _ connection: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        insertMember.bind(position, at: 1)
        insertMember.bind(article, at: 2)
        insertMember.bind(digest, at: 3)
        try insertMember.run()
        return connection.changes == 1
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
