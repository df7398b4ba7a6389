internal import Rendering

/// `articlesync run`: the service, in the foreground.
struct RunCommand: Command {
    static let declaration = CommandDeclaration(
        name: "run",
        summary: "Serve: sync queries by their schedules until told to stop",
        discussion: """
            Stays in the foreground and logs to standard error; systemd/articlesync.service runs it as a service.

            Signals: SIGHUP reads the configuration again, and keeps the former one where it has mistakes; SIGUSR1 syncs
            every query now; SIGTERM and SIGINT stop in good order: pages that are under way are finished and kept, and the
            next run goes on from there. A second SIGTERM or SIGINT stops at once, and nothing is lost either.

            A query without a schedule runs on request alone. What was missed while nothing ran is made up once.
            """,
        examples: [.init("articlesync --config /etc/articlesync/articlesync.toml run", "As a service manager would")])

    init(_ words: ParsedWords) throws(UsageMistake) {}

    func run(in session: Session) async throws -> ExitCode {
        try await Service(session).run()
        return .done
    }
}
