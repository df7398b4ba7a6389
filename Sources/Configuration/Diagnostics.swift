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
    /// In the order in which they were found.
    package private(set) var found: [Diagnostic] = []

    package init() {}

    package func add(_ location: SourceLocation, _ message: String) { found.append(Diagnostic(location, message)) }

    /// Whether nothing is wrong.
    package var isEmpty: Bool { found.isEmpty }

    /// Each once, in the order of the places in the files.
    package var sorted: [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return found.filter { seen.insert($0).inserted }.sorted { left, right in
            (left.location.file, left.location.line, left.location.column, left.message)
                < (right.location.file, right.location.line, right.location.column, right.message)
        }
    }
}
