package import Chronology

/// How much a line matters.
package enum LogLevel: String, Sendable, CaseIterable, Comparable {
    case error, warning, info, debug

    /// The more important is the smaller.
    package static func < (left: LogLevel, right: LogLevel) -> Bool { left.order < right.order }

    private var order: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .info: 2
        case .debug: 3
        }
    }
}

/// One thing the program says about itself: a constant message, and fields with what varies.
package struct LogEvent: Sendable {
    package var at: Instant
    package var level: LogLevel
    package var message: String
    package var fields: [(name: String, value: String)]

    package init(at: Instant, level: LogLevel, message: String, fields: [(name: String, value: String)] = []) {
        self.at = at
        self.level = level
        self.message = message
        self.fields = fields
    }
}

/// Says things to one place, from a level upwards.
package struct Logger: Sendable {
    package let level: LogLevel
    private let clock: WallClock
    private let write: @Sendable (LogEvent) -> Void

    /// - Parameter write: where lines go; called from any thread, in the order of each thread.
    package init(level: LogLevel, clock: WallClock, write: @escaping @Sendable (LogEvent) -> Void) {
        self.level = level
        self.clock = clock
        self.write = write
    }

    /// Says nothing.
    package static let silent = Logger(level: .error, clock: WallClock { Instant(secondsSince1970: 0) }) { _ in }

    /// Says a constant message with fields, in the order given.
    ///
    /// A secret among them prints as its mask.
    package func log(
        _ level: LogLevel, _ message: StaticString, _ fields: KeyValuePairs<String, any CustomStringConvertible> = [:]
    ) {
        guard level <= self.level else { return }
        write(
            LogEvent(
                at: clock.now, level: level, message: message.description,
                fields: fields.map { ($0.key, $0.value.description) }))
    }
}
