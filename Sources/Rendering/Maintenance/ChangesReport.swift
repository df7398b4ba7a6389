package import JSONText

/// What a file of changes carries, or what came of putting it into the store.
///
/// ## JSON
/// `{"action", "file", "bytes", "dry_run", "was_there", "from", "to", "tables", "notes"}`: `export` or `import`; the size of
/// the file (null for an import); whether everything was undone, and whether the store had all of it already (null for an
/// export); the positions that it leads from and to; `{"table", "added", "changed", "removed"}` a table with changes; and
/// `{"id", "outcome", "kept_as", "title"}` a note in which both sides had a hand: `both_kept` (the replica's under the
/// number `kept_as`), `kept` (removed there, changed here) or `brought_back` (removed here, changed there).
package struct ChangesReport: Report {
    package enum Action: String, Hashable, Sendable { case export, `import` }

    /// Rows of a table.
    package struct Table: Hashable, Sendable {
        package var name: String
        package var added: Int
        package var changed: Int
        package var removed: Int

        package init(name: String, added: Int, changed: Int, removed: Int) {
            self.name = name
            self.added = added
            self.changed = changed
            self.removed = removed
        }
    }

    /// A note in which both sides had a hand.
    package struct Note: Hashable, Sendable {
        package var id: Int64
        /// `both_kept`, `kept` or `brought_back`.
        package var outcome: String
        package var keptAs: Int64?
        package var title: String

        package init(id: Int64, outcome: String, keptAs: Int64?, title: String) {
            self.id = id
            self.outcome = outcome
            self.keptAs = keptAs
            self.title = title
        }
    }

    package var action: Action
    package var file: String
    package var bytes: Int?
    package var isDryRun = false
    package var wasThere: Bool?
    package var from: String
    package var to: String
    package var tables: [Table]
    package var notes: [Note] = []
    /// The copy that now stands where the store stands; nil where it stays as it was.
    package var advancedCopy: String?

    package init(_ action: Action, file: String, from: String, to: String, tables: [Table]) {
        self.action = action
        self.file = file
        self.from = from
        self.to = to
        self.tables = tables
    }

    package func text(on terminal: Terminal) -> String {
        var text = head.wrapped(on: terminal) + "\n"
        if !tables.isEmpty, wasThere != true {
            var table = TextTable([
                .init("TABLE"), .init("ADDED", .right), .init("CHANGED", .right), .init("REMOVED", .right),
            ])
            for row in tables {
                table.append([.init(row.name), .init("\(row.added)"), .init("\(row.changed)"), .init("\(row.removed)")])
            }
            text += table.text(on: terminal)
        }
        for note in notes { text += words(note).wrapped(on: terminal) + "\n" }
        if let advancedCopy {
            text += "\(advancedCopy) now is what the store is; the next file leads on from here".harmless + "\n"
        }
        return text
    }

    private var head: String {
        let file = file.harmless
        switch action {
        case .export:
            let size = bytes.map { ", \(ByteWords($0))" } ?? ""
            if tables.isEmpty { return "\(file): nothing has changed since \(from)\(size)" }
            return from == to
                ? "\(file) carries what changed since \(from)\(size)"
                : "\(file) leads from \(from) to \(to)\(size)"
        case .import:
            if wasThere == true { return "the store had all of \(file) already, it is at \(to)" }
            if from == to {
                return isDryRun
                    ? "would bring what changed since \(from); nothing was changed"
                    : "brought what changed since \(from)"
            }
            return isDryRun
                ? "would lead the store from \(from) to \(to); nothing was changed"
                : "the store was at \(from), and is at \(to)"
        }
    }

    private func words(_ note: Note) -> String {
        let title = note.title.isEmpty ? "" : " (\(note.title.harmless))"
        let name = "note \(note.id)\(title)"
        switch note.outcome {
        case "both_kept":
            return "\(name) was written on both sides: \(note.id) is the source's, yours is kept as "
                + (note.keptAs.map { "\($0)" } ?? "another")
        case "kept": return "\(name) was removed at the source and changed here: it stays"
        default: return "\(name) was removed here and changed at the source: it is back"
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("action", action.rawValue)
            writer.member("file", file)
            writer.member("bytes", bytes)
            writer.member("dry_run", isDryRun)
            writer.key("was_there")
            if let wasThere { writer.bool(wasThere) } else { writer.null() }
            writer.member("from", from)
            writer.member("to", to)
            writer.key("tables")
            writer.array { writer in
                for table in tables {
                    writer.object { writer in
                        writer.member("table", table.name)
                        writer.member("added", table.added)
                        writer.member("changed", table.changed)
                        writer.member("removed", table.removed)
                    }
                }
            }
            writer.key("notes")
            writer.array { writer in
                for note in notes {
                    writer.object { writer in
                        writer.member("id", Int(note.id))
                        writer.member("outcome", note.outcome)
                        writer.member("kept_as", note.keptAs.map { Int($0) })
                        writer.member("title", note.title)
                    }
                }
            }
        }
    }
}
