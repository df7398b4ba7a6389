// The first to name `timespec` is held to be its home.
private import CTimerFD
internal import Glibc

/// Tells the service manager how the service is doing: the protocol of `sd_notify(3)`, which is one datagram a message.
///
/// A service that nobody listens to goes on as well: no failure here is a reason to end.
package struct ServiceNotifier: Sendable {
    /// As in `NOTIFY_SOCKET`.
    private let name: String
    private let uptime: @Sendable () -> Duration

    /// The socket that the environment names; nil where it names none, as when a person started the program.
    ///
    /// - Parameters:
    ///   - environment: `NOTIFY_SOCKET` is a path, or `@` and an abstract name.
    ///   - uptime: `CLOCK_MONOTONIC`.
    /// - Throws: `ServiceNotifierError` where the socket is of a kind that is not spoken here.
    package init?(
        environment: [String: String], uptime: @escaping @Sendable () -> Duration = { Self.monotonicTime }
    ) throws(ServiceNotifierError) {
        guard let name = environment["NOTIFY_SOCKET"], !name.isEmpty else { return nil }
        guard name.hasPrefix("/") || name.hasPrefix("@") else {
            let kind =
                name.hasPrefix("vsock") ? "sockets of a virtual machine (vsock) are not supported" : "unknown kind"
            throw ServiceNotifierError(
                tried: "use NOTIFY_SOCKET", socket: name, reason: "\(kind); a path or @ and a name is needed")
        }
        guard name.utf8.count < Self.longestName else {
            throw ServiceNotifierError(
                tried: "use NOTIFY_SOCKET", socket: name, reason: "longer than \(Self.longestName - 1) bytes")
        }
        guard name != "@" else {
            throw ServiceNotifierError(tried: "use NOTIFY_SOCKET", socket: name, reason: "no name after @")
        }
        self.name = name
        self.uptime = uptime
    }

    /// Sends messages together, in one datagram, without ever waiting.
    ///
    /// - Throws: `ServiceNotifierError` where nobody listens or the manager is behind with reading; later messages may
    ///   arrive all the same.
    package func send(_ messages: ServiceMessage...) throws(ServiceNotifierError) {
        let now = uptime()
        let text = messages.map { $0.assignments(at: now) }.joined(separator: "\n")
        // A socket of its own each time: messages are rare, and a manager that was started anew is found again.
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw failure("open a socket for") }
        defer { close(descriptor) }
        guard Self.send(Array(text.utf8), over: descriptor, to: name) else { throw failure("notify") }
    }

    private static func send(_ bytes: [UInt8], over descriptor: Int32, to name: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
            // The rest of the path is zero. An abstract name begins with a zero byte, which is written `@`.
            for (index, byte) in name.utf8.enumerated() { unsafe path[index] = byte }
            if name.hasPrefix("@") { unsafe path[0] = 0 }
        }
        // An abstract name ends with the address, so that every byte counts; the zero after a path belongs to it.
        let prefix = MemoryLayout<sockaddr_un>.size - longestName
        let size = prefix + name.utf8.count + (name.hasPrefix("@") ? 0 : 1)
        return unsafe withUnsafeBytes(of: &address) { raw in
            guard let base = unsafe raw.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            while true {
                let sent = unsafe sendto(
                    descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), base, socklen_t(size))
                if sent < 0, errno == EINTR { continue }
                return sent == bytes.count
            }
        }
    }

    private func failure(_ tried: String) -> ServiceNotifierError {
        ServiceNotifierError(tried: tried, socket: name, reason: unsafe String(cString: strerror(errno)))
    }

    private static let longestName = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// What `CLOCK_MONOTONIC` says: the time since the machine started, without sleep.
    package static var monotonicTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// The service manager was not told.
package struct ServiceNotifierError: Error, Hashable, Sendable, CustomStringConvertible {
    /// "notify", "use NOTIFY_SOCKET".
    package let tried: String
    /// As the environment names it.
    package let socket: String
    package let reason: String

    package var description: String { "cannot \(tried) \(socket): \(reason)" }
}
