internal import Articles
internal import SQLite

extension ArticleSelection {
    /// Reads a search text, to say what is wrong with it before anything is listed.
    static func check(_ search: String, in connection: borrowing Connection, tried: String) throws(StoreFailure) {
        guard search.contains(where: { !$0.isWhitespace }) else {
            throw StoreFailure(.usage, tried: tried, reason: "the search text is empty", column: 1)
        }
        do throws(SQLiteError) {
            _ = try connection.first(
                "SELECT 1 FROM articles_fts WHERE articles_fts MATCH ?1 LIMIT 1", .text(search)
            ) { _ in true }
        } catch {
            guard error.kind == .error else { throw StoreFailure(error, tried: tried) }
            let (reason, column) = explain(error.message, search)
            throw StoreFailure(
                .usage, tried: tried, reason: reason,
                hint: "put words with punctuation in double quotes; AND, OR, NOT, NEAR and word* are understood",
                column: column)
        }
    }

    /// FTS5's complaint in our words, with the column of what it names.
    private static func explain(_ message: String, _ search: String) -> (String, Int) {
        let end = search.count + 1
        if message.hasPrefix("no such column: ") {
            let name = String(message.dropFirst("no such column: ".count))
            return (
                "there is no column \(name) to search; there are headline, abstract, lead_paragraph, byline, keywords",
                column(of: name, in: search) ?? 1
            )
        }
        if message.contains("unterminated string") {
            let quote = search.lastIndex(of: "\"").map { search.distance(from: search.startIndex, to: $0) + 1 }
            return ("the search text has a double quote without its end", quote ?? end)
        }
        if let start = message.firstRange(of: "near \"")?.upperBound, let stop = message.lastIndex(of: "\""),
            start <= stop
        {
            let token = String(message[start..<stop])
            if token.isEmpty { return ("the search text ends too early", end) }
            return ("the search text cannot be read at \"\(token)\"", column(of: token, in: search) ?? 1)
        }
        return ("the search text cannot be read: \(message)", 1)
    }

    /// The 1-based place of a token outside quotes.
    private static func column(of token: String, in search: String) -> Int? {
        var isQuoted = false
        for (number, index) in search.indices.enumerated() {
            if !isQuoted, search[index...].hasPrefix(token) { return number + 1 }
            if search[index] == "\"" { isQuoted.toggle() }
        }
        return nil
    }
}
