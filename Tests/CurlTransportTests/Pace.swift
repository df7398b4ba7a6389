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
