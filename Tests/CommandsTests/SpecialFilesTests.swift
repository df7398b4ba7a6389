internal import Commands
internal import Glibc
internal import TestSupport
internal import Testing

/// A pipe without a writer is where reading would never end.
@Suite struct `A pipe in place of a file` {
    private let place: Place
    private let pipe: String

    init() throws {
        place = try Place()
        pipe = place.folder.file("pipe")
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
    }

    private static let reason = "it is a pipe, a socket or a device"

    private func run(_ words: String...) async -> InProcess {
        await InProcess(words + ["--config", place.folder.file("articlesync.toml")], environment: ["THE_KEY": "x"])
    }

    @Test(arguments: ["check", "sync", "run", "status"])
    func `is refused as the configuration`(command: String) async {
        let ending = await InProcess([command, "--config", pipe])
        #expect(ending.code == .configuration)
        #expect(ending.errors.contains("pipe:1:1: the file cannot be read: \(Self.reason) (name a regular file)"))
    }

    @Test func `is refused beside the configuration`() async throws {
        try place.configure("http://127.0.0.1:9")
        try #require(unsafe mkdir(place.folder.file("articlesync.d"), 0o755) == 0)
        try #require(unsafe mkfifo(place.folder.file("articlesync.d/x.toml"), 0o600) == 0)
        let ending = await run("check")
        #expect(ending.code == .configuration)
        #expect(ending.errors.contains("x.toml:1:1: the file cannot be read: \(Self.reason)"), "\(ending.errors)")
    }

    @Test func `is refused as a key`() async throws {
        let text = try Files.text(place.configure("http://127.0.0.1:9"))
        try place.folder.write(
            text.replacing("api_key_env = \"THE_KEY\"", with: "api_key_file = \"pipe\""), to: "articlesync.toml")
        let ending = await run("check")
        #expect(ending.code == .configuration)
        #expect(ending.errors.contains("the key cannot be read from \(pipe): \(Self.reason)"), "\(ending.errors)")
    }

    @Test(arguments: [
        "sync", "status", "articles", "runs", "backup copy.db", "doctor", "compact", "records select runs",
    ])
    func `is refused as the store`(words: String) async throws {
        let text = try Files.text(place.configure("http://127.0.0.1:9"))
        try place.folder.write(text.replacing("articles.db", with: "pipe"), to: "articlesync.toml")
        let ending = await InProcess(
            words.split(separator: " ").map(String.init) + ["--config", place.folder.file("articlesync.toml")],
            environment: ["THE_KEY": "x"])
        #expect(ending.code == .failed)
        #expect((ending.output + ending.errors).contains(Self.reason), "\(ending)")
    }

    @Test func `is refused as a file of changes`() async throws {
        try place.configure("http://127.0.0.1:9")
        #expect(await run("notes", "add", "x", "--body", "y").code == .done)
        let ending = await run("changes", "import", pipe)
        #expect(ending.code == .failed)
        #expect(ending.errors.contains("a pipe, a socket or a device"), "\(ending.errors)")
    }
}
