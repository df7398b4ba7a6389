package import Articles
package import Chronology
internal import JSONText

/// The service on a store, as one sees it from outside.
package struct ServiceLine: Hashable, Sendable {
    /// What it said of itself; nil where none ever ran.
    package var trace: ServiceTrace?
    /// The configuration that is looked at.
    package var configuration: String
    /// When that file was written last, where this is known.
    package var configurationWrittenAt: Instant?

    package init(_ trace: ServiceTrace?, configuration: String, configurationWrittenAt: Instant? = nil) {
        self.trace = trace
        self.configuration = configuration
        self.configurationWrittenAt = configurationWrittenAt
    }

    /// What the service does.
    package enum State: String, Sendable {
        case running, stopped, died
    }

    package var state: State? {
        trace.map { $0.isRunning ? .running : $0.stoppedAt == nil ? .died : .stopped }
    }

    /// Whether the service that runs reads the file that is looked at.
    package var readsConfiguration: Bool { trace?.configuration == configuration }

    /// Whether the file was written after the service read it.
    package var isOutdated: Bool {
        guard let trace, trace.isRunning, readsConfiguration, let configurationWrittenAt else { return false }
        return configurationWrittenAt > trace.reload.at
    }

    /// Labels and sentences, what matters most first.
    package func lines(at now: Instant) -> [(label: String, words: String)] {
        guard let trace, let state else {
            return [("runs", "none ever ran on this store; `articlesync run` is one")]
        }
        var lines: [(String, String)] = []
        let started = "\(trace.startedAt.minuteText) UTC"
        switch state {
        case .running:
            lines.append(
                ("runs", "since \(started) (\(now.since(trace.startedAt).ageWords)), version \(trace.version)"))
        case .stopped:
            let stopped = trace.stoppedAt.map { "\($0.minuteText) UTC (\(now.since($0).ageWords) ago)" } ?? ""
            lines.append(("stopped", "at \(stopped); `articlesync run` starts it"))
        case .died:
            lines.append(
                ("died", "without a word, after a start at \(started); `journalctl -u articlesync` may say why"))
        }
        guard state == .running else { return lines }
        lines.append(("reads", "\(trace.configuration), last at \(trace.reload.at.minuteText) UTC"))
        if let refusal = trace.reload.refusal {
            lines.append(("refused", "that reading: \(refusal); the former configuration stays in force"))
        }
        if !readsConfiguration {
            lines.append(("but", "what is looked at here is \(configuration)"))
        } else if isOutdated {
            lines.append(("but", "the file has changed since; `systemctl reload articlesync` has it read again"))
        }
        return lines
    }

    func write(to writer: inout JSONWriter) {
        guard let trace, let state else { return writer.null() }
        writer.object { writer in
            writer.member("state", state.rawValue)
            writer.member("version", trace.version)
            writer.member("configuration", trace.configuration)
            writer.member("started_at", trace.startedAt.description)
            writer.member("read_at", trace.reload.at.description)
            writer.member("refusal", trace.reload.refusal)
            writer.member("stopped_at", trace.stoppedAt?.description)
            writer.member("is_outdated", isOutdated)
        }
    }
}
