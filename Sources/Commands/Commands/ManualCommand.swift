internal import Chronology
internal import Rendering

/// `articlesync manual`: the manual page, made of what `--help` knows.
struct ManualCommand: Command {
    static let declaration = CommandDeclaration(
        name: "manual",
        summary: "Print the manual page",
        discussion: "As roff, to be read with `articlesync manual | man -l -` or installed as articlesync.1.",
        options: [OptionDeclaration("date", value: "DAY", "The date in its footer", default: "today")])

    private let date: CalendarDay?

    init(_ words: ParsedWords) throws(UsageMistake) {
        date = try words[option: "date"].map { text throws(UsageMistake) in
            guard let day = DayFormat.iso.day(from: text) else {
                throw UsageMistake("--date takes a day such as 2015-07-04, not `\(text)`")
            }
            return day
        }
    }

    func run(in session: Session) async throws -> ExitCode {
        let page = ManualPage(
            Program.declaration, version: Version.current, date: "\(date ?? session.context.clock.now.utcDay)",
            lists: [Self.exitCodes, Self.files, Self.environment])
        try session.context.output.write(page.text)
        return .done
    }

    private static let exitCodes = CommandDeclaration.List(
        "Exit status", ExitCode.allCases.map { .init("\($0.rawValue)", $0.meaning) })

    private static let files = CommandDeclaration.List(
        "Files",
        [
            .init(
                "/etc/articlesync/articlesync.toml", "The configuration of the machine; every key is explained in it."),
            .init("/etc/articlesync/articlesync.d/*.toml", "Further files, merged in the order of their names."),
            .init("~/.config/articlesync/articlesync.toml", "A person's own, which comes first."),
            .init("/etc/credstore/articlesync.nyt", "The key that the services get as the credential nyt."),
            .init("/var/lib/articlesync/articles.db", "The store of the service."),
        ])

    private static let environment = CommandDeclaration.List(
        "Environment",
        [
            .init("ARTICLESYNC_CONFIG", "The configuration file, where --config is not given."),
            .init("CREDENTIALS_DIRECTORY", "Where systemd puts credentials, for api_key_credential."),
            .init("STATE_DIRECTORY", "Where the store is, if the configuration names no path; systemd sets it."),
            .init("XDG_CONFIG_HOME, XDG_STATE_HOME", "Where a person's configuration and store are."),
            .init("NO_COLOR", "Set to anything: no colours."),
            .init("https_proxy, http_proxy, no_proxy", "The proxy, if the configuration names none."),
        ])
}

extension ExitCode {
    /// What it tells, as a sentence.
    fileprivate var meaning: String {
        switch self {
        case .done: "Done."
        case .failed: "Failed."
        case .incomplete: "Finished, but partial, capped or held."
        case .usage: "The words typed are not understood."
        case .unavailable: "The API is unavailable."
        case .tryLater: "Try later: the budget is spent, or a lock is held."
        case .keyRefused: "The key was refused."
        case .configuration: "The configuration is wrong."
        }
    }
}
