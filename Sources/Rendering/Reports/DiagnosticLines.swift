/// The mistakes of a configuration, one a line, as `FILE:LINE:COLUMN: what is wrong`.
package enum DiagnosticLines {
    /// The lines in the order given; nothing in them can reach the terminal but as text.
    package static func text(_ diagnostics: [some CustomStringConvertible]) -> String {
        diagnostics.map { $0.description.harmless + "\n" }.joined()
    }
}
