package import Articles
internal import SQLite

/// What became of a wish to copy a store.
package struct StoreCopy: Hashable, Sendable {
    /// Of the copy.
    package var bytes: Int
    /// Whether indexes of the copy were compared with their tables too; large ones are only read.
    package var wasThorough: Bool
    /// What was replaced.
    package var generations: Int
}

extension SQLiteArticleReader {
    /// Up to so many bytes a copy is looked through thoroughly.
    private static let thoroughUpTo = 256 << 20

    /// Copies the store into one file, while writers go on.
    ///
    /// The copy is what the store was in one snapshot. It is looked through, made durable, and put in its place whole:
    /// there is never a part of it there. Reading is all that this needs of the store. Cancelling the task ends it.
    ///
    /// - Parameters:
    ///   - place: of the copy.
    ///   - replaces: whether a file that stands there is replaced.
    ///   - onProgress: told how many bytes are copied, and how many there are.
    /// - Throws: `refused` where something stands at the place, `unusable` where the store, and so the copy, is damaged.
    package func copy(
        to place: String, replacing replaces: Bool = false,
        onProgress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(StoreFailure) -> StoreCopy {
        let tried = "copy \(path) to \(place)"
        let source = try StoreOpening.forCopying(path, tried: tried)
        let file = try PlacedFile(place, replaces: replaces, original: path, tried: tried)
        do {
            let page = try source.first("PRAGMA page_size") { $0.int(0) ?? 0 } ?? 0
            try source.copy(to: file.partial) { done, total in
                onProgress(done * page, total * page)
                guard !Task.isCancelled else { throw SQLiteError.cancelled }
            }
            let found = try Self.lookThrough(file.partial)
            let bytes = try file.put()
            return StoreCopy(bytes: bytes, wasThorough: found.wasThorough, generations: found.generations)
        } catch let damage as CopyDamage {
            throw StoreFailure(
                .unusable, tried: tried, reason: "the store is damaged: \(damage.finding)",
                hint: "no copy was made; stop the service and `cp` the file with its -wal, "
                    + "then `sqlite3 FILE .recover` saves what can be read")
        } catch let failure as StoreFailure {
            throw failure
        } catch let error as SQLiteError {
            guard error.kind != .full, error.kind != .input else {
                throw StoreFailure(
                    error.kind == .full ? .full : .other, tried: tried, reason: error.message,
                    hint:
                        "free some space on the disk of \(place), or name a file on another one; nothing was left there"
                )
            }
            throw StoreFailure(error, tried: tried)
        } catch {
            throw StoreFailure(.other, tried: tried, reason: "\(error)")
        }
    }

    private struct CopyDamage: Error { let finding: String }

    private static func lookThrough(_ copy: String) throws -> (wasThorough: Bool, generations: Int) {
        let connection = try Connection(path: copy, access: .readOnly, cacheKiB: 4_096)
        connection.askToContinue(every: 100_000) { !Task.isCancelled }
        let isThorough = try StoreSize(of: connection).bytes <= thoroughUpTo
        let pragma = isThorough ? "integrity_check" : "quick_check"
        let found: String?
        do throws(SQLiteError) { found = try connection.first("PRAGMA \(pragma)(1)") { $0.text(0) ?? "" } } catch {
            guard error.kind == .corrupt else { throw error }
            throw CopyDamage(finding: error.message)
        }
        guard found == "ok" else { throw CopyDamage(finding: found ?? "it cannot be read") }
        let generations = try connection.first("SELECT total(generation) FROM queries") { $0.int(0) ?? 0 } ?? 0
        return (isThorough, generations)
    }
}

extension StoreOpening {
    /// Opens a store of any version that is ours, for reading.
    static func forCopying(_ path: String, tried: String) throws(StoreFailure) -> Connection {
        switch FileStanding(path) {
        case .usable, .unwritable: break
        case .missing, .folderMissing, .unmakable, .folder, .special, .unreadable:
            return try forReading(path, tried: tried)
        }
        let connection = try attempt(tried) { () throws(SQLiteError) in
            try Connection(path: path, access: .readOnly, cacheKiB: 1_024)
        }
        switch try attempt(tried, { () throws(SQLiteError) in try StoreSchema.current.standing(of: connection) }) {
        case .current, .older, .newer: return connection
        case .empty, .foreign: return try forReading(path, tried: tried)
        }
    }
}
