internal import SQLite

extension CompiledFilter {
    /// Names of the columns that it reads.
    package var columns: Set<String> {
        var names: Set<String> = []
        root.collect(into: &names)
        return names
    }

    /// A full-text query to an index of the trigrams of a column, folded by case and diacritics.
    ///
    /// Every row that the filter holds for answers to it, and some others may. Nil where there is no such query.
    package func trigramQuery(of column: String) -> String? {
        var writer = TrigramWriter(column: column)
        let query = writer.query(root)
        // One of thousands of values is as quickly looked for without it.
        return writer.count > TrigramWriter.most ? nil : query
    }
}

/// Writes what texts must hold as a query to an index of every three code points that follow each other in them.
private struct TrigramWriter {
    /// The most trigrams that are asked for in one query.
    static let most = 100
    /// The most of one text: what has these has all but surely the rest.
    private static let mostOfText = 8

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
            return query(part, options)
        case .compare(.equal, .text(let text), let options): return query(text, options)
        case .among(let values, let options):
            var parts: [String] = []
            for value in values {
                guard case .text(let text) = value, let part = query(text, options) else { return nil }
                parts.append(part)
            }
            return parts.isEmpty ? nil : "(" + parts.joined(separator: " OR ") + ")"
        default: return nil
        }
    }

    private mutating func query(_ text: String, _ options: TextOptions) -> String? {
        // Letters of ASCII fold alone, whatever stands beside them; others may make one letter with their neighbour in
        // the text, and then do not stand in the folded text.
        guard options == .caseDiacritic || text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let scalars = Array(TextFolding.fold(text).unicodeScalars)
        guard scalars.count >= 3 else { return nil }
        // Side by side they say as much as one at every place, at a third of the cost.
        var places = Array(stride(from: 0, through: scalars.count - 3, by: 3).prefix(Self.mostOfText))
        if let last = places.last, last < scalars.count - 3, places.count < Self.mostOfText {
            places.append(scalars.count - 3)
        }
        count += places.count
        let terms = places.map { place in
            var term = String.UnicodeScalarView()
            for scalar in scalars[place..<place + 3] {
                term.append(contentsOf: scalar == "\"" ? [scalar, scalar] : [scalar])
            }
            return "\"" + String(term) + "\""
        }
        return "(" + terms.joined(separator: " AND ") + ")"
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
