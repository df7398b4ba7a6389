internal import Glibc
internal import Lifecycle
internal import Rendering

extension Program {
    /// Runs the process as the system started it, until it is done or asked to end.
    ///
    /// The first SIGINT or SIGTERM ends what goes on in order: a run in progress is journalled as cancelled and nothing is
    /// replaced. The second ends the process at once, which the store survives as it would a power cut.
    package static func main() async -> Int32 {
        ProcessMemory.economise()
        UnixSignal.ignoreBrokenPipes()
        let context = ProcessContext.system()
        if let number = ProcessArguments.firstUnreadable {
            let line =
                "articlesync: word \(number) of the command is not UTF-8, and would not be taken as it was written; "
                + "give it in UTF-8"
            try? context.errors.write(DiagnosticLines.text([line]))
            return ExitCode.usage.rawValue
        }
        do {
            return try await withGracefulShutdown(exitAtOnce: { signal in _exit(128 + signal.rawValue) }) {
                await Program(context).run().rawValue
            }
        } catch {
            return ExitCode.failed.rawValue
        }
    }
}
