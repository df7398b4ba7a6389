// The room SQLiteStore.
