/// How two texts are held against each other: `[c]`, `[d]` or `[cd]` behind an operator.
///
/// Without an option texts are compared code point by code point, which is how SQLite compares them.
package struct TextOptions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `[c]`: "Sports" equals "SPORTS".
    package static let caseInsensitive = TextOptions(rawValue: 1)
    /// `[d]`: "Búsqueda" equals "Busqueda".
    package static let diacriticInsensitive = TextOptions(rawValue: 2)
    /// `[cd]`: both.
    package static let caseDiacritic: TextOptions = [.caseInsensitive, .diacriticInsensitive]

    /// The letters between the brackets, empty where there is no option.
    package var letters: String {
        (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
    }

    /// Options of such letters, or nil where one is another letter or stands twice.
    package init?(letters: some StringProtocol) {
        var options: TextOptions = []
        for letter in letters.unicodeScalars {
            let option: TextOptions
            switch letter {
            case "c", "C": option = .caseInsensitive
            case "d", "D": option = .diacriticInsensitive
            default: return nil
            }
            guard options.insert(option).inserted else { return nil }
        }
        self = options
    }
}
