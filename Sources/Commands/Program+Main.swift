internal import Glibc
internal import Lifecycle

extension Program {
    /// Runs the process as the system started it, until it is done or asked to end.
    ///
    /// The first SIGINT or SIGTERM ends what goes on in order: a run in progress is journalled as cancelled and nothing is
    /// replaced. The second ends the process at once, which the store survives as it would a power cut.
    package static func main() async -> Int32 {
        ProcessMemory.economise()
        UnixSignal.ignoreBrokenPipes()
        let context = ProcessContext.system()
        do {
            return try await withGracefulShutdown(exitAtOnce: { signal in _exit(128 + signal.rawValue) }) {
                await Program(context).run().rawValue
            }
        } catch {
            return ExitCode.failed.rawValue
        }
    }
}
