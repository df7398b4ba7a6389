internal import SQLite

/// How many rows of a table are new, changed or gone.
package struct ChangeCounts: Hashable, Sendable {
    package var added = 0
    package var changed = 0
    package var removed = 0

    package init(added: Int = 0, changed: Int = 0, removed: Int = 0) {
        self.added = added
        self.changed = changed
        self.removed = removed
    }

    mutating func count(_ operation: RowChange.Operation) {
        switch operation {
        case .insert: added += 1
        case .update: changed += 1
        case .delete: removed += 1
        }
    }
}
