package import Chronology
internal import Glibc
internal import Synchronization

/// Writes log lines to a file descriptor, each in one piece, from any thread.
///
/// A line that cannot be written is lost and counted; the next that can is preceded by one that tells the number, so
/// that a full disk or a closed pipe stops nothing and is not hidden.
package final class LogSink: Sendable {
    private let descriptor: Int32
    private let format: LogFormat
    private let forJournal: Bool
    private let state = Mutex(State())

    private struct State {
        var secrets: [Secret] = []
        var lost = 0
    }

    /// - Parameters:
    ///   - descriptor: stays the caller's, and open as long as the sink; 2 is standard error.
    ///   - forJournal: whether the journal reads it; see `Journal.reads`.
    package init(descriptor: Int32, format: LogFormat, forJournal: Bool = false) {
        self.descriptor = descriptor
        self.format = format
        self.forJournal = forJournal
    }

    /// A logger that writes here.
    package func logger(level: LogLevel, clock: WallClock) -> Logger {
        Logger(level: level, clock: clock) { [self] event in write(event) }
    }

    /// From now on masks these values wherever they stand in a field, whoever put them there.
    package func hide(_ secrets: [Secret]) { state.withLock { $0.secrets += secrets } }

    /// How many lines were lost since the last that was written.
    package var lost: Int { state.withLock { $0.lost } }

    /// Writes the line of an event.
    package func write(_ event: LogEvent) {
        state.withLock { state in
            var event = event
            for index in event.fields.indices {
                for secret in state.secrets { event.fields[index].value = secret.masked(in: event.fields[index].value) }
            }
            if state.lost > 0 {
                let notice = LogEvent(
                    at: event.at, level: .warning, message: "log lines were lost", fields: [("count", "\(state.lost)")])
                if put(notice) { state.lost = 0 }
            }
            if !put(event) { state.lost += 1 }
        }
    }

    /// Whether all of the line was written.
    private func put(_ event: LogEvent) -> Bool {
        let line = format.line(for: event, forJournal: forJournal)
        return unsafe line.withUnsafeBytes { bytes in
            var rest = unsafe bytes[...]
            while unsafe !rest.isEmpty {
                let count = unsafe Glibc.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                unsafe rest = rest.dropFirst(count)
            }
            return true
        }
    }
}

/// Whether the journal of systemd reads what a process writes.
package enum Journal {
    /// Whether a descriptor is the stream that systemd made for the journal.
    ///
    /// - Parameter stream: the value of `JOURNAL_STREAM`, device and inode, as systemd sets it; a process that was
    ///   redirected since inherits the variable, but not the stream.
    package static func reads(descriptor: Int32, stream: String?) -> Bool {
        var status = stat()
        guard let stream, unsafe fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
