internal import Records
internal import SQLite
internal import Testing

@Suite struct TrigramTests {
    private static let columns = Columns([
        Column("id", .integer, isNullable: false), Column("headline", .text), Column("section", .text),
    ])

    private static func lookup(_ predicate: String) throws -> TrigramQuery.Lookup? {
        try columns.compile(Filter(predicate, over: columns)).trigramQuery(of: "headline")?.lookup
    }

    @Test(arguments: [
        (#"headline CONTAINS[cd] "Año""#, #""ano""#), (#"headline CONTAINS[cd] "knicks""#, #""knicks""#),
        (#"headline BEGINSWITH[cd] "NEW y""#, #""new y""#), (#"headline CONTAINS "Win""#, #""win""#),
        (#"headline CONTAINS[cd] "a\"b""#, #""a""b""#),
        (#"headline CONTAINS[cd] "abc" AND section == "Arts""#, #"("abc")"#),
        (#"headline IN {"abc", "xyz"}"#, #"("abc" OR "xyz")"#),
        (#"headline CONTAINS "Año""#, #""ano""#), (#"headline CONTAINS[c] "Ñandú ΣΟΦΟΣ""#, #""nandu σοφοσ""#),
        (#"headline LIKE[cd] "*knicks?win*a""#, #"("knicks" AND "win")"#),
        (#"headline CONTAINS[cd] "abc" OR headline ENDSWITH "xyz""#, "(\"abc\" OR \"xyz\u{FFFD}\u{FFFD}\")"),
        (#"headline ENDSWITH[cd] "Q""#, "\"q\u{FFFD}\u{FFFD}\""),
    ])
    func `a filter asks for the trigrams that its texts must hold`(_ predicate: String, _ query: String) throws {
        #expect(try Self.lookup(predicate) == .match(query))
    }

    @Test(arguments: [
        (#"headline CONTAINS[cd] "An""#, "an"), (#"headline CONTAINS[cd] "\#u{301}ab""#, "ab"),
        (#"headline CONTAINS "Ü""#, "u"), (#"headline CONTAINS[cd] "田浜" AND section == "Arts""#, "田浜"),
        (#"headline CONTAINS[cd] "a" AND headline BEGINSWITH[cd] "bc""#, "bc"),
    ])
    func `a filter over a letter or two asks for what begins with them`(_ predicate: String, _ letters: String) throws {
        #expect(try Self.lookup(predicate) == .letters(letters))
    }

    @Test(arguments: [
        #"NOT headline CONTAINS[cd] "knicks""#, #"headline CONTAINS "日本語""#, #"headline CONTAINS[c] "かき""#,
        #"section CONTAINS[cd] "knicks""#, #"headline CONTAINS[cd] "knicks" OR section == "Arts""#, "headline == NIL",
        #"headline CONTAINS[cd] "an" OR section == "Arts""#, #"headline LIKE "*kn*""#, #"headline LIKE "*""#,
        #"headline CONTAINS[cd] "\#u{301}""#,
    ])
    func `a filter that rows without any trigram may pass asks for none`(_ predicate: String) throws {
        #expect(try Self.lookup(predicate) == nil)
    }

    @Test(
        arguments: [
            (#"headline CONTAINS[cd] "Año""#, []), (#"headline CONTAINS[cd] "abc" AND section == "Arts""#, ["section"]),
            (#"headline CONTAINS[cd] "abc" OR headline CONTAINS[cd] "xyz""#, []),
            (#"headline CONTAINS[cd] "abc" AND (headline CONTAINS[cd] "xyz" OR headline CONTAINS[cd] "def")"#, []),
            (#"headline CONTAINS[cd] "ab""#, []),
            (#"headline CONTAINS[cd] "ab" AND headline CONTAINS[cd] "c""#, ["headline"]),
            (#"headline ENDSWITH[cd] "ab""#, ["headline"]), (#"headline CONTAINS "ab""#, ["headline"]),
            (#"headline CONTAINS "Win""#, ["headline"]), (#"headline BEGINSWITH[cd] "abc""#, ["headline"]),
            (#"headline CONTAINS[cd] "abc" AND headline ENDSWITH[cd] "abc""#, ["headline"]),
            (#"headline CONTAINS[cd] "abc" AND NOT headline CONTAINS[cd] "abcd""#, ["headline"]),
            (#"headline CONTAINS[cd] "abc\#u{FFFD}""#, ["headline"]),
            (#"headline CONTAINS[cd] "1234567890123456789012345678901234567890""#, []),
            (#"headline CONTAINS[cd] "12345678901234567890123456789012345678901""#, ["headline"]),
        ] as [(String, Set<String>)])
    func `what the trigrams say for certain is not tested again`(_ predicate: String, _ left: Set<String>) throws {
        let compiled = try Self.columns.compile(Filter(predicate, over: Self.columns))
        #expect(try #require(compiled.trigramQuery(of: "headline")).rest.columns == left)
    }

    @Test func `what a filter holds for is what answers to its trigrams and passes the rest`() throws {
        let texts = [
            "El Año nuevo", "el ano", "Straße", "Ελλάς ΣΟΦΟΣ", "ﬁnal", "e\u{301}te\u{301} 2015", "が か\u{3099}k",
            "Đorđe",
            "k\u{308}nicks", "日本語の見出し", "q\u{308}abc", "İstanbul", "\u{212A}elvin", "a\u{338}bc=\u{338}d",
            "win \"3-2\"", "a", "\u{1100}\u{300}\u{1161}bc", "Å Å", "eͅι", "σς Ὀδυσσεύς",
        ]
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.execute(
            "CREATE VIRTUAL TABLE t USING fts5 (x, content = '', tokenize = 'trigram case_sensitive 1')")
        for (index, text) in texts.enumerated() {
            try connection.run(
                "INSERT INTO t (rowid, x) VALUES (?1, ?2)", SQLiteValue(index),
                .text(TextFolding.fold(text) + "\u{FFFD}\u{FFFD}"))
        }
        try connection.execute("CREATE VIRTUAL TABLE letters USING fts5vocab(t, instance)")
        func found(_ lookup: TrigramQuery.Lookup) throws -> Set<Int> {
            let rows =
                switch lookup {
                case .match(let match):
                    try connection.all("SELECT rowid FROM t WHERE t MATCH ?1", .text(match)) { $0.int(0) ?? -1 }
                case .letters(let letters):
                    try connection.all(
                        "SELECT doc FROM letters WHERE term >= ?1 AND term < ?2", .text(letters),
                        .text(letters + "\u{10FFFF}")
                    ) { $0.int(0) ?? -1 }
                }
            return Set(rows)
        }
        let needles = texts.flatMap { text in
            let scalars = Array(text.unicodeScalars)
            return scalars.indices.flatMap { start in
                [1, 2, 3, 4, 6, 9].map { length in
                    var part = String.UnicodeScalarView()
                    part.append(contentsOf: scalars[start..<min(start + length, scalars.count)])
                    return String(part)
                }
            }
        }
        var (asked, held) = (0, 0)
        for needle in needles {
            for relation in ["CONTAINS", "BEGINSWITH", "ENDSWITH", "==", "LIKE"] {
                for letters in ["", "[c]", "[d]", "[cd]"] {
                    let quoted = needle.replacing("\"", with: "\\\"")
                    let compiled = try Self.columns.compile(
                        Filter("headline \(relation)\(letters) \"\(quoted)\"", over: Self.columns))
                    guard let query = compiled.trigramQuery(of: "headline") else { continue }
                    asked += 1
                    let found = try found(query.lookup)
                    for (index, text) in texts.enumerated() {
                        func isMet(_ filter: CompiledFilter) -> Bool {
                            filter.matches { $0.name == "headline" ? .text(text) : .null }
                        }
                        if isMet(compiled) { held += 1 }
                        #expect(
                            isMet(compiled) == (found.contains(index) && isMet(query.rest)),
                            "\(relation)\(letters) \(needle) in \(text)")
                    }
                }
            }
        }
        #expect(asked > 500 && held > 500)
    }
}
