internal import SQLite

/// What the notes of a store have come to, in a word: another one after each note that is written, changed or removed.
///
/// It is told from the notes themselves: the last number given, how many notes there are, how often they were written, and
/// when last. What another program does to the date or the article of a note without counting it is not seen.
enum NoteMark {
    /// The mark of a database's own notes, without a space in it.
    static func own(of database: String, in connection: borrowing Connection) throws(SQLiteError) -> String {
        let counts = try TravellingTables.columns(of: "notes", in: database, connection).contains("_version")
        return try connection.first(
            """
            SELECT coalesce((SELECT seq FROM \(database).sqlite_sequence WHERE name = 'notes'), 0) || '/' || count(*)
                || '/' || coalesce(sum(\(counts ? "_version" : "1")), 0)
                || '/' || replace(coalesce(max(changed_at), '-'), ' ', '_')
            FROM \(database).notes
            """
        ) { $0.text(0) ?? "" } ?? ""
    }

    // MARK: - What a replica took

    /// So many are kept: files before them are refused as too old, not known as had.
    private static let most = 200

    /// The marks of a source's notes that files brought the replica to, the newest last; none where it took no file yet.
    static func imported(of database: String, in connection: borrowing Connection) throws(SQLiteError) -> [String] {
        try connection.all("SELECT mark FROM \(database)._imported_notes ORDER BY id") { $0.text(0) ?? "" }
    }

    /// Notes that a file has brought the replica to a mark.
    static func keep(_ mark: String, in connection: borrowing Connection) throws(SQLiteError) {
        try connection.run("INSERT INTO main._imported_notes (mark) VALUES (?1)", .text(mark))
        try connection.run(
            "DELETE FROM main._imported_notes WHERE id <= (SELECT max(id) FROM main._imported_notes) - \(most)")
    }

    /// Forgets what was taken, where a file does not say what it brought.
    static func forget(in connection: borrowing Connection) throws(SQLiteError) {
        try connection.run("DELETE FROM main._imported_notes")
    }
}

/// Where the notes of a file of changes begin and end.
struct NoteSpan: Hashable {
    var from: String
    var to: String
    /// What the copy had taken last, where the changes are since a replica's own file.
    var taken: String?

    /// How a file stands to what a replica took before.
    enum Standing: Hashable {
        /// It leads on, or nothing is known that speaks against it.
        case next
        /// Its notes were taken last.
        case last
        /// Its notes, and others after them, were taken.
        case former
        /// It leads on from something that was never taken.
        case astray
    }

    /// - Parameter imported: marks that the replica was brought to, the newest last.
    func standing(after imported: [String]) -> Standing {
        guard let last = imported.last, last != from, last != taken else { return .next }
        if last == to { return .last }
        return imported.contains(to) ? .former : .astray
    }

    /// `FROM TO TAKEN`, the last one `-` where there is none.
    var line: String { "\(from) \(to) \(taken ?? "-")" }

    init(from: String, to: String, taken: String? = nil) {
        self.from = from
        self.to = to
        self.taken = taken
    }

    init?(line: some StringProtocol) {
        let words = line.split(separator: " ").map { String($0) }
        guard words.count == 3 else { return nil }
        self.init(from: words[0], to: words[1], taken: words[2] == "-" ? nil : words[2])
    }
}
