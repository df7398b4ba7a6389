internal import SQLite
internal import Sandbox
internal import TestSupport
internal import Testing

/// What `candidates` and `remap` do with answers that are kept: on the real program, with nobody to ask.
@Suite(.timeLimit(.minutes(5))) struct `Kept answers` {
    /// A place with a store of so many articles of July, whose sandbox is stopped.
    private func synced(_ articles: Int, query: String = "", more: String = "") async throws -> Place {
        let place = try Place()
        try await sync(place, articles, query: query, more: more)
        return place
    }

    @discardableResult
    private func sync(
        _ place: Place, _ articles: Int, code: Int32 = 0, query: String = "", more: String = ""
    ) async throws -> ChildProcess.Ending {
        let sandbox = try Sandbox.start(.july(articles), clock: .still)
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL, query: query, more: more)
        let ending = try await place.run("sync")
        #expect(ending.code == code, "\(ending)")
        return ending
    }

    /// Runs the program without a key, as where nobody is asked.
    private func offline(_ place: Place, _ words: String...) async throws -> ChildProcess.Ending {
        try await place.run(words, environment: ["THE_KEY": ""])
    }

    private func mapping(_ line: String) -> String { "[providers.nyt.article]\n\(line)" }

    private func runs(in place: Place) throws -> Int {
        try Connection(path: place.store, access: .readOnly).first("SELECT count(*) FROM runs") { $0.int(0) ?? 0 } ?? 0
    }

    @Test func `are gone back to and forth, and nothing is lost on the way`() async throws {
        let place = try await synced(30)
        let first = Set(try await place.storedIDs())
        try await sync(place, 20)
        let second = Set(try await place.storedIDs())
        let list = try await offline(place, "candidates", "list", "july")
        #expect(list.output.contains("july: generation 2, 20 articles"), "\(list)")
        #expect(list.output.contains("`articlesync candidates accept july 1` goes back to generation 1."), "\(list)")
        #expect(list.output.contains(": generation 1\n"), "\(list)")

        let look = try await offline(place, "candidates", "diff", "july", "1")
        #expect(
            look.output.contains("would be new") && look.output.contains("accept july 1` goes back to it."), "\(look)")
        #expect(try await offline(place, "candidates", "accept", "july", "1").code == 0)
        #expect(Set(try await place.storedIDs()) == first)
        let present = try await offline(place, "candidates", "accept", "july", "1")
        #expect(present.code == 1 && present.errors.contains("candidate 1 is what july holds already"), "\(present)")
        #expect(try await offline(place, "candidates", "accept", "july", "2").code == 0)
        #expect(Set(try await place.storedIDs()) == second)
        let stored = try await offline(place, "candidates", "drop", "july", "2")
        #expect(stored.code == 1 && stored.errors.contains("only what is held or gathered"), "\(stored)")
        try place.checkStore()
    }

    @Test func `are looked at without a line in the journal`() async throws {
        let place = try await synced(30)
        try await sync(place, 8, code: 2)
        let before = try runs(in: place)
        #expect(try await offline(place, "candidates", "diff", "july").code == 0)
        #expect(try await offline(place, "remap", "--dry-run").code == 0)
        #expect(try await offline(place, "remap").output == "july: nothing changed\n")
        #expect(try runs(in: place) == before)
        try place.checkStore()
    }

    @Test func `stay as old as they are, whenever they are put in place`() async throws {
        let place = try await synced(30)
        func age() throws -> String? {
            try Connection(path: place.store, access: .readOnly).first("SELECT contents_at FROM queries") { $0.text(0) }
                ?? nil
        }
        try await sync(place, 25)
        let readAt = try Connection(path: place.store, access: .readOnly).first(
            "SELECT covered_at FROM _readings WHERE until_generation = 2"
        ) { $0.text(0) }
        #expect(try await offline(place, "candidates", "accept", "july", "1").code == 0)
        #expect(try age() == readAt)
        #expect(try await offline(place, "status", "july").output.contains("july: fresh"))
    }

    @Test func `of a candidate are told of by whose they are and what can be done with them`() async throws {
        let more = "[queries.june]\ntext = \"sandbox\"\nfrom = 2015-06-01\nto = 2015-06-30\n"
        let place = try await synced(30, more: more)
        let foreign = try await offline(place, "candidates", "diff", "june", "1")
        #expect(foreign.code == 1 && foreign.errors.contains("candidate 1 is one of july, not of june"), "\(foreign)")
        let none = try await offline(place, "candidates", "accept", "july", "77")
        #expect(none.code == 1 && none.errors.contains("july has no candidate 77"), "\(none)")
        #expect(none.errors.contains("(there are 1)"), "\(none)")
        #expect(try await offline(place, "candidates", "accept", "july", "one").code == 64)
        #expect(try await offline(place, "candidates", "list", "august").code == 64)

        try await sync(place, 8, code: 2, more: more)
        let dropped = try await offline(place, "candidates", "drop", "july", "--json")
        #expect(dropped.output.hasPrefix("{\"query\":\"july\",\"dropped\":"), "\(dropped)")
        try place.checkStore()
    }

    @Test func `of a candidate that was asked otherwise are not put in place`() async throws {
        let place = try await synced(30)
        try await sync(place, 8, code: 2)
        try place.configure("http://127.0.0.1:9", query: "filter = 'section.name:\"Sports\"'")
        let refused = try await offline(place, "candidates", "accept", "july")
        #expect(refused.code == 1 && refused.errors.contains("was asked otherwise"), "\(refused)")
        #expect(try await place.storedIDs().count == 30)
    }

    @Test func `of contents that answer another question stay those of that question`() async throws {
        let more = "[queries.june]\ntext = \"sandbox\"\nfrom = 2015-06-01\nto = 2015-06-30\n"
        let place = try await synced(30, more: more)
        let edited = "filter = 'section.name:\"Sports\"'"
        try place.configure("http://127.0.0.1:9", query: edited, more: more + mapping("headline = [\"abstract\"]"))
        let all = try await offline(place, "remap")
        #expect(all.code == 0 && all.output.contains("july: nothing would change"), "\(all)")
        #expect(all.output.contains("it asks something else now than it holds"), "\(all)")
        let named = try await offline(place, "remap", "july")
        #expect(named.code == 1 && named.errors.contains("its contents answer what was asked before"), "\(named)")
        let fingerprint = try Connection(path: place.store, access: .readOnly)
            .first("SELECT fingerprint FROM queries WHERE name = 'july'") { $0.text(0) ?? "" }
        #expect(fingerprint?.contains("Sports") == false)
    }

    @Test func `are held where a mapping would lose articles, until a person accepts it`() async throws {
        let place = try await synced(30)
        // Not every article was printed, and one without an id cannot be kept.
        try place.configure("http://127.0.0.1:9", more: mapping("id = [\"headline.print_headline\"]"))
        for words in [["remap", "--dry-run"], ["remap"]] {
            let held = try await place.run(words, environment: ["THE_KEY": ""])
            #expect(held.code == 2 && held.output.contains("would be gone"), "\(held)")
            #expect(held.output.contains("came where there had been 30 articles"), "\(held)")
            #expect(held.output.contains("--accept replaces them"), "\(held)")
            #expect(held.output.contains("of 30 documents could not be read; first: response.docs["), "\(held)")
            #expect(try await place.storedIDs().count == 30)
        }
        #expect(try await offline(place, "status", "july").output.contains("july: fresh"))
        let accepted = try await offline(place, "remap", "--accept")
        #expect(accepted.code == 2 && accepted.output.contains("documents could not be read"), "\(accepted)")
        #expect(try await place.storedIDs().count < 15)
        // The answers are what they were, and so is what a good mapping makes of them.
        try place.configure("http://127.0.0.1:9")
        let back = try await offline(place, "remap", "july", "--json")
        #expect(back.code == 0 && back.output.contains("\"stored\":true"), "\(back)")
        #expect(back.output.contains("\"change\":\"added\""), "\(back)")
        #expect(try await place.storedIDs().count == 30)
        #expect(try await offline(place, "status", "july").output.contains("complete"))
        try place.checkStore()
    }

    @Test func `that cannot be read at all are a failure of their query alone`() async throws {
        let place = try await synced(30)
        try place.configure("http://127.0.0.1:9", more: mapping("id = [\"nowhere\"]"))
        let failed = try await offline(place, "remap")
        #expect(failed.code == 1 && failed.output.isEmpty, "\(failed)")
        #expect(failed.errors.hasPrefix("articlesync: july: "), "\(failed)")
        #expect(try await place.storedIDs().count == 30)
        #expect(try runs(in: place) == 1)
    }

    @Test func `are those of the present contents still after they were read again`() async throws {
        let place = try await synced(30)
        for field in ["abstract", "lead_paragraph", "abstract", "lead_paragraph"] {
            try place.configure("http://127.0.0.1:9", more: mapping("headline = [\"\(field)\"]"))
            let done = try await offline(place, "remap")
            #expect(done.code == 0 && done.output.contains("30 changed"), "\(done)")
        }
        let list = try await offline(place, "candidates", "list", "july")
        #expect(list.output.contains("july: generation 5, 30 articles"), "\(list)")
        #expect(list.output.contains("the present contents") && !list.output.contains("goes back"), "\(list)")
        try place.checkStore()
    }

    @Test func `that are gone leave their days as they are, and say so`() async throws {
        let place = try await synced(30)
        try Connection(path: place.store, access: .readWrite).execute("DELETE FROM _answers")
        try place.configure("http://127.0.0.1:9", more: mapping("headline = [\"abstract\"]"))
        let remapped = try await offline(place, "remap", "july")
        #expect(remapped.code == 0 && remapped.output.contains("july: nothing changed"), "\(remapped)")
        #expect(remapped.output.contains("no answers are kept of 2015-07-01…2015-07-31"), "\(remapped)")
        #expect(try await place.storedIDs().count == 30)
    }
}
