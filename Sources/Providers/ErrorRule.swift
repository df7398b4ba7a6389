package import Articles
internal import Configuration
internal import Mapping

/// One way in which a provider says that there is no page, and what it means.
package struct ErrorRule: Hashable, Sendable {
    /// What an answer is judged to be.
    package enum Class: String, Sendable, CaseIterable {
        case transient
        case rateLimited = "rate_limited"
        case daySpent = "day_spent"
        case badKey = "bad_key"
        case badQuery = "bad_query"
        case poisonPage = "poison_page"
        case drift

        /// The failure that is thrown.
        package var kind: SourceFailure.Kind {
            switch self {
            case .transient: .transient
            case .rateLimited: .rateLimited
            case .daySpent: .daySpent
            case .badKey: .badKey
            case .badQuery: .badQuery
            case .poisonPage: .poisonPage
            case .drift: .drift
            }
        }
    }

    /// What the value at a path must be.
    enum Condition: Hashable, Sendable {
        case exists
        case equals(String)
        /// Without regard to case.
        case contains(String)
    }

    let statuses: [Int]
    let path: JSONPath?
    let condition: Condition
    package let `class`: Class
    /// Where the answer says why.
    let message: [JSONPath]
    package let hint: String?

    /// Reads one of `[[errors]]`: `status`, `path` with `equals` or `contains` or neither, `class`, `message`, `hint`.
    init?(_ reader: ConfigurationReader) {
        reader.require("class")
        let statuses = reader.statuses("status")
        path = reader.path(at: "path")
        condition = Condition(reader)
        message = reader.paths("message") ?? []
        hint = reader.text("hint")
        let found = reader.choice("class", of: Class.self)
        if !reader.has("status"), !reader.has("path") {
            reader.complain(nil, "[\(reader.name)] fits every answer (allowed: a status, a path, or both)")
            return nil
        }
        guard let found, let statuses, path != nil || !reader.has("path") else { return nil }
        self.class = found
        self.statuses = statuses
    }

    /// Whether an answer is meant; `root` is nil where its body is not JSON.
    func matches(status: Int, root: JSONNode?) -> Bool {
        guard statuses.isEmpty || statuses.contains(status) else { return false }
        guard let path else { return true }
        return root.flatMap { path.first(in: $0) }.map(condition.holds) ?? false
    }
}

extension ErrorRule.Condition {
    /// Reads `equals` or `contains`; that the value is there where neither stands.
    init(_ reader: ConfigurationReader) {
        let equals = reader.string("equals")
        let contains = reader.text("contains")
        if equals != nil, contains != nil {
            reader.complain("contains", "[\(reader.name)] has equals and contains (allowed: one of them, or neither)")
        }
        if equals != nil || contains != nil, !reader.has("path") {
            reader.complain(nil, "[\(reader.name)] compares a value without saying which (add path = …)")
        }
        if let equals {
            self = .equals(equals)
        } else if let contains {
            self = .contains(contains.lowercased())
        } else {
            self = .exists
        }
    }

    /// Whether a value is what is meant; null is as good as absent.
    func holds(_ node: JSONNode) -> Bool {
        switch self {
        case .exists: !node.isNull
        case .equals(let text): node.scalarText == text
        case .contains(let text): node.scalarText?.lowercased().contains(text) ?? false
        }
    }
}

extension ConfigurationReader {
    /// A status or a list of them; empty where the key is absent, nil where it is wrong.
    fileprivate func statuses(_ key: String) -> [Int]? {
        guard let value = value(key) else { return [] }
        guard case .array(let values) = value.kind else { return integer(key, in: 100...599).map { [$0] } }
        var statuses: [Int] = []
        for value in values {
            guard case .integer(let status) = value.kind, (100...599).contains(status) else {
                diagnostics.add(value.location, "\(path(key)) holds what is no status (allowed: 100 to 599)")
                return nil
            }
            statuses.append(status)
        }
        return statuses
    }
}
