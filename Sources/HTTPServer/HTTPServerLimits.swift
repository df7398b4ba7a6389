/// How much of a server one client, or all of them together, may take.
package struct HTTPServerLimits: Hashable, Sendable {
    /// Connections at one time; one more waits until another ends.
    package var connections: Int
    /// How long a connection may lie idle, between requests or within one; at least a second.
    package var idle: Duration
    /// Bytes that a request's line and headers may take, at least 4 KiB; above it the answer is 431 or 414.
    package var connectionMemory: Int
    /// The longest an answer may pause, whatever it asks for.
    package var pause: Duration
    /// Threads that answer; a handler that blocks, blocks one of them.
    package var threads: Int

    package init(
        connections: Int = 256, idle: Duration = .seconds(60), connectionMemory: Int = 32 * 1024,
        pause: Duration = .seconds(600), threads: Int = 1
    ) {
        self.connections = max(connections, 1)
        self.idle = max(idle, .seconds(1))
        self.connectionMemory = max(connectionMemory, 4_096)
        self.pause = pause
        // The library gives each thread its own share of the connections.
        self.threads = min(max(threads, 1), self.connections)
    }
}
