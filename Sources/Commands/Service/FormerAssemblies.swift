internal import CurlTransport
internal import Synchronization

/// The ways to the network of configurations that are no longer in force, each as long as a run uses it.
final class FormerAssemblies: Sendable {
    private struct Way: Sendable {
        weak let curl: CurlTransport?
    }

    private let ways = Mutex<[Way]>([])

    func add(_ assembly: Assembly) {
        ways.withLock { ways in
            ways.removeAll { $0.curl == nil }
            ways.append(Way(curl: assembly.curl))
        }
    }

    /// Ends what goes on over them.
    func close() { for way in ways.withLock({ $0 }) { way.curl?.shutdown() } }
}
