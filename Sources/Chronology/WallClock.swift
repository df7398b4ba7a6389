/// Where the program learns what time it is; passed in, so that a test decides it.
package struct WallClock: Sendable {
    private let read: @Sendable () -> Instant

    package init(_ read: @escaping @Sendable () -> Instant) { self.read = read }

    /// The present.
    package var now: Instant { read() }
}
