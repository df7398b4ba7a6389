internal import Articles
internal import Chronology
internal import HTTPExchange
internal import Rendering
internal import SQLiteStore

/// What one run of a command works with: the process, the configuration, and what is built from it when it is needed.
struct Session: Sendable {
    let context: ProcessContext
    /// `--config`, where given.
    let configuration: String?
    let transport: (any HTTPTransport)?

    /// How results are laid out.
    var terminal: Terminal {
        Terminal(
            width: context.output.width,
            usesColour: context.output.width != nil && context.environment["NO_COLOR"] == nil)
    }

    /// The configuration, read anew.
    func settings() throws(ConfigurationMistakes) -> Settings { try Settings.load(configuration, context: context) }

    /// The configuration for a command that only reads the store, which its mistakes do not stop: they are told in one
    /// line on standard error.
    func settingsForReading() throws(ConfigurationMistakes) -> Settings {
        let settings = try Settings.loadForReading(configuration, context: context)
        if let first = settings.mistakes.first {
            let more =
                switch settings.mistakes.count - 1 {
                case 0: ""
                case 1: ", and 1 more mistake"
                case let count: ", and \(count) more mistakes"
                }
            let line =
                "articlesync: \(first)\(more); reading the store \(settings.store.path) (run `articlesync check`)"
            // Where standard error is closed, nobody wants to know.
            try? context.errors.write(DiagnosticLines.text([line]))
        }
        return settings
    }

    /// The configuration for reading, or nil if none was named and none is found.
    func settingsOrNone() throws(ConfigurationMistakes) -> Settings? {
        guard Settings.find(configuration, context) != nil else { return nil }
        return try settingsForReading()
    }

    /// A reader on the configured store.
    func reader(_ settings: Settings) -> any ArticleReader {
        Assembly.reader(of: settings, clock: context.clock)
    }

    /// Returns when a person or a service manager asks for the end.
    func untilInterrupted() async {
        let (nothing, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in nothing {}
    }

    /// Complains about a query that the store has nothing of.
    func requireStored(_ names: [String], in reader: any ArticleReader, _ settings: Settings) throws {
        guard !names.isEmpty else { return }
        let known = try reader.statuses(staleAfter: [:], at: context.clock.now).map(\.name)
        let configured = settings.queryNames
        for name in names where !known.contains(name) {
            guard configured.contains(name) else {
                throw UsageMistake.unknown("query", name, among: Set(known + configured).sorted())
            }
            throw CommandFailure(.failed, "\(name) was never synced (`articlesync sync \(name)` does it now)")
        }
    }

    func write(_ report: some Report, json: Bool) throws(OutputClosed) {
        guard json else { return try context.output.write(report.text(on: terminal)) }
        try context.output.write(data: Array(report.json.utf8))
    }
}
