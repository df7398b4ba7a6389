/// A place in a configuration file, both counted from 1.
package struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    package let file: String
    package let line: Int
    package let column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    package var description: String { "\(file):\(line):\(column)" }
}

/// One mistake in a configuration: `FILE:LINE:COLUMN: what is wrong (nearest known key, or what is allowed)`.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    package let location: SourceLocation
    package let message: String

    package init(_ location: SourceLocation, _ message: String) {
        self.location = location
        self.message = message
    }

    package var description: String { "\(location): \(message)" }
}

/// All mistakes found in one reading.
package final class Diagnostics {
    package private(set) var found: [Diagnostic] = []

    package init() {}

    package func add(_ location: SourceLocation, _ message: String) { found.append(Diagnostic(location, message)) }
}
