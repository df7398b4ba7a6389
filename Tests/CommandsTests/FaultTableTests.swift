internal import Chronology
internal import Sandbox
internal import TestSupport
internal import Testing

/// What can go wrong in one sync, each against contents that were complete before.
struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What the sandbox does, or a base URL that does it by itself.
    let cause: Cause
    let code: Int32
    let outcome: String
    /// What readers are told.
    let reason: String

    /// Whether the server says nothing, and the client has to lose its patience.
    var isSilence: Bool { testDescription.hasPrefix("timeout") }

    enum Cause: Sendable {
        case sandbox(String)
        case baseURL(String)
        /// The port of a server that is gone.
        case nobodyListens
    }

    init(_ name: String, _ cause: Cause, _ code: Int32, _ outcome: String, _ reason: String) {
        testDescription = name
        self.cause = cause
        self.code = code
        self.outcome = outcome
        self.reason = reason
    }

    static let table: [Fault] = [
        Fault("refused", .nobodyListens, 69, "failed", "cannot connect"),
        Fault("no such host", .baseURL("https://articlesync.invalid"), 69, "failed", "articlesync.invalid"),
        Fault("timeout before the body", .sandbox("stall:always"), 69, "failed", "no answer began within idle_timeout"),
        Fault("timeout within the body", .sandbox("stall-body:always"), 69, "failed", "stopped midway"),
        Fault("cut body", .sandbox("cut:always"), 69, "failed", "ended"),
        Fault("connection closed", .sandbox("hang-up:always"), 69, "failed", "connection"),
        Fault("empty 200", .sandbox("empty:always"), 69, "failed", "empty"),
        Fault("blank 200", .sandbox("blank:always"), 69, "failed", "white space"),
        Fault("HTML 200", .sandbox("html:always"), 69, "failed", "JSON"),
        Fault("HTML 403", .sandbox("403-html:always"), 69, "failed", "403"),
        Fault("invalid JSON", .sandbox("invalid-json:always"), 69, "failed", "JSON"),
        Fault("half a JSON text", .sandbox("truncated-json:always"), 69, "failed", "JSON"),
        Fault("docs: null", .sandbox("docs-null:always"), 1, "failed", "response.docs"),
        Fault("no response", .sandbox("no-response:always"), 1, "failed", "response"),
        Fault("no total", .sandbox("no-total:always"), 1, "failed", "response.metadata"),
        Fault("the total under another name", .sandbox("renamed-envelope:always"), 1, "failed", "is gone"),
        Fault("status is not OK", .sandbox("status-error:always"), 1, "failed", "status"),
        Fault("a null element", .sandbox("null-element:1"), 2, "partial", "response.docs[0]"),
        Fault("a wrong type in one document", .sandbox("wrong-type:1"), 2, "partial", "response.docs[0]"),
        Fault("bad key", .sandbox("bad-key:always"), 77, "failed", "Invalid ApiKey"),
        Fault("missing key", .sandbox("missing-key:always"), 77, "failed", "API Key"),
        Fault("the gateway of before", .sandbox("message:always"), 77, "failed", "401"),
        Fault("429", .sandbox("429:always"), 75, "parked", "quota"),
        Fault("429 with Retry-After", .sandbox("429-retry-after=3600:always"), 75, "parked", "quota"),
        Fault("500", .sandbox("500:always"), 69, "failed", "500"),
        Fault("503", .sandbox("503:always"), 69, "failed", "503"),
        Fault("504", .sandbox("504:always"), 69, "failed", "504"),
        Fault("redirect loop", .sandbox("redirect-loop:always"), 1, "failed", "redirect"),
        Fault("redirect to another host", .sandbox("redirect-away:always"), 1, "failed", "redirect"),
        Fault("a total that moves", .sandbox("drifting-total:always"), 2, "unverified", "total"),
        Fault("a gzip bomb", .sandbox("gzip-bomb:always"), 1, "failed", "larger"),
        Fault("the last page is cut", .sandbox("cut:always@3"), 69, "failed", "ended"),
        Fault("the last page drifts", .sandbox("no-response:always@3"), 1, "failed", "response"),
    ]
}

@Suite struct `A fault` {
    @Test(arguments: Fault.table)
    func `004-12 004-32 004-33 004-34 004-44 004-48 leaves the contents, says why, and is journalled once`(
        fault: Fault
    ) async throws {
        let place = try Place()
        let good = try Sandbox.start(.july(35), clock: .still)
        try place.configure(good.baseURL)
        let first = try await place.run("sync")
        #expect(first.code == 0, "\(first)")
        good.stop()
        let before = try await place.run("articles", "--format", "json").output

        var broken: Sandbox?
        let baseURL: String
        switch fault.cause {
        case .sandbox(let rule):
            let started = try Sandbox.start(.july(35, faults: [rule]), clock: .still)
            broken = started
            baseURL = started.baseURL
        case .baseURL(let url): baseURL = url
        case .nobodyListens: baseURL = good.baseURL
        }
        // One try only where another would have to wait for the next minute.
        let tries = fault.outcome == "parked" ? 1 : 2
        try place.configure(
            baseURL, provider: "retry = { attempts = \(tries), wait = \"1ms\" }",
            patience: fault.isSilence ? "300ms" : "10s")
        let ending = try await place.run("sync")
        broken?.stop()

        #expect(ending.code == fault.code, "\(ending)")
        #expect(ending.output.contains("july: \(fault.outcome)"), "\(ending)")
        #expect(try await place.run("articles", "--format", "json").output == before)

        let runs = try await place.run("runs", "--json").output
        #expect(runs.ranges(of: "\"outcome\":").count == 2, "\(runs)")
        #expect(runs.ranges(of: "\"outcome\":\"\(fault.outcome)\"").count == 1, "\(runs)")
        let status = try await place.run("status")
        #expect(status.output.contains("stale since"), "\(status)")
        #expect(status.output.lowercased().contains(fault.reason.lowercased()), "\(status)")
    }

    /// What is on a page that fails for ever, or was pushed out by a repetition, is asked for in other company.
    @Test(arguments: ["500:always@2", "html:always@2", "403-html:always@3", "invalid-json:always@1", "duplicate:1"])
    func `of one page alone is gone around`(rule: String) async throws {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(35, faults: [rule]), clock: .still)
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL, provider: "retry = { attempts = 2, wait = \"1ms\" }")
        let ending = try await place.run("sync")
        #expect(ending.code == 0, "\(ending)")
        #expect(try await place.storedIDs().count == 35)
    }

    @Test(arguments: ["500:1", "html:1", "empty:1", "cut:1", "503:1@2", "hang-up:1"])
    func `that passes is tried again, and the run is complete`(rule: String) async throws {
        let place = try Place()
        let sandbox = try Sandbox.start(.july(35, faults: [rule]), clock: .still)
        defer { sandbox.stop() }
        try place.configure(sandbox.baseURL)
        let ending = try await place.run("sync")
        #expect(ending.code == 0, "\(ending)")
        #expect(try await place.storedIDs().count == 35)
        // The failed try is counted too.
        #expect(ending.output.contains("5 requests"), "\(ending)")
    }
}
