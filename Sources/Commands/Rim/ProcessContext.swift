package import Chronology
package import Lifecycle

/// What a process is given from outside: arguments, environment, clock, and where its words go.
///
/// Commands know nothing else of the process, so that the whole program runs inside a test.
package struct ProcessContext: Sendable {
    /// Without the program's own name.
    package var arguments: [String]
    package var environment: [String: String]
    /// What relative paths are relative to.
    package var folder = "."
    package var processID: Int32 = 0
    package var clock: WallClock
    /// Makes what wakes the service on that clock.
    package var alarm: @Sendable () throws -> any Alarm = { try AlarmClock() }
    /// What is given to a command that asks for it.
    package var input = Input.empty
    /// Results.
    package var output: Output
    /// Everything that is not a result: progress, logs, mistakes.
    package var errors: Output

    package init(
        arguments: [String], environment: [String: String], clock: WallClock, output: Output, errors: Output
    ) {
        self.arguments = arguments
        self.environment = environment
        self.clock = clock
        self.output = output
        self.errors = errors
    }
}

/// One stream of bytes out of the process.
package struct Output: Sendable {
    /// Columns where it is a terminal, else nil.
    package var width: Int?
    /// The file descriptor behind it, where there is one.
    package let descriptor: Int32?
    private let put: @Sendable ([UInt8]) throws(OutputClosed) -> Void

    package init(
        width: Int?, descriptor: Int32? = nil, put: @escaping @Sendable ([UInt8]) throws(OutputClosed) -> Void
    ) {
        self.width = width
        self.descriptor = descriptor
        self.put = put
    }

    package func write(_ bytes: [UInt8]) throws(OutputClosed) { try put(bytes) }

    package func write(_ text: String) throws(OutputClosed) { try put(Array(text.utf8)) }
}

/// Nobody reads any more, as when `articlesync articles | head` has its lines, or nothing more can be written.
package struct OutputClosed: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whether a reader went away, which is no failure.
    package let isBrokenPipe: Bool
    /// What the system says.
    package let description: String

    package init(isBrokenPipe: Bool, _ description: String) {
        self.isBrokenPipe = isBrokenPipe
        self.description = description
    }
}
