internal import SQLite

/// How far the history of a store has come, told so that two stores with the same history can be compared.
package struct StorePosition: Hashable, Sendable, CustomStringConvertible {
    /// The newest line of the journal; nil where there is none.
    package var run: Int64?
    /// When it began, so that the numbers of two unrelated stores are not taken for one history.
    package var begun: String?
    /// Replacements of all queries so far.
    package var generations: Int

    package var description: String {
        guard let run, let begun else { return "before the first run" }
        return "run \(run) of \(begun)"
    }

    /// - Parameter database: of the connection.
    static func read(of database: String, in connection: borrowing Connection) throws(SQLiteError) -> StorePosition {
        let generations = try connection.first("SELECT total(generation) FROM \(database).queries") { $0.int(0) ?? 0 }
        let newest = try connection.first("SELECT id, started_at FROM \(database).runs ORDER BY id DESC LIMIT 1") {
            ($0.int64(0), $0.text(1))
        }
        return StorePosition(run: newest?.0, begun: newest?.1, generations: generations ?? 0)
    }

    /// `12 9 2026-11-30T12:00:00Z`.
    var line: String { "\(run ?? 0) \(generations) \(begun ?? "-")" }

    init(run: Int64?, begun: String?, generations: Int) {
        self.run = run
        self.begun = begun
        self.generations = generations
    }

    init?(line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count == 3, let run = Int64(words[0]), let generations = Int(words[1]) else { return nil }
        self.init(run: run == 0 ? nil : run, begun: run == 0 ? nil : String(words[2]), generations: generations)
    }
}
