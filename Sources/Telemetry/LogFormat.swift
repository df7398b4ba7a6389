internal import Chronology
internal import JSONText

/// How an event becomes a line.
package enum LogFormat: String, CaseIterable, Sendable {
    /// `2026-01-01T00:00:00Z info message field=value other="two words"`.
    case text
    /// One object: `time`, `level`, `message`, and the fields as strings under their names.
    case json

    /// The line of an event, with its end.
    ///
    /// No event can write a second line, a control character or an escape sequence: such values are quoted and escaped
    /// as in JSON.
    ///
    /// - Parameter forJournal: whether the journal of systemd reads the line. It begins with the priority then, `<6>`,
    ///   and a text leaves time and level out, as the journal shows them by itself.
    package func line(for event: LogEvent, forJournal: Bool = false) -> [UInt8] {
        var bytes = forJournal ? Array("<\(event.level.priority)>".utf8) : []
        switch self {
        case .text: Self.appendText(event, withTime: !forJournal, to: &bytes)
        case .json: bytes += Self.object(event)
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private static func appendText(_ event: LogEvent, withTime: Bool, to bytes: inout [UInt8]) {
        if withTime { bytes += "\(event.at) \(event.level.rawValue) ".utf8 }
        JSONEscape.append(event.message, to: &bytes)
        for (name, value) in event.fields {
            bytes.append(UInt8(ascii: " "))
            append(name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            append(value, to: &bytes)
        }
    }

    /// A word as it stands; anything else quoted.
    private static func append(_ value: String, to bytes: inout [UInt8]) {
        let isWord = value.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "\"", "=", "\\": false
            case "!"..."~": true
            default:
                !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
                    && scalar.properties.generalCategory != .control
            }
        }
        if isWord, !value.isEmpty {
            bytes += value.utf8
        } else {
            bytes.append(UInt8(ascii: "\""))
            JSONEscape.append(value, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    private static func object(_ event: LogEvent) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("time", event.at.description)
            writer.member("level", event.level.rawValue)
            writer.member("message", event.message)
            for (name, value) in event.fields { writer.member(name, value) }
        }
        return writer.bytes
    }
}

extension LogLevel {
    /// The priority of syslog, which systemd reads as `<N>`.
    var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .info: 6
        case .debug: 7
        }
    }
}
