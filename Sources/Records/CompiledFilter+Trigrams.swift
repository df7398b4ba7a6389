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
        guard let match = writer.query(root), writer.count <= TrigramWriter.most else { return nil }
        let rest: Node =
            switch root {
            case .and(let nodes): .and(nodes.filter { !writer.isExact($0) })
            default: .and(writer.isExact(root) ? [] : [root])
            }
        return TrigramQuery(match: match, rest: CompiledFilter(root: rest))
    }
}

/// A filter in two: a full-text query to an index of the trigrams of a column, folded by case and diacritics, and what is
/// to be tested of the rows that answer to it.
package struct TrigramQuery: Sendable {
    /// In the language of FTS5, for a table whose trigrams are in order.
    ///
    /// Every row that the filter holds for answers to it.
    package let match: String
    /// Holds for just those of them that the filter holds for.
    package let rest: CompiledFilter
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
        case .contains(let part, let options), .beginsWith(let part, let options), .endsWith(let part, let options):
            return phrase(part, options)
        case .compare(.equal, .text(let text), let options): return phrase(text, options)
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

    private mutating func phrase(_ text: String, _ options: TextOptions) -> String? {
        // Letters of ASCII fold alone, whatever stands beside them; others may make one letter with their neighbour in
        // the text, and then do not stand in the folded text.
        guard options == .caseDiacritic || text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let scalars = TextFolding.fold(text).unicodeScalars.prefix(Self.mostOfText)
        // A NUL would end the query.
        guard scalars.count >= 3, !scalars.contains("\0") else { return nil }
        count += scalars.count - 2
        return "\"" + String(String.UnicodeScalarView(scalars)).replacing("\"", with: "\"\"") + "\""
    }

    /// Whether every row that answers to the query of a node is one that it holds for.
    func isExact(_ node: CompiledFilter.Node) -> Bool {
        switch node {
        case .and(let nodes), .or(let nodes): !nodes.isEmpty && nodes.allSatisfy { isExact($0) }
        case .test(let column, .contains(let part, .caseDiacritic)):
            // What stands in the index for a NUL may be looked for too.
            column.name == self.column && 3...Self.mostOfText ~= TextFolding.fold(part).unicodeScalars.count
                && !part.unicodeScalars.contains { $0 == "\0" || $0 == TrigramQuery.standIn }
        default: false
        }
    }

}

extension TrigramQuery {
    /// What an index has in place of a NUL, at which the tokenizer would end.
    package static let standIn: Unicode.Scalar = "\u{FFFD}"
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
