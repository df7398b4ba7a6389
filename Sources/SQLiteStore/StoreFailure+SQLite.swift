package import Articles
package import SQLite

extension StoreFailure {
    /// What SQLite refused, as a person is told it.
    package init(_ error: SQLiteError, tried: String) {
        let (kind, hint): (Kind, String?) =
            switch error.kind {
            case .busy, .locked, .protocol: (.busy, "another program is writing to the store; try again")
            case .full: (.full, "free some space on the disk that holds the store")
            case .readOnly, .permission, .authorization:
                (
                    .readOnly,
                    "the store and its folder must be writable for this user; reading alone needs its -wal and -shm beside it"
                )
            case .cannotOpen: (.other, "see whether the folder is there and this user may use it")
            case .corrupt, .notADatabase, .format:
                (.unusable, "name another file in [store] path, or bring back a copy of this one")
            case .input: (.other, "see whether the disk works and has space left, and that no size limit is set")
            case .interrupted: (.other, nil)
            case .constraint:
                (.other, "another program changed the store meanwhile; run it again")
            default: (.other, nil)
            }
        let reason = error.kind == .interrupted ? "cancelled" : error.message
        self.init(kind, tried: tried, reason: reason, hint: hint)
    }
}
