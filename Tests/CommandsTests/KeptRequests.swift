internal import SQLite
internal import Sandbox
internal import TestSupport
internal import Testing

extension Place {
    /// What the store says to be kept of runs that are not over, in the words of the sandbox's requests.
    ///
    /// - Parameter condition: which of them, in SQL.
    func keptRequests(where condition: String = "true") throws -> Set<String> {
        guard Files.exists(store) else { return [] }
        let connection = try Connection(path: store, access: .readOnly)
        guard try !connection.all("SELECT 1 FROM sqlite_schema WHERE name = '_answers'", read: { _ in true }).isEmpty
        else {
            return []
        }
        return try Set(
            connection.all(
                """
                SELECT replace(asked_from, '-', ''), replace(asked_to, '-', ''), reversed, page
                FROM _answers JOIN candidates ON candidates.id = candidate_id WHERE state = 'gathering' AND pass = 0
                    AND \(condition)
                """
            ) { row in
                Self.request(
                    row.text(0) ?? "", row.text(1) ?? "", isReversed: row.int(2) == 1, page: row.text(3) ?? "")
            })
    }

    /// The same words for what a sandbox was asked.
    static func request(_ request: SandboxRequest) -> String {
        Self.request(
            request.value("begin_date") ?? "", request.value("end_date") ?? "",
            isReversed: request.value("sort") == "newest", page: request.value("page") ?? "")
    }

    private static func request(_ from: String, _ to: String, isReversed: Bool, page: String) -> String {
        "\(from) \(to)\(isReversed ? " reversed" : "") page \(page)"
    }

    /// Complains where the file is damaged or holds half a generation.
    func checkStore(sourceLocation: SourceLocation = #_sourceLocation) throws {
        guard Files.exists(store) else { return }
        let connection = try Connection(path: store, access: .readOnly)
        let sound = try connection.all("PRAGMA integrity_check") { $0.text(0) ?? "" }
        #expect(sound == ["ok"], sourceLocation: sourceLocation)
        let loose = try connection.all("PRAGMA foreign_key_check") { $0.text(0) ?? "" }
        #expect(loose == [], sourceLocation: sourceLocation)
        guard try !connection.all("SELECT 1 FROM sqlite_schema WHERE name = 'generations'", read: { _ in true }).isEmpty
        else { return }
        // What a generation says it holds is what it holds.
        let torn = try connection.all(
            """
            SELECT queries.name FROM queries JOIN generations USING (generation)
            WHERE generations.query_id = queries.id
                AND articles <> (SELECT count(*) FROM query_articles WHERE query_id = queries.id)
            """
        ) { $0.text(0) ?? "" }
        #expect(torn == [], sourceLocation: sourceLocation)
    }
}
