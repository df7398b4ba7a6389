/// Why a command could not do what it was asked, as one line, and the exit code for it.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    let code: ExitCode

    init(_ code: ExitCode, _ description: String) {
        self.code = code
        self.description = description
    }
}

/// Everything that is wrong with the configuration, a line a mistake.
struct ConfigurationMistakes: Error {
    let lines: [String]
}
