package import Articles
package import Chronology
package import HTTPExchange
package import Telemetry

extension Notifier {
    /// What a notifier works with.
    package struct Surroundings: Sendable {
        package var outbox: any NoticeOutbox
        /// When the contents of a query, or of every query, were put in place or last found unchanged.
        package var contentsAt: @Sendable (_ query: String?) throws(StoreFailure) -> [String: Instant]
        package var transport: any HTTPTransport
        package var clock: WallClock
        package var logger: Logger
        /// A notice as it is sent.
        package var render: @Sendable (Notice) -> String
        /// Asks for `wake()` at an instant; nil is only when the clock is set.
        package var setAlarm: @Sendable (Instant?) -> Void
        /// From 0 to 1, where 1 makes the longest wait.
        package var random: @Sendable () -> Double = { Double.random(in: 0...1) }
        package var newID: @Sendable () -> String = { Notifier.randomID() }
        /// Whether the dead-man's switch may be told that all is well.
        package var isWell: @Sendable () -> Bool = { true }
        /// Told what became of a line, by name of its target.
        package var onDelivered: @Sendable (_ target: String, DeliveryOutcome) -> Void = { _, _ in }
        /// Told whether the dead-man's switch could be asked.
        package var onPing: @Sendable (_ isDone: Bool) -> Void = { _ in }

        package init(
            outbox: any NoticeOutbox,
            contentsAt: @escaping @Sendable (_ query: String?) throws(StoreFailure) -> [String: Instant],
            transport: any HTTPTransport, clock: WallClock, logger: Logger,
            render: @escaping @Sendable (Notice) -> String, setAlarm: @escaping @Sendable (Instant?) -> Void
        ) {
            self.outbox = outbox
            self.contentsAt = contentsAt
            self.transport = transport
            self.clock = clock
            self.logger = logger
            self.render = render
            self.setAlarm = setAlarm
        }
    }

    /// 128 bits that nobody has drawn before, in hexadecimal digits.
    package static func randomID() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }
}

/// What became of a line of the outbox.
package enum DeliveryOutcome: String, Sendable, CaseIterable {
    case delivered
    /// To be tried again.
    case retried
    /// Tried for long enough, or its target is gone.
    case givenUp = "given_up"
    /// There was no more room.
    case dropped
}
