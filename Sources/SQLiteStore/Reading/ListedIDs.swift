internal import Articles
internal import Records
internal import SQLite

/// The store ids of a listing's articles in its order, read as they are asked for, in the transaction of a connection.
struct ListedIDs: ~Copyable {
    private let listing: ArticleListing
    private let tried: String
    /// The first of them, until it has come to its end.
    private var walk: RankWalk?
    private var rest: Statement?
    private var passed = 0
    private var given = 0

    /// - Throws: `usage` for a search, a predicate or sort keys that cannot be read.
    init(
        _ listing: ArticleListing, extent: RankWalk.Extent = RankWalk.Extent(), in connection: borrowing Connection,
        tried: String
    ) throws(StoreFailure) {
        self.listing = listing
        self.tried = tried
        walk = try ArticleSelection.walk(listing, extent: extent, in: connection, tried: tried)
        if walk == nil { rest = try Self.statement(listing, from: nil, in: connection, tried: tried) }
    }

    /// The next one; nil at the end.
    mutating func next(in connection: borrowing Connection) throws(StoreFailure) -> Int64? {
        while walk != nil {
            guard given < listing.limit ?? .max else { return nil }
            guard let id = try StoreOpening.attempt(tried, { () throws(SQLiteError) in try walk?.next() }) else {
                try leaveWalk(in: connection)
                break
            }
            guard passed == max(listing.offset, 0) else {
                passed += 1
                continue
            }
            given += 1
            return id
        }
        return try StoreOpening.attempt(tried) { () throws(SQLiteError) in
            try rest?.step() == true ? rest?.int64(0) : nil
        }
    }

    private mutating func leaveWalk(in connection: borrowing Connection) throws(StoreFailure) {
        var remaining = listing
        remaining.offset = max(listing.offset, 0) - passed
        remaining.limit = listing.limit.map { $0 - given }
        let (rank, isWhole) = (walk?.nextRank, walk?.isWhole)
        walk = nil
        if isWhole != true { rest = try Self.statement(remaining, from: rank, in: connection, tried: tried) }
    }

    private static func statement(
        _ listing: ArticleListing, from rank: Int?, in connection: borrowing Connection, tried: String
    ) throws(StoreFailure) -> Statement {
        let selection = try ArticleSelection(listing, from: rank, in: connection, tried: tried)
        return try StoreOpening.attempt(tried) { () throws(SQLiteError) in
            var ids = try connection.prepare(selection.sql)
            ids.bind(selection.values)
            return ids
        }
    }
}
