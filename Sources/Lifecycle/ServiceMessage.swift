/// What a service tells the manager that started it, by the names of `sd_notify(3)`.
package enum ServiceMessage: Hashable, Sendable {
    /// The service does its work now; after a reload, again.
    case ready
    /// The configuration is being read again; `ready` follows.
    case reloading
    /// The service ends.
    case stopping
    /// A line for `systemctl status`.
    case status(String)
    /// All is well; without it for too long, the manager ends the service and starts another.
    case watchdog
    /// Starting, reloading or stopping takes so much longer, counted from now.
    case extendTimeout(Duration)

    /// The variables of the datagram, one a line.
    ///
    /// - Parameter uptime: what `CLOCK_MONOTONIC` says, by which the manager tells this reload from the former.
    func assignments(at uptime: Duration) -> String {
        switch self {
        case .ready: "READY=1"
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Self.microseconds(uptime))"
        case .stopping: "STOPPING=1"
        case .status(let text): "STATUS=\(Self.line(text))"
        case .watchdog: "WATCHDOG=1"
        case .extendTimeout(let time): "EXTEND_TIMEOUT_USEC=\(Self.microseconds(time))"
        }
    }

    /// So many bytes of a status are sent; a terminal shows no more in a line or two.
    static let statusLimit = 240

    /// A text as one line: what could end it, or move a terminal's cursor, becomes a space, and what is too long is cut.
    private static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            let isHarmless =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
                default: true
                }
            let next = isHarmless ? Character(scalar) : " "
            guard line.utf8.count + next.utf8.count <= statusLimit - "…".utf8.count else { return line + "…" }
            line.unicodeScalars.append(isHarmless ? scalar : " ")
        }
        return line
    }

    private static func microseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = max(time, .zero).components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflows ? .max : whole.addingReportingOverflow(attoseconds / 1_000_000_000_000).partialValue
    }
}
