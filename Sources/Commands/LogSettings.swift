internal import Chronology
internal import Configuration
internal import Telemetry

/// What is logged, and how it is written.
///
/// ## Configuration keys
/// - `level` (`error` | `warning` | `info` | `debug`): from which level on; left out, commands log nothing but their
///   results and their one line of error, and the service logs from `info` on.
/// - `format` (`text` | `json`, default `text`).
struct LogSettings: Sendable {
    var level: LogLevel?
    var format: LogFormat = .text

    init(_ reader: ConfigurationReader?) {
        guard let reader else { return }
        level = reader.choice("level", of: LogLevel.self)
        if let format = reader.choice("format", of: LogFormat.self) { self.format = format }
        reader.finish()
    }

    /// The logger of a command, to standard error; silent where no level was asked for and none is standard.
    func logger(_ context: ProcessContext, hiding secrets: [Secret], standard: LogLevel? = nil) -> Logger {
        guard let level = level ?? standard, let descriptor = context.errors.descriptor else { return .silent }
        let journal = Journal.reads(descriptor: descriptor, stream: context.environment["JOURNAL_STREAM"])
        let sink = LogSink(descriptor: descriptor, format: format, forJournal: journal && format == .text)
        sink.hide(secrets)
        return sink.logger(level: level, clock: context.clock)
    }
}
