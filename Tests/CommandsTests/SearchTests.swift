internal import Commands
internal import Sandbox
internal import TestSupport
internal import Testing

/// The real program: what a person searches for, and is told.
@Suite(.timeLimit(.minutes(5))) struct `A search for words` {
    private func scene() async throws -> Place {
        let sandbox = try Sandbox.start(.july(40), clock: .still)
        let place = try Place()
        try place.configure(sandbox.baseURL)
        #expect(try await place.run("sync").code == 0)
        return place
    }

    @Test func `finds the best first and marks it; what it cannot read are plain words, with a warning`() async throws {
        let place = try await scene()
        let headline = try await place.run("articles", "july", "--limit", "1", "--format", "csv").output
        #expect(!headline.contains("score"))
        let all = try await place.run("articles", "--search", "basketball", "--format", "jsonl")
        #expect(all.code == 0 && all.errors == "", "\(all)")
        let lines = all.output.split(separator: "\n")
        #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("\"score\":") && $0.contains("\"snippet\":") })
        let scores = lines.compactMap { line in
            line.split(separator: "\"score\":").last.flatMap { Double($0.prefix { $0 != "," }) }
        }
        #expect(scores.count == lines.count && scores == scores.sorted(by: >), "\(scores)")
        let table = try await place.run("articles", "--search", "basketball", "--limit", "3")
        #expect(table.output.lowercased().contains("«basketball»"), "\(table)")
        let dead = try await place.run("articles", "--search", "basketball AND", "--format", "csv")
        #expect(dead.code == 0)
        #expect(
            dead.errors == """
                articlesync: the search text cannot be read, column 15: found the end, expected a word or a phrase; \
                looked for the plain words "basketball", "AND" instead, all of them

                """)
        #expect(dead.output.split(separator: "\r\n").first?.hasSuffix(",queries,score,snippet") == true)
        let none = try await place.run("articles", "--search", " ")
        #expect(none.code == 64 && none.errors.contains("the search text is empty"), "\(none)")
        let sorted = try await place.run("articles", "--search", "basketball", "--sort", "-published_at", "-f", "jsonl")
        #expect(Set(sorted.output.split(separator: "\n")) == Set(lines))
    }
}
