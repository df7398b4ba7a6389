internal import Articles
internal import SQLite

/// Puts one file of changes into a store.
final class ChangeImporter {
    private let place: String
    private let head: ChangeHead
    private let tried: String
    private var outcome: ChangeImport
    private var conflicts: [String] = []
    private var conflictCount = 0

    /// So many rows in conflict are told.
    private static let mostConflicts = 5
    /// What a row says of a process on the machine that it came from; no two stores need agree on it.
    private static let processColumns = ["runs": "_owner"]

    init(_ place: String, _ head: ChangeHead, tried: String) {
        self.place = place
        self.head = head
        self.tried = tried
        outcome = ChangeImport(from: head.from, to: head.to)
    }

    func run(in connection: borrowing Connection, isTrial: Bool) throws -> ChangeImport {
        try connection.execute("BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = ON")
        do {
            let position = try StorePosition.read(of: "main", in: connection)
            let imported = try NoteMark.imported(of: "main", in: connection)
            let notes = head.notes?.standing(after: imported) ?? .next
            try requireFit(position, notes, try connection.first("PRAGMA user_version") { $0.int(0) ?? 0 } ?? 0)
            if notes == .former { outcome.wasThere = true } else { try put(notes, imported, in: connection) }
            outcome.tables = try ChangeFile.counts(of: place, tried: tried)
            if isTrial { connection.rollBack() } else { try connection.execute("COMMIT") }
            return outcome
        } catch {
            connection.rollBack()
            throw error
        }
    }

    private func put(
        _ notes: NoteSpan.Standing, _ imported: [String], in connection: borrowing Connection
    ) throws {
        let before = connection.totalChanges
        // Notes that were taken are the replica's to change: they are not weighed a second time.
        try mergeWholeRows(withNotes: notes == .next, in: connection)
        try apply(in: connection)
        // A run that goes on at the source goes on in no process here.
        try connection.run("UPDATE runs SET _owner = NULL WHERE outcome = 'running' AND _owner IS NOT NULL")
        outcome.wasThere = connection.totalChanges == before
        if !outcome.wasThere { try tellIndex(in: connection) }
        guard let mark = head.notes?.to else { return try NoteMark.forget(in: connection) }
        if mark != imported.last { try NoteMark.keep(mark, in: connection) }
    }

    private func requireFit(
        _ position: StorePosition, _ notes: NoteSpan.Standing, _ version: Int
    ) throws(StoreFailure) {
        guard version == head.version else {
            throw StoreFailure(
                .refused, tried: tried, reason: "the store is of version \(version), the changes of \(head.version)",
                hint: "use the same release of articlesync on both sides")
        }
        guard position != head.from, position != head.to else { return try requireFit(position, notes) }
        let hint: String =
            if let run = position.run, let from = head.from.run, run < from {
                "import the file before it first, or export the changes since a copy of this store"
            } else {
                "the file is older than what the store has, or the store has synced by itself, which a replica leaves to its source; "
                    + "export the changes since a copy of this store, or begin anew with a backup"
            }
        throw StoreFailure(
            .refused, tried: tried,
            reason: "they lead from \(head.from) to \(head.to), and the store is at \(position)", hint: hint)
    }

    /// Runs say that it fits; edits of notes alone move none.
    private func requireFit(_ position: StorePosition, _ notes: NoteSpan.Standing) throws(StoreFailure) {
        guard notes == .astray || (notes == .former && position != head.to) else { return }
        throw StoreFailure(
            .refused, tried: tried,
            reason: "its notes do not lead on from those that the store was brought to last",
            hint: "import the files in the order in which they were made; where one of them is lost, "
                + "export the changes since a copy of this store")
    }

    private func apply(in connection: borrowing Connection) throws {
        let known = try TravellingTables.names(of: "main", in: connection)
        var columns: [String: Int] = [:]
        for (table, name) in Self.processColumns {
            columns[table] = try TravellingTables.columns(of: table, in: "main", connection).firstIndex(of: name)
        }
        try ChangeFile.forEach(.rows, of: place, tried: tried) { change in
            guard !known.contains(change.table) else { return }
            throw StoreFailure(.refused, tried: tried, reason: "the store takes no rows of \(change.table) from others")
        }
        let dangling = try connection.apply(try ChangeFile.bytes(of: .rows, in: place, tried: tried)) {
            [unowned self] change, conflict in resolve(change, conflict, ignoring: columns[change.table])
        }
        if conflictCount == 0, dangling > 0 {
            conflictCount = dangling
            conflicts = ["references of rows lead nowhere"]
        }
        guard conflictCount == 0 else {
            let more = conflictCount - conflicts.count
            throw StoreFailure(
                .refused, tried: tried,
                reason: "this store has changed rows that the file is about: " + conflicts.joined(separator: "; ")
                    + (more > 0 ? "; and \(more) more" : ""),
                hint: "nothing was changed; export the changes since a copy of this store, or begin anew with a backup")
        }
    }

    /// Tells an index that trails the articles, where the store has one, which of them have come to a query: triggers tell
    /// it of all else, and a replacement of this.
    private func tellIndex(in connection: borrowing Connection) throws {
        let tables = "SELECT count(*) FROM sqlite_schema WHERE name IN ('_index', '_unindexed')"
        guard try connection.first(tables, read: { $0.int(0) }) == 2 else { return }
        try ChangeFile.forEach(.rows, of: place, tried: tried) { change in
            guard change.table == "query_articles", change.operation == .insert, let article = change.key.last else {
                return
            }
            try connection.run(
                "INSERT OR IGNORE INTO _unindexed (article_id) SELECT ?1 WHERE ?1 <= (SELECT article FROM _index)",
                article)
        }
    }

    /// What is as it is to be already is no conflict.
    private func resolve(
        _ change: RowChange, _ conflict: ChangeConflict, ignoring column: Int?
    ) -> ConflictResolution {
        func isAs(_ wanted: [SQLiteValue?], _ current: [SQLiteValue]) -> Bool {
            zip(wanted, current).enumerated().allSatisfy { index, pair in
                index == column || pair.0 == nil || pair.0 == pair.1
            }
        }
        switch (change.operation, conflict) {
        case (.delete, .missing): return .leave
        case (.delete, .differs(let current)) where isAs(change.old, current): return .replace
        case (.insert, .occupied(let current)) where isAs(change.new, current): return .leave
        case (.update, .differs(let current)) where isAs(change.new, current): return .leave
        default:
            conflictCount += 1
            if conflicts.count < Self.mostConflicts { conflicts.append(Self.words(change, conflict)) }
            return .leave
        }
    }

    private static func words(_ change: RowChange, _ conflict: ChangeConflict) -> String {
        let key = change.key.map { value in
            switch value {
            case .integer(let number): "\(number)"
            case .text(let text): text
            default: "?"
            }
        }.joined(separator: ", ")
        let what =
            switch conflict {
            case .differs: "is another than it was there"
            case .missing: "is not here"
            case .occupied: "is here already, and another"
            case .constraint: "does not fit beside the others"
            }
        return "\(change.table) \(key) \(what)"
    }

    // MARK: - Rows that travel whole

    private func mergeWholeRows(withNotes: Bool, in connection: borrowing Connection) throws {
        var (former, source): ([Int64: [SQLiteValue]], [Int64: [SQLiteValue]]) = ([:], [:])
        try ChangeFile.forEach(.gone, of: place, tried: tried) { change in
            let row = change.old.map { $0 ?? .null }
            if change.table == "notes", case .integer(let id)? = row.first { former[id] = row }
            if change.table == "_aliases" {
                try connection.run("DELETE FROM _aliases WHERE (provider, provider_id, article_id) = (?1, ?2, ?3)", row)
            }
        }
        try ChangeFile.forEach(.come, of: place, tried: tried) { change in
            let row = change.new.map { $0 ?? .null }
            if change.table == "notes", case .integer(let id)? = row.first { source[id] = row }
            if change.table == "_aliases" { try addAlias(row, in: connection) }
        }
        guard withNotes else { return }
        let table = try NoteTable(in: connection)
        // New numbers are above those of both sides.
        var next = max(try table.lastNumber(in: connection), source.keys.max() ?? 0)
        for id in Set(former.keys).union(source.keys).sorted() {
            let local = try table.row(id, in: connection)
            let merge = NoteMerge(former: former[id], source: source[id], local: local)
            var merged = ChangeImport.MergedNote(
                id: id, outcome: .kept, keptAs: nil, title: table.title(of: local ?? source[id] ?? []))
            switch merge {
            case .nothing: continue
            case .write:
                try table.write(source[id] ?? [], in: connection)
                continue
            case .remove:
                try connection.run("DELETE FROM notes WHERE id = ?1", .integer(id))
                continue
            case .keepBoth:
                next += 1
                try table.move(id, to: next, in: connection)
                try table.write(source[id] ?? [], in: connection)
                (merged.outcome, merged.keptAs) = (.bothKept, next)
            case .keep: merged.outcome = .kept
            case .bringBack:
                try table.write(source[id] ?? [], in: connection)
                merged.outcome = .broughtBack
            }
            outcome.notes.append(merged)
        }
    }

    private func addAlias(_ row: [SQLiteValue], in connection: borrowing Connection) throws(SQLiteError) {
        try connection.run(
            "INSERT INTO _aliases (provider, provider_id, article_id) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING", row)
        let isThere = try connection.first(
            "SELECT 1 FROM _aliases WHERE (provider, provider_id, article_id) = (?1, ?2, ?3)", row
        ) { _ in true }
        guard isThere == nil else { return }
        conflictCount += 1
        if case .text(let id)? = row.dropFirst().first {
            conflicts.append("the former id \(id) is another article's here")
        }
    }
}
