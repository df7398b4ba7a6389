/// What a column holds.
package enum ColumnType: Hashable, Sendable {
    case text, integer, real
    /// 0 or 1 in SQL.
    case bool
    /// ISO 8601 text: a day, or an instant in UTC with `Z`, as `Instant.description` writes it.
    case instant
    /// A JSON array of texts.
    case list

    /// In words for a message.
    var words: String {
        switch self {
        case .text: "a text"
        case .integer: "a whole number"
        case .real: "a number"
        case .bool: "a truth value"
        case .instant: "a date"
        case .list: "a list"
        }
    }
}

/// One column that a filter or a sort may name.
package struct Column: Hashable, Sendable {
    package let name: String
    package let type: ColumnType
    /// The SQL expression that yields it, trusted text of the program: `a.headline`.
    package let sql: String
    package let isNullable: Bool

    /// - Parameter sql: nil for the quoted name.
    package init(_ name: String, _ type: ColumnType, sql: String? = nil, isNullable: Bool = true) {
        self.name = name
        self.type = type
        self.sql = sql ?? Self.quoted(name)
        self.isNullable = isNullable
    }

    /// A name as an SQL identifier.
    static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

/// The columns that filters and sort terms are read and compiled against.
package struct Columns: Hashable, Sendable {
    package let all: [Column]
    /// The name of the column that tells two rows apart; the last word in every order.
    package let key: String
    private let byName: [String: Column]

    /// - Parameter key: the column that is unique; a sort is made stable by it where it is among the columns.
    package init(key: String = "id", _ all: [Column]) {
        self.all = all
        self.key = key
        byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The column of a name, nil where there is none.
    package subscript(_ name: String) -> Column? { byName[name] }

    /// The known name that a mistyped one most likely meant, nil where none is near.
    package func nearest(to name: String) -> String? { Self.nearest(to: name, among: all.map(\.name)) }

    /// The same for names of any kind.
    static func nearest(to name: String, among known: [String]) -> String? {
        let wanted = Array(name.lowercased().unicodeScalars)
        guard wanted.count <= 64 else { return nil }
        let limit = max(1, wanted.count / 3)
        return known.map { ($0, distance(wanted, Array($0.lowercased().unicodeScalars))) }
            .filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
    }

    /// How many letters must be put in, taken out, replaced or swapped with their neighbour.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var above = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(above[column + 1], current[column]) + 1
                cost = min(cost, above[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            (before, above) = (above, current)
        }
        return above[right.count]
    }
}
