internal import JSONText

/// A list of strings as the JSON text that a column holds.
enum JSONList {
    static func text(_ values: [String]) -> String { JSONStrings.text(values) }

    /// The strings of a JSON array; what is no string, or no array at all, is left out: another tool may have written it.
    static func values(_ text: String?) -> [String] { JSONStrings.values(text) }
}
