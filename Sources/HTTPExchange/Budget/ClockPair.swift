package import Chronology

/// Sees when the wall's clock was set, by comparing it with one that cannot be.
package struct ClockPair: Hashable, Sendable {
    private var wall: Instant
    private var steady: Duration
    /// Less than this is a clock that is merely being steered.
    private static let tolerance = Duration.seconds(1)

    /// - Parameter steady: what the other clock says at the same moment; it only has to count from the same beginning
    ///   every time.
    package init(wall: Instant, steady: Duration) {
        self.wall = wall
        self.steady = steady
    }

    /// By how much the wall's clock was set since the last look, or nil.
    package mutating func jump(wall: Instant, steady: Duration) -> Duration? {
        let jump = wall.since(self.wall) - (steady - self.steady)
        self.wall = wall
        self.steady = steady
        return jump > Self.tolerance || jump < .zero - Self.tolerance ? jump : nil
    }
}
