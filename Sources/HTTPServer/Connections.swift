internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// The open connections, and which of them gives way when there are too many.
///
/// The library bounds their number alone: clients that never finish a request would hold all places. Here a new
/// connection takes the place of the one that has waited longest for a request, first among those of its own client, so
/// that whoever asks at once, such as a monitor, is answered.
@safe final class Connections: Sendable {
    /// A client: an IPv4 address, or the network part of an IPv6 address, of which one client has as many as it likes.
    typealias Client = [UInt8]

    private struct Connection {
        let client: Client
        /// When it began to wait for the head of a request; nil while it is answered.
        var waitsSince: ContinuousClock.Instant?
        var deadline: ContinuousClock.Instant
    }

    private let open = Mutex<[Int32: Connection]>([:])
    private let limits: HTTPServerLimits

    init(limits: HTTPServerLimits) { self.limits = limits }

    /// Takes note of a new connection, and ends another, or this one, if there are too many.
    func begin(_ connection: OpaquePointer) {
        guard let descriptor = unsafe Self.descriptor(of: connection) else { return }
        let client = unsafe Self.client(of: connection)
        let now = ContinuousClock.now
        open.withLock { open in
            let ofClient = open.filter { $0.value.client == client }
            if ofClient.count >= limits.connectionsPerClient {
                Self.end(Self.longestWaiting(ofClient) ?? descriptor, in: &open)
            } else if open.count >= limits.connections, let waiting = Self.longestWaiting(open) {
                Self.end(waiting, in: &open)
            }
            open[descriptor] = Connection(
                client: client, waitsSince: now, deadline: now.advanced(by: limits.head))
        }
    }

    /// The head of a request was read.
    func answers(_ connection: OpaquePointer) {
        guard let descriptor = unsafe Self.descriptor(of: connection) else { return }
        open.withLock { $0[descriptor]?.waitsSince = nil }
    }

    /// A request was answered, and another may follow.
    func waits(_ connection: OpaquePointer) {
        guard let descriptor = unsafe Self.descriptor(of: connection) else { return }
        let now = ContinuousClock.now
        open.withLock { open in
            open[descriptor]?.waitsSince = now
            open[descriptor]?.deadline = now.advanced(by: limits.idle)
        }
    }

    /// The library closes a connection.
    func close(_ connection: OpaquePointer) {
        guard let descriptor = unsafe Self.descriptor(of: connection) else { return }
        _ = open.withLock { $0.removeValue(forKey: descriptor) }
    }

    /// Ends those that have waited too long for a whole head.
    ///
    /// - Returns: when to look again, which is early enough for one that begins until then; nil if none waits.
    func sweep(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        open.withLock { open in
            let waiting = open.filter { $0.value.waitsSince != nil }
            for (descriptor, connection) in waiting where connection.deadline <= now {
                Self.end(descriptor, in: &open)
            }
            return waiting.values.map(\.deadline).filter { $0 > now }.min()
                .map { min($0, now.advanced(by: limits.head)) }
        }
    }

    /// Ends a connection under the lock, while its descriptor is certainly its own: the library says so before it closes
    /// one.
    private static func end(_ descriptor: Int32, in open: inout [Int32: Connection]) {
        shutdown(descriptor, Int32(SHUT_RDWR))
        open[descriptor] = nil
    }

    private static func longestWaiting(_ connections: [Int32: Connection]) -> Int32? {
        connections.compactMap { descriptor, connection in connection.waitsSince.map { (descriptor, $0) } }
            .min { $0.1 < $1.1 }?.0
    }

    private static func descriptor(of connection: OpaquePointer) -> Int32? {
        let descriptor = unsafe cmhd_descriptor(connection)
        return descriptor >= 0 ? descriptor : nil
    }

    private static func client(of connection: OpaquePointer) -> Client {
        guard let name = unsafe cmhd_remote_address(connection) else { return [] }
        guard unsafe name.pointee.sa_family == sa_family_t(AF_INET6) else {
            return unsafe name.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { name in
                unsafe withUnsafeBytes(of: name.pointee.sin_addr) { unsafe Array($0) }
            }
        }
        return unsafe name.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { name in
            unsafe withUnsafeBytes(of: name.pointee.sin6_addr) { unsafe Array($0.prefix(8)) }
        }
    }
}
