internal import Glibc

/// Where a store of records says what it does and what went wrong.
///
/// Events name tables, keys and numbers; what records hold is never in them.
package struct RecordLog: Sendable {
    package enum Level: Int, Comparable, Sendable, CaseIterable {
        case error, warning, info, debug

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    package struct Event: Hashable, Sendable, CustomStringConvertible {
        package let level: Level
        /// One of few constant texts.
        package let message: String
        /// What was tried.
        package let tried: String
        /// Why it failed, or how much was done.
        package let detail: String?

        package init(level: Level, message: String, tried: String, detail: String? = nil) {
            self.level = level
            self.message = message
            self.tried = tried
            self.detail = detail
        }

        /// `error: cannot be done (change note 3): the disk is full`.
        package var description: String { "\(level): \(message) (\(tried))" + (detail.map { ": \($0)" } ?? "") }
    }

    private let sink: @Sendable (Event) -> Void

    /// - Parameter sink: called on the store's thread, one event after the other for each connection.
    package init(_ sink: @escaping @Sendable (Event) -> Void) { self.sink = sink }

    /// Says nothing.
    package static let silent = RecordLog { _ in }

    /// Writes lines to standard error.
    ///
    /// - Parameter least: what is less important is left out.
    package static func standardError(_ least: Level = .warning) -> RecordLog {
        RecordLog { event in
            guard event.level <= least else { return }
            var line = "records: \(event)\n"
            line.withUTF8 { bytes in unsafe _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
        }
    }

    func say(_ level: Level, _ message: String, tried: String, _ detail: String? = nil) {
        sink(Event(level: level, message: message, tried: tried, detail: detail))
    }

    /// What a failure is worth: what the caller can do something about is a warning.
    func fail(_ error: RecordError, tried: String) {
        switch error {
        case .conflict, .missing, .filter, .cancelled, .deadlinePassed:
            say(.warning, "not done", tried: tried, "\(error)")
        default: say(.error, "failed", tried: tried, "\(error)")
        }
    }
}
