internal import Articles
internal import Chronology
internal import Rendering

/// `articlesync status`: how current each query's contents are.
struct StatusCommand: Command {
    static let declaration = CommandDeclaration(
        name: "status",
        summary: "Show how current and how complete each query's contents are",
        discussion: "A query that was never synced is shown too, as are the contents of one that the configuration no "
            + "longer has.",
        arguments: [ArgumentDeclaration("QUERY", "Names of queries", arity: .any)],
        options: [OptionDeclaration("json", "One JSON document")])

    private let names: [String]
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        names = words.arguments
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settings()
        let now = session.context.clock.now
        var limits: [String: Duration] = [:]
        for query in settings.queries { limits[query.name] = query.staleAfter }
        // A store that is not there yet holds nothing, and that is what there is to say.
        let stored: [QueryStatus]
        do throws(StoreFailure) {
            stored = try session.reader(settings).statuses(staleAfter: limits, at: now)
        } catch {
            guard error.kind == .missing else { throw error }
            stored = []
        }
        var statuses = settings.queries.map { query in
            stored.first { $0.name == query.name }
                ?? QueryStatus(
                    name: query.name, provider: query.provider, fingerprint: query.fingerprint,
                    window: query.days(at: now))
        }
        for (place, query) in settings.queries.enumerated() {
            statuses[place].outdate(
                statuses[place].fingerprint == query.fingerprint
                    ? nil : "the query asks something else now; `articlesync sync \(query.name)` fetches it")
        }
        for var status in stored where !settings.queries.contains(where: { $0.name == status.name }) {
            status.outdate("the configuration has no such query any more")
            statuses.append(status)
        }
        if let unknown = names.first(where: { name in !statuses.contains { $0.name == name } }) {
            throw UsageMistake.unknown("query", unknown, among: statuses.map(\.name))
        }
        if !names.isEmpty { statuses = statuses.filter { names.contains($0.name) } }
        try session.write(StatusReport(statuses.map { .init($0) }, now: now), json: json)
        return .done
    }
}

extension QueryStatus {
    /// Calls contents stale for a reason beyond the store's knowledge.
    fileprivate mutating func outdate(_ reason: String?) {
        if let reason, let contentsAt { freshness = .stale(since: contentsAt, reason: reason) }
    }
}
