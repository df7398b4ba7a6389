internal import Chronology
internal import Expectations
internal import Sandbox
internal import TestSupport
internal import Testing

/// Every fault of the sandbox on the first page, in the middle and on the last one, and the run after it.
@Suite(.tags(.thorough), .timeLimit(.minutes(5))) struct `A fault on one page` {
    /// Each fault at each position; in the gate each fault at one of them, and each position with a third of the faults.
    static let cases: [(SandboxFault, Int)] = SandboxFault.allCases.filter { $0 != .slow && $0 != .redirectAway }
        .enumerated().flatMap { number, fault in
            let positions = [0, 2, 3]
            return (Thoroughness.isWhole ? positions : [positions[number % 3]]).map { (fault, $0) }
        }

    @Test(arguments: cases)
    func `leaves what was there or gets around it, and the next run asks for no page again`(
        fault: SandboxFault, page: Int
    ) async throws {
        let place = try Place()
        let silent: Set<SandboxFault> = [.stall, .stallBody]
        func configure(_ sandbox: Sandbox) throws {
            try place.configure(
                sandbox.baseURL, provider: "retry = { attempts = 1, wait = \"1ms\" }",
                patience: silent.contains(fault) ? "300ms" : "10s")
        }
        let broken = try Sandbox.start(.july(35, faults: ["\(fault.rawValue):always@\(page)"]), clock: .still)
        try configure(broken)
        let first = try await place.run("sync")
        broken.stop()
        try place.checkStore()
        let stored = try await place.storedIDs()
        switch first.code {
        case 0: #expect(stored.count == 35, "\(first)")
        case 2: #expect(!stored.isEmpty && stored.count <= 35, "\(first)")
        default: #expect(stored.isEmpty, "\(first)")
        }
        let status = try await place.run("status")
        #expect(!status.output.contains(Place.key) && !first.output.contains(Place.key))

        let kept = try place.keptRequests()
        if first.code != 0, first.code != 2 { #expect(kept.count == page, "\(fault) \(first)") }
        let good = try Sandbox.start(.july(35), clock: .still)
        defer { good.stop() }
        try configure(good)
        let second = try await place.run("sync")
        #expect(second.code == 0, "\(second)")
        #expect(Set(good.requests.map(Place.request)).isDisjoint(with: kept), "\(fault)")
        #expect(Set(try await place.storedIDs()) == Set(good.corpus.ids(text: "sandbox")))
        try place.checkStore()
    }
}
