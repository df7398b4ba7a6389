internal import Commands
internal import Expectations
internal import Glibc
internal import TestSupport
internal import Testing

@Suite struct `A configuration with mistakes` {
    @Test func `is told all of them in one run, each with its place and what is allowed`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            """
            [stor]
            path = "a.db"

            [store]
            keep_vanished = "1 hour"
            keep_runs = 180

            [log]
            level = "loud"

            [providers.nyt]
            api_key = "K3Y-that-nobody-may-see"
            base_url = "http://api.nytimes.com"
            request_per_day = 5

            [queries.one]
            from = 2015-07-07
            to = 2015-07-01
            text = ""
            filtre = "x"

            [queries.two]
            provider = "nyx"
            text = "climate"
            last = "7 hours"
            schedule = "every now and then"
            timezone = "America/New_Yrok"
            guard = { max_shrink = 2 }
            read_again_after = [1, "three", -7]
            """, to: "articlesync.toml")
        for command in ["check", "sync", "run", "prune"] {
            let ending = await InProcess([command, "--config", file])
            #expect(ending.code == .configuration)
            #expect(ending.output.isEmpty)
            #expect(!ending.errors.contains("K3Y"))
            let lines = ending.errors.split(separator: "\n").map { $0.replacing(file, with: "FILE") }
            expectGolden(lines.sorted().joined(separator: "\n") + "\n", named: "configuration-mistakes.txt")
        }
    }

    @Test(arguments: ["\"\"", "\" \"", "'\u{A0}'", "\"a\\u0007\""])
    func `a query without a name that can be read is one of them`(name: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("[queries.\(name)]\ntext = \"a\"\nlast = \"1 day\"\n", to: "articlesync.toml")
        let ending = await InProcess(["check", "--config", file])
        #expect(ending.code == .configuration)
        #expect(
            ending.errors.contains(":1:1: the name of a query is blank or has control characters"), "\(ending.errors)")
    }

    @Test func `says where it looked when there is none`() async {
        let ending = await InProcess(["check"], environment: ["HOME": "/nonexistent"])
        #expect(ending.code == .configuration)
        #expect(
            ending.errors.hasPrefix(
                "articlesync: there is no configuration; looked for /nonexistent/.config/articlesync/articlesync.toml and "
                    + "/etc/articlesync/articlesync.toml"))
    }

    @Test func `a key that is named and cannot be had is one of them`() async throws {
        let place = try Place()
        let file = try place.configure("http://127.0.0.1:9")
        let ending = await InProcess(["check", "--config", file])
        #expect(ending.code == .configuration)
        #expect(ending.errors.contains("the environment variable THE_KEY is not set or empty"))
        #expect(ending.errors.contains("articlesync.toml:12:"))
    }

    @Test(arguments: [
        ("", "holds no key"), ("two\nlines\n", "holds more than one line"), ("clé", "holds something other than a key"),
        ("\u{FEFF}abc", "begins with a byte order mark (save it as UTF-8 without one)"),
        ("\"abc\"", "has quotes around the key (write the key alone, without quotes)"),
        ("'abc'", "has quotes around the key"), ("“abc”", "has quotes around the key"),
        ("NYT_API_KEY=abc", "has a name and = before the key (write the key alone, without NAME=)"),
        ("export KEY=\"abc\"", "has quotes around the key"), ("export KEY=abc", "has a name and = before the key"),
        ("a\0b\0c\0", "is UTF-16 or no text at all (save it as UTF-8)"),
    ])
    func `a key file that holds something else is told without showing it`(content: String, reason: String) async throws
    {
        let folder = try TemporaryFolder()
        try folder.write(content, to: "nyt.key")
        let file = try folder.write(
            """
            [providers.nyt]
            api_key_file = "nyt.key"
            [queries.a]
            text = "a"
            last = "1 day"
            """, to: "articlesync.toml")
        let ending = await InProcess(["check", "--config", file])
        #expect(ending.code == .configuration)
        #expect(ending.errors.contains(reason), "\(ending.errors)")
        #expect(!ending.errors.contains("clé") && !ending.errors.contains("lines\n"))
        #expect(!ending.errors.contains("abc"), "\(ending.errors)")
        for good in ["a-good-key\n", "YWJjZA==", "  key\r\n"] {
            try folder.write(good, to: "nyt.key")
            #expect(await InProcess(["check", "--config", file]).code == .done)
        }
    }

    @Test func `a file of certificates that is not there is one of them`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("[network]\nca_file = \"nope.pem\"\n", to: "articlesync.toml")
        let ending = await InProcess(["check", "--config", file])
        #expect(ending.code == .configuration)
        #expect(
            ending.errors.contains("articlesync.toml:2:11: network.ca_file: \(folder.path)/nope.pem cannot be read"))
    }

    @Test func `mistakes in a filter are told with their place`() async throws {
        let place = try Place()
        let file = try place.configure(
            "http://127.0.0.1:9", query: "filter = 'section.name:(\"Sports\" and type:\"Art*\"'")
        let ending = await InProcess(["check", "--config", file], environment: ["THE_KEY": "x"])
        #expect(ending.code == .done)
        let begin = "articlesync: \(file):21:10: queries.july.filter, character"
        for (number, words) in [(14, "a bracket ( is never closed"), (24, "`and` is searched for"), (37, "a wildcard")]
        {
            #expect(ending.errors.contains("\(begin) \(number): \(words)"), "\(ending.errors)")
        }
    }

    @Test func `a tilde in a path is the home folder`() async throws {
        let folder = try TemporaryFolder()
        try #require(unsafe mkdir(folder.file("conf"), 0o755) == 0)
        try folder.write("a-good-key\n", to: "nyt.key")
        try folder.write("no certificate", to: "ca.pem")
        let file = try folder.write(
            """
            [store]
            path = "~/articles.db"
            [network]
            ca_file = "~/ca.pem"
            [providers.nyt]
            api_key_file = "~/nyt.key"
            [queries.a]
            text = "a"
            last = "1 day"
            """, to: "conf/articlesync.toml")
        let ending = await InProcess(["check", "--config", file], environment: ["HOME": folder.path])
        #expect(ending.code == .done, "\(ending.errors)")
        let added = await InProcess(
            ["notes", "add", "x", "--body", "y", "--config", file], environment: ["HOME": folder.path])
        #expect(added.code == .done)
        #expect(Files.exists(folder.file("articles.db")))
    }

    @Test func `an old field name in a filter is warned about`() async throws {
        let place = try Place()
        let file = try place.configure("http://127.0.0.1:9", query: "filter = 'news_desk:\"Sports\"'")
        let ending = await InProcess(["check", "--config", file], environment: ["THE_KEY": "x"])
        #expect(ending.code == .done)
        #expect(ending.errors.contains("queries.july: the filter's field news_desk is an old name"))
    }
}
