internal import Glibc
package import HTTPExchange
internal import Synchronization

/// A server on loopback that says exactly the bytes a test tells it to, right or wrong.
///
/// It listens on a port of the system's choosing; each connection has a thread of its own, so that a script may block.
package final class ScriptedServer: Sendable {
    /// Answers one request by writing to its connection; a connection that the script leaves open is read again.
    package typealias Script = @Sendable (ScriptedRequest, ScriptedConnection) -> Void

    private struct State {
        var isStopped = false
        var connections: [ScriptedConnection] = []
        var threads: [pthread_t] = []
        var requests: [ScriptedRequest] = []
    }

    private final class Core: Sendable {
        let greeting: [UInt8]
        let script: Script
        let state = Mutex(State())

        init(greeting: [UInt8], script: @escaping Script) {
            self.greeting = greeting
            self.script = script
        }
    }

    package let port: Int
    private let listener: Int32
    private let core: Core

    /// - Parameter greeting: what is said on a new connection before anybody asks.
    package init(greeting: [UInt8] = [], _ script: @escaping Script) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener, address, length) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else { throw TestFailure("cannot listen on loopback: errno \(errno)") }
        port = Int(UInt16(bigEndian: address.sin_port))
        let core = Core(greeting: greeting, script: script)
        self.listener = listener
        self.core = core
        Self.thread(of: core) { Self.accept(listener, core) }
    }

    /// Answers every request with a status, headers and a body of known length, and keeps the connection.
    package convenience init(
        status: Int = 200, headers: [HTTPHeader] = [], body: @escaping @Sendable (ScriptedRequest) -> String
    ) throws {
        try self.init { request, connection in
            connection.respond(status: status, headers: headers, body: Array(body(request).utf8))
        }
    }

    deinit { stop() }

    /// The address of the server with a path; the host as a number, so that no name is looked up.
    package func url(_ path: String = "/", scheme: String = "http") throws -> HTTPURL {
        guard let url = HTTPURL("\(scheme)://127.0.0.1:\(port)\(path)") else { throw TestFailure("no URL: \(path)") }
        return url
    }

    /// How many connections were made so far.
    package var connectionCount: Int { core.state.withLock { $0.connections.count } }

    /// What was asked so far, in order of arrival.
    package var requests: [ScriptedRequest] { core.state.withLock { $0.requests } }

    /// Ends every connection and thread.
    package func stop() {
        let connections = core.state.withLock { state -> [ScriptedConnection]? in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            return state.connections
        }
        guard let connections else { return }
        shutdown(listener, Int32(SHUT_RDWR))
        for connection in connections { connection.end() }
        while let thread = core.state.withLock({ $0.threads.popLast() }) { pthread_join(thread, nil) }
        close(listener)
    }

    private static func accept(_ listener: Int32, _ core: Core) {
        while case let descriptor = Glibc.accept(listener, nil, nil), descriptor >= 0 {
            let connection = core.state.withLock { state in
                let connection = ScriptedConnection(descriptor, number: state.connections.count)
                state.connections.append(connection)
                if state.isStopped { connection.end() }
                return connection
            }
            thread(of: core) { serve(connection, core) }
        }
    }

    private static func serve(_ connection: ScriptedConnection, _ core: Core) {
        defer { connection.close() }
        if !core.greeting.isEmpty { connection.send(core.greeting) }
        while let head = connection.readHead() {
            var request = ScriptedRequest(head: head, connection: connection.number)
            if let length = request.header("Content-Length").flatMap({ Int($0) }) {
                request.body = connection.readBody(of: length)
            }
            core.state.withLock { $0.requests.append(request) }
            core.script(request, connection)
        }
    }

    private static func thread(of core: Core, _ body: @escaping @Sendable () -> Void) {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
        let failure = unsafe pthread_create(
            &thread, nil,
            { context in
                if let context = unsafe context { unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, context)
        if failure == 0 {
            core.state.withLock { $0.threads.append(thread) }
        } else {
            unsafe Unmanaged<Box>.fromOpaque(context).release()
        }
    }
}

/// A request as a scripted server read it.
package struct ScriptedRequest: Hashable, Sendable {
    /// The request line and the header lines, as they came.
    package let head: String
    /// The number of its connection, from 0.
    package let connection: Int
    /// As far as it came.
    package fileprivate(set) var body: [UInt8] = []

    fileprivate init(head: String, connection: Int) {
        self.head = head
        self.connection = connection
    }

    /// Path and query.
    package var target: String {
        let parts = head.prefix { !$0.isNewline }.split(separator: " ")
        return parts.count > 1 ? String(parts[1]) : ""
    }

    package func header(_ name: String) -> String? {
        for line in head.split(whereSeparator: \.isNewline).dropFirst() {
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else {
                continue
            }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return nil
    }
}

/// One connection of a scripted server.
package final class ScriptedConnection: Sendable {
    package let number: Int
    /// Negative once closed; used under the lock only for ending, so that a number is never reused in between.
    private let descriptor: Mutex<Int32>

    fileprivate init(_ descriptor: Int32, number: Int) {
        self.descriptor = Mutex(descriptor)
        self.number = number
    }

    /// Writes a whole answer with its length.
    package func respond(status: Int = 200, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        send(Array("HTTP/1.1 \(status) Scripted\r\nContent-Length: \(body.count)\r\n\(lines)\r\n".utf8) + body)
    }

    /// Writes bytes; whether the other side still takes them.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        let descriptor = descriptor.withLock { $0 }
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.send(
                    descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Blocks until the other side has ended the connection, or the server stops.
    package func waitForEnd() {
        let descriptor = descriptor.withLock { $0 }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while unsafe recv(descriptor, &buffer, buffer.count, 0) > 0 {}
    }

    /// Ends the connection; further requests on it are not read.
    package func close() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { Glibc.close(descriptor) }
            descriptor = -1
        }
    }

    /// Ends the connection as a crashed machine's network does: with a reset.
    package func reset() {
        descriptor.withLock { descriptor in
            var linger = linger(l_onoff: 1, l_linger: 0)
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
            if descriptor >= 0 { Glibc.close(descriptor) }
            descriptor = -1
        }
    }

    /// Unblocks whoever reads or writes.
    fileprivate func end() { descriptor.withLock { _ = shutdown($0, Int32(SHUT_RDWR)) } }

    fileprivate func readBody(of length: Int) -> [UInt8] {
        var body: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while body.count < length {
            let count = unsafe recv(descriptor.withLock { $0 }, &buffer, min(buffer.count, length - body.count), 0)
            guard count > 0 else { break }
            body += buffer[..<count]
        }
        return body
    }

    /// The next request's lines, or nil at the end.
    fileprivate func readHead() -> String? {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let descriptor = descriptor.withLock { $0 }
            var byte: UInt8 = 0
            guard descriptor >= 0, unsafe recv(descriptor, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
