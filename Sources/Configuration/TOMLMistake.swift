/// Turns what the library says about text that is not TOML into what a person can act on.
enum TOMLMistake {
    static func message(_ text: String) -> String {
        let prefix = "Error while parsing "
        let reason = text.hasPrefix(prefix) ? "in a " + text.dropFirst(prefix.count) : Substring(text)
        return "not TOML: " + reason + (hint(for: text).map { " (\($0))" } ?? "")
    }

    private static func hint(for text: String) -> String? {
        switch text {
        case _ where text.contains("could not determine value type") || text.contains("parsing boolean"):
            "a text stands in quotes: key = \"text\""
        case _ where text.contains("unescaped control characters"):
            "a quoted text ends on its line; is the closing quote missing?"
        case _ where text.contains("cannot redefine"): "a key or a table stands once; join the two"
        default: nil
        }
    }
}
