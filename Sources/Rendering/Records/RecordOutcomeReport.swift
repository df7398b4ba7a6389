package import JSONText

/// What came of inserting, updating or deleting rows, or would come of it.
///
/// ## JSON
/// `{"outcome", "entity", "dry_run", "key", "matched", "changed", "ignored"}`: `inserted`, `updated` or `deleted`; the key
/// of a new row, else null; how many rows were meant, and how many are new, another or gone (or would be); and the keys
/// that were passed over, each with `key` and `reason`.
package struct RecordOutcomeReport: Report {
    package var outcome: Outcome
    package var entity: String
    /// One row and several, in words.
    package var singular: String
    package var plural: String
    package var isDryRun = false
    package var ignored: [(key: String, reason: String)] = []

    package enum Outcome: Hashable, Sendable {
        /// A row, of this key where it has one.
        case inserted(key: RecordCell?)
        /// So many were meant, and so many became others.
        case updated(matched: Int, changed: Int)
        case deleted(Int)
    }

    package init(_ outcome: Outcome, of entity: String, singular: String, plural: String) {
        self.outcome = outcome
        self.entity = entity
        self.singular = singular
        self.plural = plural
    }

    package func text(on terminal: Terminal) -> String {
        let would = isDryRun ? "would be " : ""
        switch outcome {
        case .inserted(let key): return "1 \(singular) inserted\(key.map { ": \($0.words.harmless)" } ?? "")\n"
        case .updated(0, _), .deleted(0): return "No \(singular) is like that; nothing \(would)changed.\n"
        case .updated(let matched, let changed):
            let same = matched - changed
            let rest = "\(same) \(same == 1 ? (isDryRun ? "is" : "was") : (isDryRun ? "are" : "were")) so already"
            if changed == 0 { return "\(counted(matched, singular, plural)) meant: \(rest)\n" }
            return "\(counted(changed, singular, plural)) \(would)updated\(same > 0 ? ", \(rest)" : "")\n"
        case .deleted(let count): return "\(counted(count, singular, plural)) \(would)deleted\n"
        }
    }

    package func write(to writer: inout JSONWriter) {
        let (name, key, matched, changed): (String, RecordCell?, Int, Int) =
            switch outcome {
            case .inserted(let key): ("inserted", key, 1, 1)
            case .updated(let matched, let changed): ("updated", nil, matched, changed)
            case .deleted(let count): ("deleted", nil, count, count)
            }
        writer.object { writer in
            writer.member("outcome", name)
            writer.member("entity", entity)
            writer.member("dry_run", isDryRun)
            writer.key("key")
            writer.cell(key ?? .missing)
            writer.member("matched", matched)
            writer.member("changed", changed)
            writer.key("ignored")
            writer.array { writer in
                for (key, reason) in ignored {
                    writer.object { writer in
                        writer.member("key", key)
                        writer.member("reason", reason)
                    }
                }
            }
        }
    }
}
