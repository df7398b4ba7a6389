internal import Commands
internal import SQLiteStore
internal import TestSupport
internal import Testing

@Suite struct `What a terminal is shown` {
    private static let bad = "red \u{1B}[31m\u{9B}2J bell\u{7} back\u{8} \u{202E}evil 👩‍👩‍👧 Ünï"

    private func place() async throws -> Place {
        let place = try Place()
        let file = try place.configure("http://127.0.0.1:9")
        let added = await InProcess(["notes", "add", "--config", file, Self.bad, "--body", "a\r\nb\rc\td"])
        #expect(added.code == .done, "\(added.errors)")
        return place
    }

    @Test(arguments: [
        ["records", "select", "notes", "-f", "csv"], ["records", "select", "notes", "-f", "json"],
        ["records", "select", "notes", "-f", "jsonl"], ["records", "select", "notes"], ["notes", "list", "--json"],
        ["notes", "show", "1", "--json"], ["notes", "show", "1"],
    ])
    func `is nothing but text, in every format`(words: [String]) async throws {
        let place = try await place()
        let file = place.folder.file("articlesync.toml")
        let shown = await InProcess(words + ["--config", file], environment: ["NO_COLOR": "1"], width: 200)
        #expect(shown.code == .done)
        #expect(shown.output.contains("Ünï"))
        for scalar in shown.output.unicodeScalars where scalar != "\n" && scalar != "\t" && scalar != "\r" {
            #expect(scalar.properties.generalCategory != .control, "U+\(String(scalar.value, radix: 16))")
            #expect(scalar.value != 0x202E)
        }
        let lone = shown.output.replacing("\r\n", with: "")
        #expect(!lone.unicodeScalars.contains("\r"))
    }

    @Test func `is not what a file gets, which has the data as they are`() async throws {
        let place = try await place()
        let file = place.folder.file("articlesync.toml")
        let csv = await InProcess(["records", "select", "notes", "-f", "csv", "--config", file])
        #expect(csv.output.contains("\u{1B}[31m\u{9B}2J"), "\(csv.output)")
        let json = await InProcess(["notes", "list", "--json", "--config", file])
        #expect(json.output.contains("\\u009b2J"), "\(json.output)")
    }
}
