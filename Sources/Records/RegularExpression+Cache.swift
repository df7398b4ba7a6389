internal import Synchronization

extension RegularExpression {
    /// More than a predicate has; beyond it each row would compile them anew.
    private static let limit = 32
    /// The expressions compiled last; SQL hands over the pattern anew for every row.
    private static let recent = Mutex<[RegularExpression]>([])

    /// The expression of a pattern that compiled before, or compiles now.
    static func cached(_ pattern: String, _ options: TextOptions) throws(Failure) -> RegularExpression {
        let known = recent.withLock { $0.first { $0.is(pattern, options) } }
        if let known { return known }
        let compiled = try RegularExpression(pattern, options)
        recent.withLock {
            if $0.count == limit { $0.removeFirst() }
            $0.append(compiled)
        }
        return compiled
    }

    /// Byte by byte, since é in one code point and é in two are different patterns, and yet equal as `String`.
    private func `is`(_ pattern: String, _ options: TextOptions) -> Bool {
        options == self.options && pattern.utf8.elementsEqual(self.pattern.utf8)
    }
}
