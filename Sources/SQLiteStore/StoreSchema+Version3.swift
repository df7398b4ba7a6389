extension StoreSchema {
    /// What the service that runs on the store says of itself, and what it has to tell others.
    static let version3 = """
        CREATE TABLE _service ( -- one row: the service that runs on this store, or ran last
            id INTEGER PRIMARY KEY CHECK (id = 1),
            owner TEXT NOT NULL, -- its process
            version TEXT NOT NULL,
            configuration TEXT NOT NULL, -- the file that it reads
            started_at TEXT NOT NULL,
            reloaded_at TEXT NOT NULL, -- when it read that file last
            refusal TEXT, -- why it went on with what it had before
            stopped_at TEXT -- NULL while it runs, and for ever where it was killed
        ) STRICT;
        CREATE TABLE _outbox ( -- what webhooks are to be told and have not been
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            notice TEXT NOT NULL, -- the same at every try, and for every target
            target TEXT NOT NULL, -- by its name; its address stands in the configuration alone
            event TEXT NOT NULL,
            query TEXT,
            created_at TEXT NOT NULL,
            body TEXT NOT NULL, -- JSON, as it is sent
            attempts INTEGER NOT NULL DEFAULT 0,
            next_at TEXT NOT NULL,
            reason TEXT -- why the last try failed
        ) STRICT;
        CREATE INDEX _outbox_of_target ON _outbox (target, id);
        CREATE TABLE _notices ( -- what was told about a query, so that it is not told again
            query TEXT PRIMARY KEY,
            failing_since TEXT,
            failure_told_at TEXT,
            stale_told_of TEXT, -- contents_at of the contents that were told to be stale
            is_held INTEGER NOT NULL,
            drift_told TEXT,
            is_troubled INTEGER NOT NULL -- whether something was told that a fresh run makes good
        ) STRICT, WITHOUT ROWID;
        """
}
