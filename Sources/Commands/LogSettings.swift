internal import Configuration
internal import Telemetry

/// What is logged, and how it is written.
///
/// ## Configuration keys
/// - `level` (`error` | `warning` | `info` | `debug`): from which level on; left out, commands log nothing but their
///   results and their one line of error.
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
}
