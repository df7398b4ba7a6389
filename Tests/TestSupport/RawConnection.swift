internal import Glibc

/// A plain socket to a port of 127.0.0.1, for tests that look at bytes.
package final class RawConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// What came back for one request.
    package struct Answer: Sendable {
        package var status: Int
        /// Names in lower case.
        package var headers: [(name: String, value: String)]
        package var body: [UInt8]
        /// Whether the connection was closed before the body was whole.
        package var isCut: Bool

        package var text: String { String(decoding: body, as: UTF8.self) }

        package func header(_ name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }
    }

    /// - Parameter source: the address of loopback that it comes from; nil is the system's choice.
    package init(port: UInt16, from source: String? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestFailure("no socket: errno \(errno)") }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let descriptor = descriptor
        if let source {
            var own = sockaddr_in()
            own.sin_family = sa_family_t(AF_INET)
            _ = unsafe inet_pton(AF_INET, source, &own.sin_addr)
            let bound = unsafe withUnsafePointer(to: &own) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard bound == 0 else { throw TestFailure("cannot come from \(source): errno \(errno)") }
        }
        let result = unsafe withUnsafePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw TestFailure("cannot connect to port \(port): errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// Asks once on a connection of its own.
    package static func get(
        _ target: String, port: UInt16, headers: [String] = [], method: String = "GET"
    ) throws -> Answer {
        let connection = try RawConnection(port: port)
        return try connection.ask(target, headers: headers, method: method)
    }

    /// Asks, and waits for the answer; the connection stays open if the server keeps it.
    package func ask(_ target: String, headers: [String] = [], method: String = "GET") throws -> Answer {
        let lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1"] + headers + ["", ""]
        try send(lines.joined(separator: "\r\n"))
        return try answer(isHead: method == "HEAD")
    }

    package func send(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw TestFailure("cannot send: errno \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads more; false at the end of the connection.
    ///
    /// - Throws: where nothing comes in time.
    package func receive(within milliseconds: Int32 = 10_000) throws -> Bool {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&poller, 1, milliseconds) > 0 else { throw TestFailure("nothing came in \(milliseconds) ms") }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        received += chunk[..<count]
        return true
    }

    /// Whether nothing comes for so long.
    package func isSilent(for milliseconds: Int32) -> Bool {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&poller, 1, milliseconds) == 0
    }

    /// What was received and not yet taken as an answer.
    package var pending: [UInt8] { received }

    /// Waits for one answer.
    ///
    /// - Throws: where the connection is closed before the end of the headers.
    package func answer(isHead: Bool = false) throws -> Answer {
        var end = Self.endOfHeaders(received)
        while end == nil {
            guard try receive() else { throw TestFailure("the connection was closed without an answer") }
            end = Self.endOfHeaders(received)
        }
        let lines = String(decoding: received[..<(end ?? 0)], as: UTF8.self).split(separator: "\r\n")
        received.removeFirst((end ?? 0) + 4)
        let headers = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            return (name: line[..<colon].lowercased(), value: String(line[colon...].dropFirst().drop { $0 == " " }))
        }
        let words = lines.first?.split(separator: " ") ?? []
        var answer = Answer(status: words.count > 1 ? Int(words[1]) ?? 0 : 0, headers: headers, body: [], isCut: false)
        if isHead || answer.status == 304 { return answer }
        if answer.header("transfer-encoding") == "chunked" { return try chunked(answer) }
        guard let length = answer.header("content-length").flatMap({ Int($0) }) else {
            while try receive() {}
            answer.body = received
            received = []
            return answer
        }
        while received.count < length, try receive() {}
        answer.isCut = received.count < length
        answer.body = Array(received.prefix(length))
        received.removeFirst(answer.body.count)
        return answer
    }

    private func chunked(_ head: Answer) throws -> Answer {
        var answer = head
        while true {
            guard let end = Self.index(of: [13, 10], in: received) else {
                guard try receive() else { break }
                continue
            }
            let size = Int(String(decoding: received[..<end], as: UTF8.self), radix: 16) ?? 0
            while received.count < end + 2 + size + 2, try receive() {}
            guard received.count >= end + 2 + size + 2 else { break }
            answer.body += received[(end + 2)..<(end + 2 + size)]
            received.removeFirst(end + 2 + size + 2)
            if size == 0 { return answer }
        }
        answer.isCut = true
        return answer
    }

    private static func endOfHeaders(_ bytes: [UInt8]) -> Int? { index(of: [13, 10, 13, 10], in: bytes) }

    private static func index(of wanted: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= wanted.count else { return nil }
        return (0...(bytes.count - wanted.count)).first { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }
}
