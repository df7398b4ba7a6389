internal import Chronology
internal import SQLite

/// What providers' answers have looked like so far, one text a provider.
enum ProviderShapes {
    static func shape(of provider: String, in connection: borrowing Connection) throws(SQLiteError) -> String? {
        try connection.first("SELECT shape FROM _shapes WHERE provider = ?1", .text(provider)) { $0.text(0) } ?? nil
    }

    /// When what is known of a provider's answers last changed.
    static func change(of provider: String, in connection: borrowing Connection) throws(SQLiteError) -> Instant? {
        try connection.first("SELECT changed_at FROM _shapes WHERE provider = ?1", .text(provider)) {
            RunColumns.instant($0.text(0))
        } ?? nil
    }

    /// One that is what it was is not written.
    static func keep(
        _ shape: String, of provider: String, at now: Instant, in connection: borrowing Connection
    ) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO main._shapes (provider, shape, changed_at) VALUES (?1, ?2, ?3)
            ON CONFLICT (provider) DO UPDATE SET shape = excluded.shape, changed_at = excluded.changed_at
            WHERE shape <> excluded.shape
            """, .text(provider), .text(shape), .text(now.description))
    }
}
