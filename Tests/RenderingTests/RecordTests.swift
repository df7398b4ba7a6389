internal import Expectations
internal import Rendering
internal import TestSupport
internal import Testing

@Suite struct `Rows of any entity in words` {
    private static let columns = ["id", "name", "weight", "is_member", "tags", "born_at"]
    private static let rows: [[RecordCell]] = [
        [
            .integer(1), .text("Zhang San"), .real(61.5), .bool(true), .list(["a", "b, \"c\""]),
            .text("1995-02-03"),
        ],
        [.integer(20), .text("O'Brien \u{1B}[31m\u{202E}, \"Con\"\nan"), .missing, .bool(false), .list([]), .missing],
        [.integer(300), .text(""), .real(-0.25), .bool(false), .list(["東京", ""]), .text("2015-07-04T08:53:20Z")],
    ]

    private func render(
        _ format: ArticleFormat, _ rows: [[RecordCell]], terminal: Terminal = .plain
    ) throws -> String {
        var bytes: [UInt8] = []
        var renderer = RecordRenderer(Self.columns, as: format, terminal: terminal) { bytes += $0 }
        try renderer.begin()
        for row in rows { try renderer.row(row) }
        try renderer.end()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: ArticleFormat.allCases)
    func `002-29 a row is a line, an object or a record`(format: ArticleFormat) throws {
        let ending = format == .table ? "txt" : format.rawValue
        expectGolden(try render(format, Self.rows), named: "records.\(ending)")
        expectGolden(try render(format, []), named: "records-none.\(ending)")
    }

    @Test func `002-29 a table keeps to the terminal, and shows the first columns`() throws {
        expectGolden(try render(.table, Self.rows, terminal: Terminal(width: 40)), named: "records-40.txt")
        for width in [3, 20, 33, 61, 200] {
            let text = try render(.table, Self.rows, terminal: Terminal(width: width))
            for line in text.split(separator: "\n") { #expect(line.displayWidth <= width, "\(width): \(line)") }
            #expect(text.hasPrefix(" ID") || width == 3)
        }
    }

    @Test
    func `in csv a text that a spreadsheet would run is only a text, and Excel knows UTF-8, where that is asked for`()
        throws
    {
        var form = CSVForm()
        form.isSafeForSpreadsheets = true
        form.hasByteOrderMark = true
        var bytes: [UInt8] = []
        var renderer = RecordRenderer(["id", "title", "tags"], as: .csv, csv: form) { bytes += $0 }
        try renderer.begin()
        try renderer.row([.integer(-1), .text("=HYPERLINK(\"x\")"), .list(["@a"])])
        try renderer.row([.real(-2.5), .text(" +1"), .missing])
        try renderer.end()
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "\u{FEFF}id,title,tags\r\n-1,\"'=HYPERLINK(\"\"x\"\")\",\"[\"\"@a\"\"]\"\r\n-2.5,' +1,\r\n")
    }

    @Test func `thousands of rows stream in pieces`() throws {
        var pieces = 0
        var renderer = RecordRenderer(Self.columns, as: .table) { bytes in
            pieces += 1
            #expect(bytes.count < 64_000)
        }
        try renderer.begin()
        for _ in 0..<2_000 { try renderer.row(Self.rows[0]) }
        try renderer.end()
        #expect(pieces > 4)
    }

    @Test func `entities tell their columns, and what can be set`() {
        let users = EntityDetails(
            "users", "a user of the service, whoever it may be, and however long the words are that say so",
            readOnlyBecause: nil,
            columns: [
                .init("id", "integer", isNullable: false, isSettable: false),
                .init("name", "text", isNullable: false, isSettable: true),
                .init("born_at", "instant", isNullable: true, isSettable: true),
            ])
        let teams = EntityDetails(
            "teams", "a team", readOnlyBecause: "the league says who they are",
            columns: [.init("id", "integer", isNullable: false, isSettable: false)])
        expectReport(EntitiesReport([users, teams]), named: "entities")
    }

    @Test(
        arguments: [
            (.inserted(key: .integer(7)), false, "1 note inserted: 7\n"),
            (.inserted(key: .text("a\u{1B}b")), false, "1 note inserted: a\u{FFFD}b\n"),
            (.inserted(key: nil), false, "1 note inserted\n"),
            (.updated(matched: 1, changed: 1), false, "1 note updated\n"),
            (.updated(matched: 3, changed: 2), false, "2 notes updated, 1 was so already\n"),
            (.updated(matched: 3, changed: 1), true, "1 note would be updated, 2 are so already\n"),
            (.updated(matched: 2, changed: 0), false, "2 notes meant: 2 were so already\n"),
            (.updated(matched: 0, changed: 0), false, "No note is like that; nothing changed.\n"),
            (.updated(matched: 0, changed: 0), true, "No note is like that; nothing would be changed.\n"),
            (.deleted(3), false, "3 notes deleted\n"), (.deleted(1), true, "1 note would be deleted\n"),
            (.deleted(0), false, "No note is like that; nothing changed.\n"),
        ] as [(RecordOutcomeReport.Outcome, Bool, String)])
    func `what came of it is one line`(outcome: RecordOutcomeReport.Outcome, isDryRun: Bool, line: String) {
        var report = RecordOutcomeReport(outcome, of: "notes", singular: "note", plural: "notes")
        report.isDryRun = isDryRun
        #expect(report.text(on: .plain) == line)
    }

    @Test func `what came of it is one object`() {
        var report = RecordOutcomeReport(
            .updated(matched: 3, changed: 2), of: "notes", singular: "note", plural: "notes")
        report.ignored = [(key: "x", reason: "x: no such key")]
        #expect(
            report.json == #"{"outcome":"updated","entity":"notes","dry_run":false,"key":null,"matched":3,"changed":2,"#
                + #""ignored":[{"key":"x","reason":"x: no such key"}]}"# + "\n")
    }
}
