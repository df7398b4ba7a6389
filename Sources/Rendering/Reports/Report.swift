package import JSONText

/// An answer of a command: words for people, or one JSON document.
///
/// The documents are stable: names are snake_case, instants ISO 8601 in UTC, days `yyyy-MM-dd`, durations seconds; a
/// value that is not known is `null`, never left out.
package protocol Report: Sendable {
    /// The words, each line with its end.
    func text(on terminal: Terminal) -> String
    /// Writes the document.
    func write(to writer: inout JSONWriter)
}

extension Report {
    /// The document on one line, with its end.
    package var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text + "\n"
    }
}
