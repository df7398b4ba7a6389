internal import Rendering

/// One command: what it is called and takes, and what it does.
///
/// A command is made of the words typed, and complains about them before anything is done.
protocol Command: Sendable {
    static var declaration: CommandDeclaration { get }

    init(_ words: ParsedWords) throws(UsageMistake)

    /// Does it. What goes wrong is thrown and becomes one line and an exit code in `Program`.
    func run(in session: Session) async throws -> ExitCode
}
