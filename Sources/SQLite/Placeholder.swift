// The room SQLite.
