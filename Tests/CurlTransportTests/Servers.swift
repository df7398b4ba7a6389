internal import Glibc
internal import TestSupport

/// How fast a scripted server speaks; it blocks the server's own thread, no test waits on it.
struct Pace {
    let milliseconds: UInt32

    func wait() { usleep(milliseconds * 1_000) }
}

extension ScriptedServer {
    /// A server that speaks before it is asked.
    static func speaking(first bytes: String) throws -> ScriptedServer {
        try ScriptedServer(greeting: Array(bytes.utf8)) { _, connection in connection.close() }
    }
}

/// A port of loopback that belongs to this test and at which nobody listens.
final class ClosedPort: Sendable {
    let number: Int
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        guard isBound else { throw TestFailure("cannot bind on loopback: errno \(errno)") }
    }

    deinit { close(descriptor) }
}
