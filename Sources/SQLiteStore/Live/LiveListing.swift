internal import Articles
internal import Records
internal import SQLite

/// A listing as live rows read it, whatever file stands at the store's path.
final class LiveListing: LiveSource {
    private let path: String
    private let listing: ArticleListing
    private var opened: (reader: SQLiteArticleReader, file: FileIdentity)?
    private var openings = 0
    /// Whether the store was there once, or was waited for: then what is wrong with it may pass.
    private var isPatient = false
    private var pause: LivePause?

    init(_ path: String, _ listing: ArticleListing) {
        self.path = path
        self.listing = listing
    }

    /// Reads a listing's texts against an empty store, so that a mistake in them is told before there is one.
    static func check(_ listing: ArticleListing, tried: String) throws(StoreFailure) {
        let store = try StoreOpening.attempt(tried) { () throws(SQLiteError) in
            let store = try Connection(path: ":memory:", access: .create)
            _ = try StoreSchema.current.migrate(store)
            return store
        }
        _ = try ArticleSelection(listing, in: store, tried: tried)
    }

    func stamp() throws -> DatabaseStamp {
        try attempt { () throws(StoreFailure) in
            guard let file = FileIdentity(path: path) else {
                opened = nil
                throw StoreFailure(.missing, tried: "follow it", reason: "there is no store")
            }
            let reader = reader(of: file)
            let version = try reader.dataVersion()
            return DatabaseStamp(file, connection: openings, version: version)
        }
    }

    func rows(atMost limit: Int) throws -> [StoredArticle] {
        try attempt { () throws in
            var articles: [StoredArticle] = []
            var listing = listing
            listing.limit = min(listing.limit ?? limit, limit)
            _ = try opened?.reader.articles(listing) { articles.append($0) }
            return articles
        }
    }

    /// What the store has of an article that is not listed any more; nil where it has nothing, or cannot say.
    func article(_ key: ArticleKey) -> StoredArticle? { try? opened?.reader.article(key.description) }

    /// One connection, as versions of two cannot be compared; another file needs another.
    private func reader(of file: FileIdentity) -> SQLiteArticleReader {
        if let opened, opened.file == file { return opened.reader }
        let reader = SQLiteArticleReader(path: path, connections: 1)
        opened = (reader, file)
        openings += 1
        return reader
    }

    private func attempt<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            let value = try work()
            (isPatient, pause) = (true, nil)
            return value
        } catch let failure as StoreFailure {
            // A connection that has failed may have seen half of a file that is being put there.
            opened = nil
            switch failure.kind {
            case .usage: throw failure
            case .missing, .busy: isPatient = true
            default: guard isPatient else { throw failure }
            }
            let pause = pause(for: failure)
            self.pause = pause
            throw pause
        }
    }

    /// Why nothing can be read now, without the states that a store goes through while it is made.
    private func pause(for failure: StoreFailure) -> LivePause {
        switch failure.kind {
        case .missing: return pause ?? LivePause("there is no store at \(path)")
        case .busy: return pause ?? LivePause("\(path) is held by another program: \(failure.reason)")
        default:
            if let pause, isPassing { return pause }
            return LivePause("\(path) cannot be read: \(failure.reason)")
        }
    }

    /// Whether what was wrong is that the store is being made, which it may have been by now.
    private var isPassing: Bool {
        guard let store = try? Connection(path: path, access: .readOnly),
            let standing = try? StoreSchema.current.standing(of: store)
        else { return false }
        return switch standing {
        case .empty, .older, .current: true
        case .newer, .foreign: false
        }
    }
}

extension SQLiteArticleReader {
    /// Another number as soon as something was committed, by whatever process; for a reader of one connection.
    fileprivate func dataVersion() throws(StoreFailure) -> Int {
        try snapshot("look at \(path)") { connection throws(SQLiteError) in
            try connection.first("PRAGMA data_version") { $0.int(0) ?? 0 } ?? 0
        }
    }
}
