package import Articles
package import Chronology
internal import SQLite

/// How much of a store is not used.
package struct Slack: Hashable, Sendable {
    package var size: StoreSize
    /// Bytes inside pages that hold something, of which some are given back too; nil where SQLite cannot tell.
    package var insidePages: Int?
    /// Of the log beside the file.
    package var log: Int
}

/// What came of making a store smaller.
package struct Compaction: Hashable, Sendable {
    package var before: StoreSize
    package var after: StoreSize
    /// Whether the log was emptied; a reader that looks at a former state keeps it from that.
    package var emptiedLog: Bool
}

extension SQLiteArticleReader {
    /// Looks how much of the store is not used; every page is read.
    package func slack() throws(StoreFailure) -> Slack {
        let log = FileStanding.size(of: path + "-wal")
        return try snapshot("see how much of \(path) is free") { connection throws(SQLiteError) in
            let size = try StoreSize(of: connection)
            var inside: Int?
            do throws(SQLiteError) {
                inside =
                    try connection.first("SELECT total(unused) FROM dbstat WHERE aggregate = 1") { $0.int(0) } ?? nil
            } catch {
                // An SQLite that was built without this table.
                guard error.kind == .error else { throw error }
            }
            return Slack(size: size, insidePages: inside, log: log)
        }
    }
}

extension SQLiteArticleWriter {
    /// Brings the full-text index together and makes the file anew without what is free in it.
    ///
    /// Others wait to write, none to read. What is kept is the same before and after, and a process that dies in between
    /// leaves what was before. Cancelling the task ends it.
    ///
    /// - Throws: `going` while a run goes on, `busy` where somebody else writes for longer than is waited.
    package func compact(at now: Instant) async throws(StoreFailure) -> Compaction {
        let tried = "compact"
        var holders = try perform(tried) { file throws(SQLiteError) in
            try StoreHolders.runs(at: now, in: file.connection)
        }
        if let first = holders.first {
            throw StoreFailure(
                .going, tried: tried, reason: "\(first.words) goes on, and would have to wait",
                hint: "try again when it has ended")
        }
        do throws(StoreFailure) {
            return try await cancellable(tried) { file throws(SQLiteError) in
                if let service = try StoreHolders.service(in: file.connection) { holders.append(service) }
                return try file.compact()
            }
        } catch {
            guard error.kind == .busy else { throw error }
            let who = holders.first.map { "\($0.words) holds it" } ?? "another program holds it"
            throw StoreFailure(.busy, tried: tried, reason: "\(who) (\(error.reason))", hint: "try again later")
        }
    }
}

extension StoreFile {
    fileprivate func compact() throws(SQLiteError) -> Compaction {
        let before = try StoreSize(of: connection)
        for table in try FullTextTables.names(in: connection) {
            try connection.transaction(.immediate) { () throws(SQLiteError) in
                try connection.execute("INSERT INTO \(table) (\(table)) VALUES ('optimize')")
            }
        }
        try connection.execute("VACUUM")
        // What was rewritten is in the log until it is copied into the file, which readers may put off.
        let isBusy = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) == 1 } ?? true
        return Compaction(before: before, after: try StoreSize(of: connection), emptiedLog: !isBusy)
    }
}
