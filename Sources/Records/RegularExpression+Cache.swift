internal import Synchronization

extension RegularExpression {
    private static let limit = 16
    /// The expressions used last; SQL hands over the pattern anew for every row.
    private static let recent = Mutex<[RegularExpression]>([])

    /// The expression of a pattern that compiled before, or compiles now; nil where it does not.
    static func cached(_ pattern: String, _ options: TextOptions) -> RegularExpression? {
        let known = recent.withLock { $0.first { $0.pattern == pattern && $0.options == options } }
        if let known { return known }
        guard let compiled = try? RegularExpression(pattern, options) else { return nil }
        recent.withLock {
            if $0.count == limit { $0.removeFirst() }
            $0.append(compiled)
        }
        return compiled
    }
}
