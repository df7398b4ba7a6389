internal import Chronology
internal import Glibc
internal import Sandbox
internal import TestSupport
internal import Testing

/// A daemon of root writes the store, and another user looks at it.
///
/// Only root can become somebody else, and `setpriv` of util-linux does it.
@Suite(.timeLimit(.minutes(5))) struct `Another user with read access` {
    private static let canBecomeNobody =
        Files.isRoot
        && ["/usr/bin/setpriv", "/bin/setpriv"].contains { Files.exists($0) }
    private static let nobody = 65_534

    /// Runs the program as nobody, on the configuration of the daemon, without the key.
    private func look(_ words: [String], _ place: Place) async throws -> ChildProcess.Ending {
        let identity = ["--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups"]
        let arguments =
            identity + [place.folder.file("articlesync"), "--config", place.folder.file("articlesync.toml")]
        let outputs = try TemporaryFolder()
        defer { withExtendedLifetime(outputs) {} }
        return try await ChildProcess(
            "setpriv", arguments + words, environment: ["PATH": "/usr/bin:/bin"], keepingIn: outputs
        ).ending()
    }

    /// What the folder holds, and who may do what with it.
    ///
    /// Contents change while a daemon writes.
    private func standing(_ place: Place) throws -> [String] {
        try Files.names(in: place.folder.path).map { name in
            let standing = try Files.standing(place.folder.file(name))
            return "\(name) \(standing.owner) \(String(standing.mode, radix: 8))"
        }
    }

    @Test(
        .enabled(
            if: canBecomeNobody, "only root can become another user, by setpriv of util-linux, and it is missing here"))
    func `004-7 sees status, explain, articles and doctor while contents are replaced, and writes nothing`()
        async throws
    {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(60), clock: .still)
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL, provider: "api_key_file = \"nyt.key\"", query: "schedule = \"every 1s\"")
        let text = try Files.text(place.folder.file("articlesync.toml")).replacing(
            "api_key_env = \"THE_KEY\"\n", with: "")
        try place.folder.write(text, to: "articlesync.toml")
        try place.folder.write(Place.key, to: "nyt.key")
        try Files.setMode(0o600, of: place.folder.file("nyt.key"))
        // Nobody may not go where the program was built.
        // Copied by another process: a file that this one holds open for writing, and any child of another test with it,
        // cannot be run.
        let copy = try ChildProcess(
            "cp", [Binary.path(), place.folder.file("articlesync")], environment: ["PATH": "/usr/bin:/bin"],
            keepingIn: place.folder)
        try #require(try await copy.ending().code == 0)
        for (name, mode) in [("articlesync", 0o755), ("", 0o755), ("articlesync.toml", 0o644)] as [(String, UInt32)] {
            try Files.setMode(mode, of: place.folder.file(name))
        }
        let outputs = try TemporaryFolder()
        defer { withExtendedLifetime(outputs) {} }
        let daemon = try ChildProcess(
            place.folder.file("articlesync"), ["run"],
            environment: ["ARTICLESYNC_CONFIG": place.folder.file("articlesync.toml")], keepingIn: outputs)
        defer { daemon.signal(SIGKILL) }
        while try await look(["articles", "--format", "jsonl"], place).code != 0, !daemon.hasEnded {}
        try #require(!daemon.hasEnded)
        let before = try standing(place)
        var generations: Set<Substring> = []
        while generations.count < 3 {
            let status = try await look(["status", "--json"], place)
            try #require(status.code == 0, "\(status)")
            let generation = try #require(status.output.firstMatch(of: /"generation":(\d+)/)?.1)
            generations.insert(generation)
            #expect(status.output.contains(#""service":{"state":"running""#), "\(status)")
            // The whole of it or nothing, whatever is going on.
            let articles = try await look(["articles", "--format", "jsonl"], place)
            #expect(articles.code == 0, "\(articles)")
            let count = articles.output.split(separator: "\n").count
            #expect(count == 60 || count == 0 && generation == "0", "\(count) articles of generation \(generation)")
        }
        let explained = try await look(["explain", "july"], place)
        #expect(explained.code == 0 && explained.output.contains("  runs      every 1 s"), "\(explained)")
        let doctor = try await look(["doctor"], place)
        #expect(doctor.code == 0, "\(doctor)")
        #expect(
            doctor.output.contains("unknown   key of nyt: \(place.folder.path)/nyt.key is for its owner alone"),
            "\(doctor)")
        #expect(doctor.output.contains("ok        damage: none"), "\(doctor)")
        let repair = try await look(["doctor", "--repair"], place)
        #expect(repair.code == 1 && repair.output.contains("problem   full text index: "), "\(repair)")
        #expect(try await look(["prune", "--dry-run"], place).code == 0)
        #expect(try standing(place) == before)
        daemon.signal(SIGTERM)
        let ending = try await daemon.ending()
        #expect(ending.code == 0, "\(ending)")
        // It has closed the store, and the log stays for those who only read.
        let after = try await look(["status"], place)
        #expect(after.code == 0 && after.output.contains("\n  stopped   at "), "\(after)")
        for ending in [explained, doctor, after] { #expect(!ending.output.contains(Place.key)) }
    }
}
