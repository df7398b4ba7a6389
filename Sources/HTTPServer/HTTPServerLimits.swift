/// How much of a server one client, or all of them together, may take.
package struct HTTPServerLimits: Hashable, Sendable {
    /// Connections at one time; one more takes the place of the one that has waited longest for a request, or waits
    /// until another ends if all are being answered.
    package var connections: Int
    /// Connections of one client at one time, at least 1; one more takes the place of the client's own that has waited
    /// longest for a request, or is closed if all are being answered.
    package var connectionsPerClient: Int
    /// How long the line and the headers of a first request may take from the start of the connection; those of a later
    /// one may take as long as a connection may lie idle.
    package var head: Duration
    /// How long a connection may lie idle, between requests or within one; at least a second.
    package var idle: Duration
    /// Bytes that a request's line and headers may take, at least 4 KiB; above it the answer is 431 or 414.
    package var connectionMemory: Int
    /// The longest an answer may pause, whatever it asks for.
    package var pause: Duration
    /// Threads that answer; a handler that blocks, blocks one of them.
    package var threads: Int

    /// Connections that the library may have open: a few more, as one that gives way is closed only after another began.
    var openConnections: Int { connections + 16 }

    package init(
        connections: Int = 256, connectionsPerClient: Int = 128, head: Duration = .seconds(10),
        idle: Duration = .seconds(60), connectionMemory: Int = 32 * 1024,
        pause: Duration = .seconds(600), threads: Int = 1
    ) {
        self.connections = max(connections, 1)
        self.connectionsPerClient = max(connectionsPerClient, 1)
        self.head = head
        self.idle = max(idle, .seconds(1))
        self.connectionMemory = max(connectionMemory, 4_096)
        self.pause = pause
        // The library gives each thread its own share of the connections.
        self.threads = min(max(threads, 1), self.connections)
    }
}
