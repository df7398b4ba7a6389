/// The mistakes of a configuration, one a line, as `FILE:LINE:COLUMN: what is wrong`.
package enum DiagnosticLines {
    /// What is longer loses its middle: a word that somebody gave may be of any length, and what to do about it stands at
    /// the end.
    private static let longest = 4_000

    /// The lines in the order given; nothing in them can reach the terminal but as text.
    package static func text(_ diagnostics: [some CustomStringConvertible]) -> String {
        diagnostics.map { bounded($0.description).harmless + "\n" }.joined()
    }

    private static func bounded(_ line: String) -> String {
        guard line.utf8.count > longest, line.count > longest else { return line }
        return "\(line.prefix(longest / 2)) … \(line.suffix(longest / 4))"
    }
}
