internal import Commands
internal import Sandbox
internal import TestSupport
internal import Testing

/// What a person sees while a sync goes on, and what it keeps of the shape of answers.
@Suite struct `A sync, watched` {
    private func sync(_ place: Place, width: Int?) async -> InProcess {
        await InProcess(
            ["sync"], environment: ["THE_KEY": Place.key, "ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml")],
            width: width)
    }

    @Test func `shows pages of pages and the days being read, and leaves no trace of it`() async throws {
        var options = try SandboxOptions.july(420)
        options.cap = 100
        let sandbox = try Sandbox.start(options, clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL, provider: "paging = { cap = 100 }")
        let ending = await sync(place, width: 110)
        #expect(ending.code == .done, "\(ending)")
        let lines = ending.errors.split(separator: "\r").map { $0.replacing("\u{1b}[K", with: "") }
        let bars = lines.filter { $0.hasPrefix("july [") }
        #expect(bars.count >= 42, "\(lines)")
        #expect(bars.allSatisfy { $0.contains(" pages") && $0.count < 110 })
        // Parts of July, not all of it: which days they are depends on the corpus.
        #expect(bars.contains { $0.contains("; 2015-07-") && !$0.contains("2015-07-01…2015-07-31") })
        let done = bars.compactMap { bar in
            bar.split(separator: "  ").last.flatMap { Int($0.prefix { $0 != "/" }) }
        }
        #expect(done == done.sorted() && (done.last ?? 0) >= 42, "\(done)")
        #expect(ending.errors.hasSuffix("\r\u{1b}[K"))
        #expect(ending.output.contains("complete") && !ending.output.contains("\r"))
    }

    @Test func `shows nothing of it where nobody watches`() async throws {
        let sandbox = try Sandbox.start(.july(30), clock: .still)
        defer { sandbox.stop() }
        let place = try Place()
        try place.configure(sandbox.baseURL)
        let ending = await sync(place, width: nil)
        #expect(ending.code == .done && ending.errors.isEmpty, "\(ending)")
    }

    @Test func `names by path what is new and gone since the last sync, once, and goes on`() async throws {
        var options = try SandboxOptions.july(30)
        options.era = .year2019
        let before = try Sandbox.start(options, clock: .still)
        let place = try Place()
        try place.configure(before.baseURL)
        let first = try await place.run("sync")
        #expect(first.code == 0 && !first.output.contains("note:"), "\(first)")
        before.stop()
        options.era = .year2025
        let after = try Sandbox.start(options, clock: .still)
        defer { after.stop() }
        try place.configure(after.baseURL)
        // A dry run learns, and keeps nothing of it: the sync after it has the same to say.
        let dry = try await place.run("sync", "--dry-run")
        let second = try await place.run("sync")
        for ending in [dry, second] {
            #expect(ending.output.contains("note:") && ending.output.contains("`response.metadata"), "\(ending)")
        }
        let third = try await place.run("sync")
        #expect(third.code == 0 && !third.output.contains("`response.metadata"), "\(third)")
    }
}
