import Chronology
import HTTPExchange
import Testing
import Webhooks

@Suite struct `What becomes of a notice` {
    private let start = Instant(secondsSince1970: 1_436_227_200)

    private func judge(
        _ status: Int, tries: Int = 1, after age: Duration = .zero, headers: [HTTPHeader] = [], random: Double = 1
    ) -> DeliveryPolicy.Verdict {
        DeliveryPolicy.judge(
            .success(HTTPResponse(status: status, headers: headers)), tries: tries, createdAt: start,
            at: start.adding(age), random: random)
    }

    @Test func `answers of 2xx are the end of it, however many tries there were`() {
        for status in 200..<300 {
            #expect(judge(status) == .delivered)
            #expect(judge(status, tries: 99, after: .seconds(900_000)) == .delivered)
        }
    }

    @Test func `what is refused is given up after three tries, all but 408 and 429`() {
        for status in 300..<500 where status != 408 && status != 429 {
            for tries in 1...2 { #expect(judge(status, tries: tries).isRetry) }
            #expect(judge(status, tries: 3) == .givenUp(reason: "HTTP \(status), 3 times"))
        }
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504, 100, 199, 600])
    func `what may get better is tried for a day`(status: Int) {
        #expect(judge(status, tries: 3).isRetry)
        #expect(judge(status, tries: 20, after: .seconds(82_000)).isRetry)
        #expect(judge(status, tries: 20, after: .seconds(83_000)).isGivenUp)
    }

    @Test func `an error is tried again and says why`() {
        let verdict = DeliveryPolicy.judge(
            .failure(.cannotResolve(host: "hooks.example.org")), tries: 1, createdAt: start, at: start, random: 0)
        guard case .retry(let at, let reason) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(at == start.adding(.seconds(5)))
        #expect(reason.contains("hooks.example.org"))
    }

    @Test func `waits grow from ten seconds to an hour, half of each left to chance`() {
        let longest = (1...12).map { DeliveryPolicy.wait(after: $0, random: 1) }
        #expect(longest.prefix(5) == [.seconds(10), .seconds(20), .seconds(40), .seconds(80), .seconds(160)])
        #expect(longest.suffix(3).allSatisfy { $0 == .seconds(3_600) })
        #expect(zip(longest, longest.dropFirst()).allSatisfy { $0 <= $1 })
        for tries in 1...100 {
            let (least, most) = (
                DeliveryPolicy.wait(after: tries, random: 0), DeliveryPolicy.wait(after: tries, random: 1)
            )
            #expect(least * 2 == most && least >= .seconds(5) && most <= .seconds(3_600))
        }
    }

    @Test func `a wait that is asked for is kept, up to an hour`() {
        func wait(_ asked: String) -> Duration? {
            guard case .retry(let at, _) = judge(429, headers: [HTTPHeader("Retry-After", asked)]) else { return nil }
            return at.since(start)
        }
        #expect(wait("60") == .seconds(60))
        #expect(wait("1") == .seconds(10))
        #expect(wait("999999") == .seconds(3_600))
        #expect(wait("Tue, 07 Jul 2015 00:02:00 GMT") == .seconds(120))
        #expect(wait("soon") == .seconds(10))
    }

    @Test(arguments: [0.0, 0.5, 1.0]) func `a target that stays down is tried for a day and no longer`(random: Double) {
        var (now, tries) = (start, 0)
        while true {
            tries += 1
            guard case .retry(let next, _) = judge(503, tries: tries, after: now.since(start), random: random) else {
                break
            }
            #expect(next > now)
            now = next
        }
        #expect(now.since(start) > .seconds(79_000) && now.since(start) <= .seconds(86_400))
        #expect((20...64).contains(tries), "\(tries)")
    }

    @Test func `a clock that is set back again and again does not make it try for ever`() {
        var tries = 0
        repeat { tries += 1 } while judge(503, tries: tries, after: .seconds(-1_000)).isRetry && tries < 1_000
        #expect(tries < 100)
    }
}

extension DeliveryPolicy.Verdict {
    fileprivate var isRetry: Bool { if case .retry = self { true } else { false } }
    fileprivate var isGivenUp: Bool { if case .givenUp = self { true } else { false } }
}
