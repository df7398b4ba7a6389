/// What counts as if it were not there.
package enum Emptiness: String, Hashable, Sendable, CaseIterable {
    /// Absent and null only.
    case absent
    /// Also `""`, `[]` and `{}`.
    case empty
    /// Also text of white space alone.
    case blank

    /// Whether a text counts so.
    func covers(_ found: FoundText) -> Bool {
        switch self {
        case .absent: false
        case .empty: found.text.isEmpty
        case .blank: found.isBlank
        }
    }

    /// Whether a value counts so.
    func covers(_ node: JSONNode) -> Bool {
        switch self {
        case .absent: false
        case .empty: node.isEmpty
        case .blank: node.isEmpty || node.string.map { $0.isBlank } == true
        }
    }
}
