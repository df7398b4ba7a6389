package import Articles
internal import SQLite

/// What leads from a former copy of a store to the store, in a file.
package struct ChangeExport: Hashable, Sendable {
    package var from: StorePosition
    package var to: StorePosition
    /// By table; those without changes are left out.
    package var tables: [String: ChangeCounts]
    /// Of the file.
    package var bytes: Int
}

extension SQLiteArticleReader {
    /// Writes a file of changes: what leads from a former copy of this store to what it holds now, in one snapshot.
    ///
    /// Reading is all that this needs of both. In memory are the keys of new rows and the former state of others.
    ///
    /// - Parameters:
    ///   - copy: what a replica holds: a copy, or the replica's file itself.
    ///   - place: of the file to make.
    ///   - advances: whether the copy is replaced by a copy of the same snapshot, so that the next file leads on from here.
    /// - Throws: `refused` where the copy is of another version, is the store itself, or where something stands at the place;
    ///   where the copy is to be replaced and notes were written in it.
    package func exportChanges(
        since copy: String, to place: String, replacing replaces: Bool = false, advancing advances: Bool = false
    ) throws(StoreFailure) -> ChangeExport {
        let tried = "export the changes of \(path) since \(copy) to \(place)"
        do {
            let comparison = try StoreComparison(path, copy, tried: tried)
            guard !FileStanding.areSame(copy, place) else {
                throw StoreFailure(
                    .refused, tried: tried, reason: "\(place) is the copy itself", hint: "name another file")
            }
            let own = advances ? try comparison.notesOfCopyAlone() : []
            guard own.isEmpty else {
                let numbers = own.prefix(12).map { "\($0)" }.joined(separator: ", ") + (own.count > 12 ? " …" : "")
                throw StoreFailure(
                    .refused, tried: tried,
                    reason:
                        "notes were written in \(copy) (\(numbers)), as in a replica's own file, and would be lost there",
                    hint: "leave --advance out, or name a copy that nobody works with")
            }
            let file = try PlacedFile(place, replaces: replaces, original: path, tried: tried)
            let writer = try ChangeFile.Writer(file)
            try comparison.write(to: writer)
            try writer.end()
            // What was written is read back, to count it and to see that it can be read.
            let head = try ChangeFile.examine(file.partial, tried: tried)
            let tables = try ChangeFile.counts(of: file.partial, tried: tried)
            let next = advances ? try PlacedFile(copy, replaces: true, original: path, tried: tried) : nil
            if let next { try comparison.copyStore(to: next.partial) }
            let bytes = try file.put()
            try next?.put()
            return ChangeExport(from: head.from, to: head.to, tables: tables, bytes: bytes)
        } catch let failure as StoreFailure {
            throw failure
        } catch let error as SQLiteError {
            throw StoreFailure(error, tried: tried)
        } catch {
            throw StoreFailure(.other, tried: tried, reason: "\(error)")
        }
    }
}

extension ChangeFile {
    /// How many rows of each table are in a file.
    static func counts(of path: String, tried: String) throws -> [String: ChangeCounts] {
        var tables: [String: ChangeCounts] = [:]
        try forEach(.rows, of: path, tried: tried) { tables[$0.table, default: ChangeCounts()].count($0.operation) }
        // One that is gone and come has changed.
        var gone: [String: Set<[SQLiteValue]>] = [:]
        try forEach(.gone, of: path, tried: tried) { gone[$0.table, default: []].insert($0.key) }
        try forEach(.come, of: path, tried: tried) { change in
            let isKnown = gone[change.table]?.remove(change.key) != nil
            tables[change.table, default: ChangeCounts()].count(isKnown ? .update : .insert)
        }
        for (table, rows) in gone where !rows.isEmpty {
            tables[table, default: ChangeCounts()].removed += rows.count
        }
        return tables
    }
}
