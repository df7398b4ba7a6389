internal import SQLite

/// The temporary tables of one run, and of the next that takes their place.
///
/// Tables that are made and dropped have every statement of the connection prepared anew, which for a small run costs more
/// than all else; so a place is emptied and used again.
struct StagingTables {
    /// Which of the places for runs that go on at once.
    let place: Int

    /// One row an article set aside: its place, its id where the store knows it, and the digest of its content.
    var members: String { "temp.members_\(place)" }
    /// What the store does not hold so yet, at the same place.
    var contents: String { "temp.contents_\(place)" }
    /// Places of articles that the store knows and holds otherwise.
    var suspects: String { "temp.suspects_\(place)" }
    /// Articles that the store does not know, by a digest of their key: small, as every page looks there.
    var newcomers: String { "temp.newcomers_\(place)" }
    /// Ids of articles that came with more than one or more than once, and the place of the one that has them.
    var ids: String { "temp.ids_\(place)" }
    /// Every id of an article that came with more than one.
    var aliases: String { "temp.aliases_\(place)" }
    /// Articles of the store that turned out to be the one at a place.
    var merges: String { "temp.merges_\(place)" }
    /// Articles of the store whose content is another now.
    var changed: String { "temp.changed_\(place)" }
    /// Articles that left the query.
    var removed: String { "temp.removed_\(place)" }
    /// Articles that the store knew and that come to the query, and those that come from a window that is not replaced.
    var joined: String { "temp.joined_\(place)" }
    /// Windows whose members are replaced.
    var replaced: String { "temp.replaced_\(place)" }

    /// Those with a row or more a place.
    var placed: [String] { [members, contents, suspects, aliases, merges] }

    var creation: String {
        """
        CREATE TABLE \(members) (position INTEGER PRIMARY KEY, article_id INTEGER, digest INTEGER);
        CREATE TABLE \(contents) (position INTEGER PRIMARY KEY, \(ArticleColumns.list()));
        CREATE TABLE \(suspects) (position INTEGER PRIMARY KEY);
        CREATE TABLE \(newcomers) (digest INTEGER PRIMARY KEY, position);
        CREATE TABLE \(ids) (provider, provider_id, position, PRIMARY KEY (provider, provider_id)) WITHOUT ROWID;
        CREATE TABLE \(aliases) (position, provider, provider_id, PRIMARY KEY (position, provider_id)) WITHOUT ROWID;
        CREATE TABLE \(merges) (article_id INTEGER PRIMARY KEY, position);
        CREATE TABLE \(changed) (article_id INTEGER PRIMARY KEY, position);
        CREATE TABLE \(removed) (article_id INTEGER PRIMARY KEY);
        CREATE TABLE \(joined) (article_id INTEGER PRIMARY KEY, window_id, is_kept);
        CREATE TABLE \(replaced) (window_id INTEGER PRIMARY KEY);
        """
    }

    /// Finds members by their article; made when first needed, as most runs never ask.
    var index: String {
        """
        CREATE UNIQUE INDEX IF NOT EXISTS temp.members_by_article_\(place) ON members_\(place) (article_id)
        WHERE article_id IS NOT NULL
        """
    }

    var all: [String] {
        [members, contents, suspects, newcomers, ids, aliases, merges, changed, removed, joined, replaced]
    }

    var removal: String { all.map { "DROP TABLE IF EXISTS \($0);" }.joined(separator: " ") }
}

/// The newest article and older id that the store holds.
///
/// Both only grow, so that equal ones mean that none came.
struct IdentityWatermark: Hashable {
    let article: Int64
    let alias: Int64

    init(of connection: borrowing Connection) throws(SQLiteError) {
        article = try connection.first("SELECT max(id) FROM articles") { $0.int64(0) ?? 0 } ?? 0
        alias = try connection.first("SELECT max(rowid) FROM _aliases") { $0.int64(0) ?? 0 } ?? 0
    }

    var hasAliases: Bool { alias > 0 }
}
