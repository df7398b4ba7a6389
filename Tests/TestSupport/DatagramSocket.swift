internal import Glibc

/// What a service manager listens on.
package final class DatagramSocket: Sendable {
    private let descriptor: Int32

    /// - Parameter name: a path, or `@` and an abstract name.
    package init(_ name: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestFailure("no socket: errno \(errno)") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = name.hasPrefix("@")
        let size = MemoryLayout<sa_family_t>.size + name.utf8.count + (isAbstract ? 0 : 1)
        let bound = unsafe withUnsafeMutableBytes(of: &address) { raw in
            for (index, byte) in name.utf8.enumerated() {
                unsafe raw[MemoryLayout<sa_family_t>.size + index] = index == 0 && isAbstract ? 0 : byte
            }
            return unsafe bind(
                descriptor, raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
        }
        guard bound == 0 else {
            let code = errno
            close(descriptor)
            throw TestFailure("cannot bind \(name): errno \(code)")
        }
    }

    deinit { close(descriptor) }

    /// The next datagram, or nil where none is there.
    package func next() -> String? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Everything that is there.
    package func all() -> [String] {
        var messages: [String] = []
        while let message = next() { messages.append(message) }
        return messages
    }
}
