internal import Commands
internal import Expectations
internal import TestSupport
internal import Testing

@Suite struct `Help` {
    @Test func `of the program names every command`() async throws {
        let help = await InProcess(["--help"])
        #expect(help.code == .done)
        expectGolden(help.output, named: "help.txt")
        #expect(await InProcess(["help"]).output == help.output)
        #expect(await InProcess(["-h"]).output == help.output)
    }

    @Test(arguments: [
        "check", "plan", "sync", "run", "status", "runs", "articles", "show", "history", "notes", "records", "export",
        "candidates", "remap", "explain", "doctor", "prune", "notify", "providers", "sandbox", "demo", "manual",
        "completions",
    ])
    func `of a command is what it says it is`(command: String) async throws {
        let help = await InProcess([command, "--help"])
        #expect(help.code == .done)
        #expect(help.errors.isEmpty)
        expectGolden(help.output, named: "help-\(command).txt")
        #expect(await InProcess(["help", command]).output == help.output)
        #expect(await InProcess(["--help", command]).output == help.output)
    }

    @Test func `never breaks an 80-column terminal`() async {
        for words in [
            ["--help"], ["articles", "--help"], ["sandbox", "--help"], ["candidates", "--help"],
            ["explain", "--help"], ["doctor", "--help"], ["prune", "--help"], ["notes", "--help"],
            ["records", "--help"], ["export", "--help"],
        ] {
            for line in await InProcess(words).output.split(whereSeparator: \.isNewline) {
                #expect(line.count <= 80, "\(line)")
            }
        }
    }

    @Test func `--version says which release this is`() async {
        let version = await InProcess(["--version"])
        #expect(version.code == .done)
        #expect(version.output == "articlesync \(Version.current)\n")
    }
}
