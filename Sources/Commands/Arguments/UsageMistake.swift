internal import Configuration

/// What is wrong with the words that were typed, and what would be right; exit code 64.
package struct UsageMistake: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ message: String) { description = message }

    package init(_ message: String, seeHelpOf command: String) {
        description = message + " (see `articlesync \(command) --help`)"
    }

    /// A word that is not known, with the nearest that is.
    package static func unknown(_ kind: String, _ word: String, among known: [String], of command: String? = nil)
        -> UsageMistake
    {
        let place = command.map { " of `\($0)`" } ?? ""
        let advice =
            if let nearest = EditDistance.nearest(to: word, among: known) {
                "nearest: \(nearest)"
            } else if known.isEmpty {
                "there are none"
            } else if known.count <= 12 {
                "known: \(known.joined(separator: ", "))"
            } else {
                "see `articlesync \(command.map { "\($0) " } ?? "")--help`"
            }
        return UsageMistake("no \(kind)\(place) is called `\(word)` (\(advice))")
    }
}
