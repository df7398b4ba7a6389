internal import Chronology
internal import Commands
internal import Synchronization
internal import TestSupport

/// The program run inside a test, with its words caught.
struct InProcess: Sendable {
    let code: ExitCode
    let output: String
    let errors: String

    /// Runs it.
    ///
    /// - Parameter width: columns of the terminal that it believes to write to; nil is none.
    init(
        _ arguments: [String], environment: [String: String] = [:], width: Int? = nil,
        clock: WallClock = .still
    ) async {
        let caught = Caught()
        let context = ProcessContext(
            arguments: arguments, environment: environment, clock: clock,
            output: Output(width: width) { (bytes) throws(OutputClosed) in caught.output.withLock { $0 += bytes } },
            errors: Output(width: width) { (bytes) throws(OutputClosed) in caught.errors.withLock { $0 += bytes } })
        code = await Program(context).run()
        self.output = caught.output.withLock { String(decoding: $0, as: UTF8.self) }
        self.errors = caught.errors.withLock { String(decoding: $0, as: UTF8.self) }
    }

    private final class Caught: Sendable {
        let output = Mutex<[UInt8]>([])
        let errors = Mutex<[UInt8]>([])
    }
}
