internal import CurlTransport
internal import HTTPExchange
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct LifecycleTests {
    @Test func `004-11 cancelling the task ends an exchange that no time limit would end`() async throws {
        let arrived = Signal()
        let ended = Signal()
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            arrived.send()
            connection.waitForEnd()
            ended.send()
        }
        var patient = CurlTransport.Configuration()
        patient.idleTimeout = .seconds(86_400)
        patient.timeout = .seconds(86_400)
        let transport = CurlTransport(configuration: patient)
        let request = HTTPRequest(url: try server.url())
        let task = Task { await transport.outcome(of: request) }
        await arrived.wait()
        task.cancel()
        guard case .failure(.cancelled) = await task.value else { throw TestFailure("not cancelled") }
        // The connection is gone as well, not only the waiting.
        await ended.wait()
        #expect(!Task.isCancelled)
    }

    @Test func `a task that is cancelled already sends nothing`() async throws {
        let server = try ScriptedServer { _ in "" }
        let transport = CurlTransport()
        let request = HTTPRequest(url: try server.url())
        let gate = Signal()
        let task = Task {
            await gate.wait()
            return await transport.outcome(of: request)
        }
        task.cancel()
        gate.send()
        guard case .failure(.cancelled) = await task.value else { throw TestFailure("not cancelled") }
        #expect(server.connectionCount == 0)
    }

    @Test func `004-12 each exchange has exactly one outcome, whatever cancels and fails around it`() async throws {
        let server = try ScriptedServer { request, connection in
            switch request.target.last {
            case "1": connection.close()
            case "2": connection.reset()
            case "3": connection.waitForEnd()
            default: connection.respond(body: Array(request.target.utf8))
            }
        }
        let transport = CurlTransport()
        let requests = try (0..<200).map { HTTPRequest(url: try server.url("/\($0)/\($0 % 4)")) }
        let tasks = requests.map { request in Task { await transport.outcome(of: request) } }
        for (index, task) in tasks.enumerated() where index % 4 == 3 || index % 7 == 0 { task.cancel() }
        // A second outcome would trap in its continuation, a missing one would never come.
        for (index, task) in tasks.enumerated() {
            switch await task.value {
            case .success(let response): #expect(index % 4 == 0 && response.text == requests[index].url.path)
            case .failure(.cancelled): #expect(index % 4 == 3 || index % 7 == 0)
            case .failure(.cutBody): #expect(index % 4 == 1 || index % 4 == 2)
            case .failure(let error): Issue.record("\(index): \(error)")
            }
        }
    }

    @Test func `a shutdown ends what is under way, and what comes after`() async throws {
        let arrived = Signal()
        let server = try ScriptedServer { _, connection in
            arrived.send()
            connection.waitForEnd()
        }
        let transport = CurlTransport()
        let request = HTTPRequest(url: try server.url())
        let task = Task { await transport.outcome(of: request) }
        await arrived.wait()
        transport.shutdown()
        guard case .failure(.cancelled) = await task.value else { throw TestFailure("not ended") }
        guard case .failure(.cancelled) = await transport.outcome(of: request) else { throw TestFailure("not ended") }
        transport.shutdown()
    }

    @Test func `a transport that never sent anything ends as well`() {
        let transport = CurlTransport()
        transport.shutdown()
    }

    @Test func `a program may exit in the middle of an exchange`() async {
        await #expect(processExitsWith: .success) {
            let arrived = Signal()
            let server = try ScriptedServer { _, connection in
                arrived.send()
                connection.waitForEnd()
            }
            let transport = CurlTransport()
            let request = HTTPRequest(url: try server.url("/", scheme: "http"))
            let task = Task { await transport.outcome(of: request) }
            await arrived.wait()
            Process.exit()
            _ = await task.value
        }
    }

    @Test func `a transport that is let go closes its connections`() async throws {
        let ended = Signal()
        let server = try ScriptedServer { _, connection in
            connection.respond(body: [0x61])
            connection.waitForEnd()
            ended.send()
            connection.close()
        }
        var transport: CurlTransport? = CurlTransport()
        _ = try await transport?.send(HTTPRequest(url: server.url()))
        transport = nil
        await ended.wait()
        #expect(!Task.isCancelled)
    }

    @Test func `many transports begin and end side by side`() async throws {
        let server = try ScriptedServer { $0.target }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                group.addTask {
                    for _ in 0..<5 {
                        let transport = CurlTransport()
                        let answer = try await transport.send(HTTPRequest(url: server.url("/\(index)")))
                        #expect(answer.text == "/\(index)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// Something that happens once and may be awaited before or after.
final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func send() { continuation.finish() }

    /// Returns once it has happened, or when the test is cancelled at its time limit.
    func wait() async { for await _ in stream {} }
}
