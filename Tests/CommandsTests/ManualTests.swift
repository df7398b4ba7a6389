internal import Commands
internal import Expectations
internal import TestSupport
internal import Testing

@Suite struct `The manual page` {
    @Test func `is made of what the help says`() async {
        let manual = await InProcess(["manual", "--date", "2026-01-31"])
        #expect(manual.code == .done)
        expectGolden(manual.output, named: "articlesync.1")
        for code in ExitCode.allCases { #expect(manual.output.contains("\\fB\(code.rawValue)\\fR")) }
    }

    @Test func `bears today's date unless another is given`() async {
        #expect(await InProcess(["manual"]).output.contains("\"2015-07-27\""))
        let wrong = await InProcess(["manual", "--date", "2026-02-30"])
        #expect(wrong.code == .usage)
        #expect(wrong.errors == "articlesync: --date takes a day such as 2015-07-04, not `2026-02-30`\n")
    }
}

@Suite struct `Completions` {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `of a shell are made of what the help says`(shell: String) async {
        let completions = await InProcess(["completions", shell])
        #expect(completions.code == .done)
        expectGolden(completions.output, named: "completions.\(shell)")
    }

    @Test func `of an unknown shell are usage`() async {
        let wrong = await InProcess(["completions", "zhs"])
        #expect(wrong.code == .usage)
        #expect(wrong.errors == "articlesync: no shell is called `zhs` (nearest: zsh)\n")
    }

    @Test func `of queries are the names in the configuration`() async throws {
        let place = try Place()
        try place.configure("http://127.0.0.1:1", more: "[queries.august]\ntext = \"heat\"\nlast = \"7 days\"")
        let names = await InProcess(["--config", place.folder.file("articlesync.toml"), "completions", "queries"])
        #expect(names.output == "july\naugust\n")
    }

    /// What bash offers when Tab is pressed behind these words.
    private func offered(_ words: [String], queries: String = "july august") async throws -> [String] {
        let folder = try TemporaryFolder()
        let script = await InProcess(["completions", "bash"]).output
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        try folder.write(
            """
            articlesync() { [ "$*" = "${expected:-completions queries}" ] && printf '%s\\n' \(queries); }
            expected='\(words.contains("--config") ? "--config other.toml completions queries" : "completions queries")'
            \(script)
            COMP_WORDS=(articlesync \(list))
            COMP_CWORD=\(words.count)
            _articlesync
            printf '%s\\n' "${COMPREPLY[@]}"
            """, to: "press-tab.bash")
        let ending = try await ChildProcess(
            "/bin/bash", [folder.file("press-tab.bash")], environment: ["PATH": "/usr/bin:/bin"], keepingIn: folder
        ).ending()
        #expect(ending.errors == "")
        return ending.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        (["st"], ["status"]), (["--config", "x", "st"], ["status"]), (["--v"], ["--version"]),
        (["status", "--j"], ["--json"]), (["status", ""], ["july", "august"]), (["status", "july", "a"], ["august"]),
        (["runs", "july", ""], []), (["articles", "--format", "j"], ["json", "jsonl"]),
        (["articles", "-f", "c"], ["csv"]), (["articles", "--format", "=", "t"], ["table"]),
        (["articles", "--where", ""], []), (["articles", "--limit", "3", "j"], ["july"]),
        (["candidates", "d"], ["diff", "drop"]), (["candidates", "diff", "j"], ["july"]),
        (["--config", "other.toml", "status", "j"], ["july"]),
        (["--config", "=", "other.toml", "status", "j"], ["july"]),
        (["completions", ""], ["bash", "zsh", "fish"]), (["nonsense", ""], []),
    ])
    func `of bash offer what may stand there`(words: [String], expected: [String]) async throws {
        #expect(try await offered(words) == expected)
    }
}
