internal import Glibc

/// A socket that listens, until it is handed on or forgotten.
///
/// The library could open one itself but would not say why it failed.
struct ListeningSocket: ~Copyable {
    private var descriptor: Int32
    /// With the port that the system chose.
    let address: ListenAddress

    /// - Throws: `HTTPServerError` with the reason of the system.
    init(on address: ListenAddress, backlog: Int) throws(HTTPServerError) {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.isIPv6 ? AF_INET6 : AF_INET, kind, 0)
        guard descriptor >= 0 else { throw Self.error("socket", address) }
        do throws(HTTPServerError) {
            var yes: Int32 = 1
            let size = socklen_t(MemoryLayout<Int32>.size)
            // Without it a restart is refused while old connections linger.
            guard unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size) == 0 else {
                throw Self.error("setsockopt", address)
            }
            guard Self.bind(descriptor, to: address) == 0 else { throw Self.error("bind", address) }
            guard listen(descriptor, Int32(clamping: backlog)) == 0 else { throw Self.error("listen", address) }
            guard let port = Self.port(of: descriptor) else { throw Self.error("getsockname", address) }
            self.address = address.with(port: port)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Hands the descriptor over to who closes it from now on.
    consuming func release() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }

    private static func bind(_ descriptor: Int32, to address: ListenAddress) -> Int32 {
        if address.isIPv6 {
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = address.port.bigEndian
            _ = unsafe inet_pton(AF_INET6, address.host, &name.sin6_addr)
            return unsafe withUnsafeBytes(of: &name) { unsafe bind(descriptor, toName: $0) }
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = address.port.bigEndian
        _ = unsafe inet_pton(AF_INET, address.host, &name.sin_addr)
        return unsafe withUnsafeBytes(of: &name) { unsafe bind(descriptor, toName: $0) }
    }

    private static func bind(_ descriptor: Int32, toName name: UnsafeRawBufferPointer) -> Int32 {
        guard let base = name.baseAddress else { return -1 }
        return unsafe Glibc.bind(descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(name.count))
    }

    private static func port(of descriptor: Int32) -> UInt16? {
        // The port stands in the same place in both families.
        var name = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = unsafe withUnsafeMutablePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        return result == 0 ? UInt16(bigEndian: name.sin6_port) : nil
    }

    private static func error(_ operation: String, _ address: ListenAddress) -> HTTPServerError {
        switch errno {
        case EADDRINUSE: .portInUse(address)
        case EACCES, EPERM: .notPermitted(address)
        case EADDRNOTAVAIL: .noSuchAddress(address)
        case let code:
            .failed(operation: operation, address: address, reason: unsafe String(cString: strerror(code)))
        }
    }
}
