internal import Articles
internal import Configuration
internal import HTTPExchange
internal import Providers
internal import Rendering

/// `articlesync providers`: the definitions known, or one in full.
struct ProvidersCommand: Command {
    static let declaration = CommandDeclaration(
        name: "providers",
        summary: "Show the providers known, or one in full",
        discussion: "Works without a configuration too, and then shows the built-in definitions.",
        arguments: [ArgumentDeclaration("NAME", "A provider", arity: .optional)],
        options: [OptionDeclaration("json", "One JSON document")],
        examples: [
            .init("articlesync providers nyt", "What is asked of the New York Times, and where each field comes from")
        ])

    private let name: String?
    private let json: Bool

    init(_ words: ParsedWords) throws(UsageMistake) {
        name = words.arguments.first
        json = words.has("json")
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settingsOrNone()
        let catalog = settings?.providers ?? ProviderCatalog.builtIn
        let finder = KeyFinder(environment: session.context.environment)
        func summary(_ entry: ProviderCatalog.Entry) -> ProviderSummary {
            ProviderSummary(
                entry, key: finder.standing(of: entry, configuration: settings?.file ?? ""), settings)
        }
        guard let name else {
            try session.write(ProvidersReport(catalog.entries.map(summary)), json: json)
            return .done
        }
        guard let entry = catalog[name] else {
            throw UsageMistake.unknown("provider", name, among: catalog.entries.map(\.definition.name))
        }
        try session.write(ProviderDetails(summary(entry), sections: Self.sections(of: entry.table)), json: json)
        return .done
    }

    /// The definition as it was read, a section a table.
    private static func sections(of table: ConfigurationTable) -> [ProviderDetails.Section] {
        var plain: [ProviderDetails.Section.Line] = []
        var sections: [ProviderDetails.Section] = []
        for entry in table.entries {
            switch entry.value.kind {
            case .table(let inner):
                let lines = inner.entries.map { ProviderDetails.Section.Line($0.key, $0.value.written) }
                sections.append(.init(entry.key, lines))
            case .array(let values) where values.contains(where: \.isTable):
                let lines = values.enumerated().map {
                    ProviderDetails.Section.Line("\($0.offset + 1)", $0.element.written)
                }
                sections.append(.init(entry.key, lines))
            default:
                plain.append(.init(entry.key, entry.value.written))
            }
        }
        return [.init("definition", plain)] + sections
    }
}

extension ProviderSummary {
    init(_ entry: ProviderCatalog.Entry, key: Key, _ settings: Settings?) {
        let definition = entry.definition
        self.init(
            name: definition.name, title: definition.title,
            origin: entry.isEmbedded ? "built in" : settings?.file ?? "", url: definition.url.description, key: key,
            pageSize: definition.pagination.size, cap: definition.pagination.cap,
            requestsPerMinute: definition.budget.perMinute, requestsPerDay: definition.budget.perDay,
            queries: settings?.queries.count { $0.provider == definition.name } ?? 0)
    }
}

extension ConfigurationValue {
    fileprivate var isTable: Bool { if case .table = kind { true } else { false } }

    /// The value in one line, as TOML would write it within a line; a string alone without its quotes.
    var written: String {
        if case .string(let text) = kind { text } else { inline }
    }

    private var inline: String {
        switch kind {
        case .string(let text): "\"\(text)\""
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let flag): "\(flag)"
        case .day(let day): "\(day)"
        case .instant(let instant): "\(instant)"
        case .local(let text): text
        case .array(let values): "[" + values.map(\.inline).joined(separator: ", ") + "]"
        case .table(let table):
            "{ " + table.entries.map { "\($0.key) = \($0.value.inline)" }.joined(separator: ", ") + " }"
        }
    }
}

extension KeyFinder {
    /// Whether a provider's key is there.
    func standing(of entry: ProviderCatalog.Entry, configuration file: String) -> ProviderSummary.Key {
        guard entry.definition.authentication.place != nil else { return .notNeeded }
        do throws(KeyMistake) {
            if try key(of: entry, configuration: file) != nil { return .present }
            return entry.definition.authentication.isRequired ? .missing : .notNeeded
        } catch {
            return .missing
        }
    }
}
