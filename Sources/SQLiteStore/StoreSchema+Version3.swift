extension StoreSchema {
    /// What the service that runs on the store says of itself.
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
        """
}
