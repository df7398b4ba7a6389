internal import Articles
internal import SQLite

extension ArticleSelection {
    /// Reads a search text, to say what is wrong with it before anything is listed.
    static func check(_ search: String, in connection: borrowing Connection, tried: String) throws(StoreFailure) {
        guard search.contains(where: { !$0.isWhitespace }) else {
            throw StoreFailure(.usage, tried: tried, reason: "the search text is empty", column: 1)
        }
        guard let message = try complaint(search, connection, tried) else { return }
        let (reason, column) = try explain(message, search) { prefix throws(StoreFailure) in
            try complaint(prefix, connection, tried)
        }
        throw StoreFailure(
            .usage, tried: tried, reason: reason,
            hint: "put words with punctuation in double quotes; AND, OR, NOT, NEAR and word* are understood",
            column: column)
    }

    /// What FTS5 says against a search text; nil where it can be read.
    private static func complaint(
        _ search: String, _ connection: borrowing Connection, _ tried: String
    ) throws(StoreFailure) -> String? {
        do throws(SQLiteError) {
            _ = try connection.first(
                "SELECT 1 FROM articles_fts WHERE articles_fts MATCH ?1 LIMIT 1", .text(search)
            ) { _ in true }
            return nil
        } catch {
            guard error.kind == .error else { throw StoreFailure(error, tried: tried) }
            return error.message
        }
    }

    /// FTS5's complaint in our words, with the column of what it names.
    ///
    /// - Parameter complaint: what is said against the beginning of the text, to tell which of several equal tokens it is.
    private static func explain(
        _ message: String, _ search: String, _ complaint: (String) throws(StoreFailure) -> String?
    ) throws(StoreFailure) -> (String, Int) {
        let end = search.count + 1
        if message.hasPrefix("no such column: ") {
            let name = String(message.dropFirst("no such column: ".count))
            return (
                "there is no column \(name) to search; there are headline, abstract, lead_paragraph, byline, keywords",
                places(of: name, in: search).first ?? 1
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
            let places = places(of: token, in: search)
            for place in places where try complaint(String(search.prefix(place - 1 + token.count))) == message {
                return ("the search text cannot be read at \"\(token)\"", place)
            }
            return ("the search text cannot be read at \"\(token)\"", places.first ?? 1)
        }
        return ("the search text cannot be read: \(message)", 1)
    }

    /// The 1-based places of a token outside quotes.
    private static func places(of token: String, in search: String) -> [Int] {
        var places: [Int] = []
        var isQuoted = false
        for (number, index) in search.indices.enumerated() {
            if !isQuoted, search[index...].hasPrefix(token) { places.append(number + 1) }
            if search[index] == "\"" { isQuoted.toggle() }
        }
        return places
    }
}
