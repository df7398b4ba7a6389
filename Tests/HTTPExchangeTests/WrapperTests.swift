internal import HTTPExchange
internal import Synchronization
internal import Telemetry
internal import TestSupport
internal import Testing

@Suite struct WrapperTests {
    private let clock = ManualClock()
    private let lines = Lines()

    private final class Lines: Sendable {
        private let lines = Mutex<[LogEvent]>([])
        func logger(_ level: LogLevel, _ clock: ManualClock) -> Logger {
            Logger(level: level, clock: clock.wallClock) { [self] line in lines.withLock { $0.append(line) } }
        }
        var all: [String] {
            lines.withLock { lines in
                lines.map { line in
                    "\(line.level.rawValue) \(line.message): "
                        + line.fields.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
                }
            }
        }
    }

    private func request() throws -> HTTPRequest {
        HTTPRequest(
            url: try #require(HTTPURL("https://api.example.com/s3cret/x")), query: [QueryItem("q", "a b")],
            credential: .init(place: .query("api-key"), key: Secret("s3cret")))
    }

    @Test func `004-54 an exchange is one debug line, and the key is nowhere in it`() async throws {
        let clock = clock
        let stub = StubTransport { _, index throws(HTTPError) in
            clock.advance(by: .milliseconds(120))
            if index == 1 { throw .other(detail: "no luck with s3cret") }
            return HTTPResponse(text: "12345")
        }
        let transport = LoggingTransport(wrapping: stub, logger: lines.logger(.debug, clock), clock: clock)
        let request = try request()
        for _ in 0..<2 { _ = await transport.outcome(of: request) }
        #expect(
            lines.all == [
                "debug exchange: method=GET url=https://api.example.com/•••/x?q=a%20b&api-key=••• status=200 bytes=5 milliseconds=120",
                "debug exchange failed: method=GET url=https://api.example.com/•••/x?q=a%20b&api-key=••• reason=other "
                    + "error=the exchange failed: no luck with ••• milliseconds=120",
            ])
    }

    @Test func `above debug level nothing is said and the answer is the same`() async throws {
        let stub = StubTransport([.success(HTTPResponse(text: "x"))])
        let transport = LoggingTransport(wrapping: stub, logger: lines.logger(.info, clock), clock: clock)
        #expect(try await transport.send(request()).text == "x")
        #expect(lines.all.isEmpty)
    }

    @Test func `a meter counts requests, failures and bytes, and what came since a reading`() async throws {
        let meter = ExchangeMeter()
        let stub = StubTransport([.success(HTTPResponse(text: "12345")), .failure(.timedOut(.idle))])
        let transport = MeteringTransport(wrapping: stub, meter: meter)
        let request = try request()
        _ = await transport.outcome(of: request)
        let before = meter.reading
        #expect([before.requests, before.failures, before.bytes] == [1, 0, 5])
        for _ in 0..<2 { _ = await transport.outcome(of: request) }
        let after = meter.reading.since(before)
        #expect([after.requests, after.failures, after.bytes] == [2, 2, 0])
    }

    @Test func `004-06 what wraps a transport is a transport, in any order`() async throws {
        let meter = ExchangeMeter()
        let stub = StubTransport([.success(HTTPResponse(503, text: "")), .success(HTTPResponse(text: "good"))])
        var transport: any HTTPTransport = MeteringTransport(wrapping: stub, meter: meter)
        transport = LoggingTransport(wrapping: transport, logger: lines.logger(.debug, clock), clock: clock)
        transport = RetryingTransport(
            wrapping: transport, policy: RetryPolicy(jitter: 0), clock: clock, wallClock: clock.wallClock, random: { 1 }
        )
        let request = try request()
        async let answer = transport.send(request)
        await clock.sleepers()
        clock.advance(by: .seconds(1))
        #expect(try await answer.text == "good")
        #expect(meter.reading.requests == 2)
        #expect(lines.all.count == 2)
    }
}
