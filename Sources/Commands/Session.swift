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

    /// The configuration, or nil where none was named and none is found.
    func settingsOrNone() throws(ConfigurationMistakes) -> Settings? {
        guard Settings.find(configuration, context) != nil else { return nil }
        return try settings()
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
        let configured = settings.queries.map(\.name)
        for name in names where !known.contains(name) {
            guard configured.contains(name) else {
                throw UsageMistake.unknown("query", name, among: Set(known + configured).sorted())
            }
            throw CommandFailure(.failed, "\(name) was never synced (`articlesync sync \(name)` does it now)")
        }
    }

    func write(_ report: some Report, json: Bool) throws(OutputClosed) {
        try context.output.write(json ? report.json : report.text(on: terminal))
    }
}
