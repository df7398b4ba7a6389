internal import SQLite

extension CompiledFilter {
    /// Names of the columns that it reads.
    package var columns: Set<String> {
        var names: Set<String> = []
        root.collect(into: &names)
        return names
    }

    /// What an index of the trigrams of a column is asked for, so that all of this filter is found; nil where it is of no
    /// help.
    package func trigramQuery(of column: String) -> TrigramQuery? {
        var writer = TrigramWriter(column: column)
        let parts = if case .and(let nodes) = root { nodes } else { [root] }
        let lookup: TrigramQuery.Lookup
        if let match = writer.query(root) {
            guard writer.count <= TrigramWriter.most else { return nil }
            lookup = .match(match)
        } else {
            let letters = parts.compactMap { writer.letters($0) }
            guard let longest = letters.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
            lookup = .letters(longest)
        }
        let rest = parts.filter { !writer.isExact($0, in: lookup) }
        return TrigramQuery(lookup: lookup, rest: CompiledFilter(root: .and(rest)))
    }
}

/// A filter in two: what to look up in an index of the trigrams of a column, folded by case and diacritics, and what is
/// to be tested of the rows that are found there.
package struct TrigramQuery: Sendable {
    package enum Lookup: Hashable, Sendable {
        /// In the language of FTS5, for a table whose trigrams are in order.
        case match(String)
        /// One or two letters that a trigram begins with.
        case letters(String)
    }

    /// Every row that the filter holds for is found by it.
    package let lookup: Lookup
    /// Holds for just those of them that the filter holds for.
    package let rest: CompiledFilter

    /// What an index has in place of a NUL, at which the tokenizer would end, and twice behind a text, so that its last
    /// letters begin a trigram too.
    package static let standIn: Unicode.Scalar = "\u{FFFD}"
}

/// Writes what texts must hold as a query to an index of every three code points that follow each other in them.
private struct TrigramWriter {
    /// The most trigrams that are asked for in one query.
    static let most = 400
    /// The most code points of one text: what has these has all but surely the rest.
    private static let mostOfText = 40

    let column: String
    private(set) var count = 0

    init(column: String) { self.column = column }

    mutating func query(_ node: CompiledFilter.Node) -> String? {
        switch node {
        case .and(let nodes):
            var parts: [String] = []
            for node in nodes { if let part = query(node) { parts.append(part) } }
            return parts.isEmpty ? nil : "(" + parts.joined(separator: " AND ") + ")"
        case .or(let nodes):
            var parts: [String] = []
            for node in nodes {
                guard let part = query(node) else { return nil }
                parts.append(part)
            }
            return parts.isEmpty ? nil : "(" + parts.joined(separator: " OR ") + ")"
        case .test(let column, let test): return column.name == self.column ? query(test) : nil
        case .constant, .not, .elements: return nil
        }
    }

    private mutating func query(_ test: CompiledFilter.Test) -> String? {
        switch test {
        case .contains(let part, let options), .beginsWith(let part, let options): return phrase(part, options)
        case .endsWith(let part, let options): return phrase(part, options, isEnd: true)
        case .compare(.equal, .text(let text), let options): return phrase(text, options)
        case .like(let wildcard, let options):
            let parts = wildcard.literals.compactMap { phrase($0, options) }
            return parts.isEmpty ? nil : "(" + parts.joined(separator: " AND ") + ")"
        case .among(let values, let options):
            var parts: [String] = []
            for value in values {
                guard case .text(let text) = value, let part = phrase(text, options) else { return nil }
                parts.append(part)
            }
            return parts.isEmpty ? nil : "(" + parts.joined(separator: " OR ") + ")"
        default: return nil
        }
    }

    private mutating func phrase(_ text: String, _ options: TextOptions, isEnd: Bool = false) -> String? {
        guard var folded = Self.folded(text, options), !folded.isEmpty else { return nil }
        if isEnd { folded.unicodeScalars.append(contentsOf: [TrigramQuery.standIn, TrigramQuery.standIn]) }
        let scalars = folded.unicodeScalars.prefix(Self.mostOfText)
        guard scalars.count >= 3 else { return nil }
        count += scalars.count - 2
        return "\"" + String(String.UnicodeScalarView(scalars)).replacing("\"", with: "\"\"") + "\""
    }

    /// What the folded form of every text holds that holds a part; nil where nothing can be said, or asked for.
    private static func folded(_ part: String, _ options: TextOptions) -> String? {
        guard options == .caseDiacritic || part.unicodeScalars.allSatisfy({ foldsAlone($0) }) else { return nil }
        // A NUL would end the query.
        return part.utf8.contains(0) ? nil : TextFolding.fold(part)
    }

    /// Whether a letter folds the same whatever stands beside it.
    ///
    /// Those of the scripts up to Armenian become one letter with their marks alone, which folding drops. Those of others
    /// may become one with their neighbour in the text, and then do not stand in the folded text.
    private static func foldsAlone(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x0590 || 0x1E00...0x1FFF ~= scalar.value
    }

    /// The one or two letters that a condition asks for.
    func letters(_ node: CompiledFilter.Node) -> String? {
        guard case .test(let column, let test) = node, column.name == self.column else { return nil }
        switch test {
        case .contains(let part, let options), .beginsWith(let part, let options):
            guard let folded = Self.folded(part, options), 1...2 ~= folded.unicodeScalars.count else { return nil }
            return folded
        default: return nil
        }
    }

    /// Whether every row that is found is one that a node of the filter holds for.
    func isExact(_ node: CompiledFilter.Node, in lookup: TrigramQuery.Lookup) -> Bool {
        switch node {
        case .and(let nodes), .or(let nodes): !nodes.isEmpty && nodes.allSatisfy { isExact($0, in: lookup) }
        case .test(let column, .contains(let part, .caseDiacritic)):
            // What stands in the index for a NUL may be looked for too.
            column.name == self.column && isWhole(TextFolding.fold(part), in: lookup)
                && !part.unicodeScalars.contains { $0 == "\0" || $0 == TrigramQuery.standIn }
        default: false
        }
    }

    private func isWhole(_ folded: String, in lookup: TrigramQuery.Lookup) -> Bool {
        switch lookup {
        case .match: 3...Self.mostOfText ~= folded.unicodeScalars.count
        case .letters(let letters): Array(folded.utf8) == Array(letters.utf8)
        }
    }
}

extension CompiledFilter.Node {
    fileprivate func collect(into names: inout Set<String>) {
        switch self {
        case .constant: break
        case .and(let nodes), .or(let nodes): for node in nodes { node.collect(into: &names) }
        case .not(let inner): inner.collect(into: &names)
        case .test(let column, let test):
            names.insert(column.name)
            if case .compareColumn(_, let other, _) = test { names.insert(other.name) }
        case .elements(_, let column, _): names.insert(column.name)
        }
    }
}
