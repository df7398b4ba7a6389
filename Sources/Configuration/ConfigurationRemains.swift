/// What can be read of a configuration whose files have mistakes.
package struct ConfigurationRemains {
    /// The tables that can be read.
    package let table: ConfigurationTable
    /// The first words of lines that cannot be read.
    var lostWords: [String] = []
    /// Whether a file beside the main one cannot be read at all.
    var hasLostFiles = false

    /// Whether a key or table of this name, or one misspelt a little, may stand where nothing can be read.
    package func mayHaveLost(_ name: String) -> Bool {
        hasLostFiles || lostWords.contains { EditDistance.nearest(to: $0, among: [name]) != nil }
    }
}
