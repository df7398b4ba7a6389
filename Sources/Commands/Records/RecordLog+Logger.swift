internal import Records
internal import Telemetry

extension RecordLog {
    /// One that says it in the log of the program, from the level on that the configuration asks for.
    init(_ logger: Logger) {
        self.init { event in
            let level: LogLevel =
                switch event.level {
                case .error: .error
                case .warning: .warning
                case .info: .info
                case .debug: .debug
                }
            logger.log(
                level, "records", ["outcome": event.message, "tried": event.tried, "detail": event.detail ?? ""])
        }
    }
}
