/// How a frozen copy of a query's contents is written.
package enum ExportFormat: String, CaseIterable, Sendable {
    /// RFC 4180, with a header.
    case csv
    /// An object a line.
    case jsonl
    /// A small database of its own.
    case sqlite

    /// What the ending of a file's name says; nil where it says nothing.
    package init?(endingOf path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "csv": self = .csv
        case "jsonl", "ndjson": self = .jsonl
        case "sqlite", "sqlite3", "db": self = .sqlite
        default: return nil
        }
    }
}

extension ArticleColumn {
    /// The columns of a frozen copy: what is said of the article itself.
    ///
    /// When it was last seen moves with every run, and which queries hold it is the affair of others: with them, two copies
    /// of the same contents would differ.
    package static let exported = allCases.filter { ![.lastSeenAt, .vanishedAt, .queries].contains($0) }
}
