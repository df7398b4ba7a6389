internal import Commands
internal import TestSupport
internal import Testing

/// One mistake in the words typed, and the line that answers it.
struct UsageCase: Sendable, CustomTestStringConvertible {
    let words: [String]
    let line: String
    var testDescription: String { words.joined(separator: " ") }

    init(_ words: String, _ line: String) {
        self.words = words.split(separator: " ").map(String.init)
        self.line = line
    }

    private static let asOf = "--as-of takes an instant such as 2015-07-04T09:30:00Z or a day such as 2015-07-04, "

    static let table: [UsageCase] = [
        UsageCase("", "no command was given (see `articlesync --help`)"),
        UsageCase("synk", "no command is called `synk` (nearest: sync)"),
        UsageCase("sync --acept", "no option of `sync` is called `--acept` (nearest: --accept)"),
        UsageCase("sync -z", "no option of `sync` is called `-z` (known: -h)"),
        UsageCase("--colour sync", "no option of `sync` is called `--colour`"),
        UsageCase("show", "`show` needs ARTICLE (see `articlesync show --help`)"),
        UsageCase("show 1 2", "`show` does not know what to do with `2` (see `articlesync show --help`)"),
        UsageCase("articles --limit", "--limit needs a value: -n, --limit N"),
        UsageCase("articles --limit many", "--limit takes a whole number from 0 on, not `many`"),
        UsageCase("articles --limit -1", "--limit takes a whole number from 0 on, not `-1`"),
        UsageCase(
            "articles --as-of 2015-02-30",
            asOf + "not `2015-02-30` (wrong from column 9 on)"),
        UsageCase("articles --as-of yesterday", asOf + "not `yesterday` (wrong from column 1 on)"),
        UsageCase(
            "articles --as-of 2015-07-04T09:60:00Z", asOf + "not `2015-07-04T09:60:00Z` (wrong from column 15 on)"),
        UsageCase("articles --as-of 2015-07-04T09:30:00", asOf + "not `2015-07-04T09:30:00` (it ends too early"),
        UsageCase(
            "articles --as-of 2015-07-04T09:30:00Zulu", asOf + "not `2015-07-04T09:30:00Zulu` (wrong from column 21 on)"
        ),
        UsageCase("history", "`history` needs ARTICLE (see `articlesync history --help`)"),
        UsageCase("notes", "`notes` needs ACTION (see `articlesync notes --help`)"),
        UsageCase("notes lst", "no action is called `lst` (nearest: list)"),
        UsageCase("notes show", "`notes show` needs the number of a note (`articlesync notes list` shows them)"),
        UsageCase("notes remove", "`notes remove` needs the number of a note (`articlesync notes list` shows them)"),
        UsageCase(
            "notes edit first", "a note goes by the number that `articlesync notes list` shows, not `first`"),
        UsageCase("notes show 1 2", "`notes show` takes one note, not `2` too (see `articlesync notes --help`)"),
        UsageCase(
            "notes list all", "`notes list` does not know what to do with `all` (see `articlesync notes --help`)"),
        UsageCase("notes show 1 --body x", "`notes show` takes no --body (see `articlesync notes --help`)"),
        UsageCase("notes add x --search y", "`notes add` takes no --search (see `articlesync notes --help`)"),
        UsageCase("notes list --search=", "--search is empty: give the text to look for, or leave --search out"),
        UsageCase("--config= articles", "--config needs the name of a file, and what is given is empty"),
        UsageCase("changes export f --against=", "--against needs the name of a file, and what is given is empty"),
        UsageCase("notes edit 1 --free --about 2", "--free means about no article, and --about names one"),
        UsageCase("explain july --answer last", "--answer takes a whole number from 0 on, not `last`"),
        UsageCase("articles --format xml", "--format takes one of table, json, jsonl, csv, not `xml`"),
        UsageCase("articles --format=", "--format takes one of table, json, jsonl, csv, not ``"),
        UsageCase("sync --json=yes", "--json takes no value"),
        UsageCase("sandbox --port 70000", "--port takes a number from 0 to 65535"),
        UsageCase("sandbox --from 2015-02-30", "--from takes a day such as 2015-07-01, not `2015-02-30`"),
        UsageCase("sandbox --from 2015-07-02 --to 2015-07-01", "--to (2015-07-01) is before --from (2015-07-02)"),
        UsageCase("sandbox --era 2020", "--era takes one of 2013, 2019, 2025, not `2020`"),
        UsageCase("sandbox --fail htlm:1", "--fail: \"htlm\" is no kind of fault"),
        UsageCase("help synk", "no command is called `synk` (nearest: sync)"),
    ]
}

@Suite struct `A mistake in the words typed` {
    @Test(arguments: UsageCase.table)
    func `is one line that says what would be right, and exit code 64`(usage: UsageCase) async {
        let ending = await InProcess(usage.words)
        #expect(ending.code == .usage)
        #expect(ending.output.isEmpty)
        #expect(ending.errors.hasPrefix("articlesync: " + usage.line), "\(ending.errors)")
        #expect(ending.errors.split(separator: "\n").count == 1)
    }

    @Test func `in a query's name says which there are`() async throws {
        let place = try Place()
        let file = try place.configure("http://127.0.0.1:9")
        let ending = await InProcess(["sync", "jully", "--config", file], environment: ["THE_KEY": "x"])
        #expect(ending.code == .usage)
        #expect(ending.errors == "articlesync: no query is called `jully` (nearest: july)\n")
    }

    @Test func `options may stand before and after names`() async throws {
        let place = try Place()
        let file = try place.configure("http://127.0.0.1:9")
        for words in [
            ["--config", file, "status", "--json", "july"], ["status", "july", "--json", "--config=\(file)"],
            ["status", "--config", file, "--json", "--", "july"],
        ] {
            let ending = await InProcess(words)
            #expect(ending.code == .done, "\(ending)")
            #expect(ending.output.contains("\"name\":\"july\""))
        }
    }
}
