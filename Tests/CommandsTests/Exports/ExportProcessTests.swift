internal import Articles
internal import Expectations
internal import Glibc
internal import TestSupport
internal import Testing

/// The real program, ended in the middle of it.
@Suite struct `An export that is ended` {
    private static let corpus = ArticleCorpus(words: 2_000)

    private func scene() async throws -> ExportScene {
        let scene = try ExportScene()
        try await scene.sync((0..<3_000).map { Self.corpus.article($0) })
        return scene
    }

    private func start(_ scene: ExportScene, _ name: String) throws -> ChildProcess {
        try ChildProcess(
            Binary.path(), ["export", "july", "-o", scene.file(name), "--config", scene.configuration],
            environment: ["THE_KEY": Place.key], keepingIn: scene.folder)
    }

    /// Whole or not there.
    private func check(_ scene: ExportScene, _ name: String, _ whole: [UInt8]) throws {
        if Files.exists(scene.file(name)) { #expect(try scene.bytes(name) == whole) }
    }

    @Test(arguments: ["july.csv", "july.sqlite"], [SIGKILL, SIGINT])
    func `leaves the whole file or none`(name: String, signal: Int32) async throws {
        let scene = try await scene()
        let first = try await start(scene, name).ending()
        #expect(first.code == 0, "\(first.errors)")
        let whole = try scene.bytes(name)
        for pieces in 0..<3 {
            for file in [name, name + ".manifest.json"] { unsafe unlink(scene.file(file)) }
            let child = try start(scene, name)
            let part = scene.file(".\(name).part")
            // It has begun, and some of it has been written, more each time.
            try await child.signal(signal) { ((try? Files.read(part).count) ?? -1) >= pieces * 700_000 }
            let ending = try await child.ending()
            try check(scene, name, whole)
            if signal == SIGINT {
                #expect(ending.code == 0 || ending.code == 1, "\(ending.errors)")
                #expect(!Files.exists(part) && !Files.exists(part + "-journal"))
                if ending.code == 1 {
                    #expect(ending.errors.contains("the export was cancelled, and nothing of it is left behind"))
                }
            }
            #expect(!Files.exists(scene.file(name)) || Files.exists(scene.file(name + ".manifest.json")))
        }
        // What was left behind hinders nobody.
        for file in [name, name + ".manifest.json"] { unsafe unlink(scene.file(file)) }
        let last = try await start(scene, name).ending()
        #expect(last.code == 0, "\(last.errors)")
        #expect(try scene.bytes(name) == whole)
        #expect(try Files.names(in: scene.folder.path).filter { $0.hasSuffix(".part") } == [])
    }

    @Test func `by a reader who has enough is no failure`() async throws {
        let scene = try await scene()
        let child = try ChildProcess(
            "/bin/sh",
            [
                "-c", "\"$0\" export july -f csv -o - --config \"$1\" | head -1",
                try Binary.path(), scene.configuration,
            ], environment: ["THE_KEY": Place.key], keepingIn: scene.folder)
        let ending = try await child.ending()
        #expect(ending.output.hasPrefix("id,provider,") && ending.output.split(separator: "\n").count == 1)
        #expect(!ending.errors.contains("articlesync:"), "\(ending.errors)")
    }
}
