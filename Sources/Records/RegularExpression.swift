private import CRegularExpression

/// A regular expression of RE2, which takes time linear in the text, whatever the pattern.
///
/// The standard library's `Regex` is not used because a pattern such as `(a+)+b` keeps it busy for ever, and patterns
/// come from outside. Under an option, pattern and text are brought to the same form before RE2 sees them: composed,
/// and without diacritics where these do not count. Case is left to RE2, since a lower-case `\W` is another pattern.
@safe final class RegularExpression: Sendable {
    let pattern: String
    let options: TextOptions
    // RE2 promises that an expression is matched by any number of threads at a time.
    private nonisolated(unsafe) let compiled: OpaquePointer

    /// Why a pattern cannot be used, in RE2's words.
    struct Failure: Error, Hashable {
        let reason: String
    }

    /// Bytes for the compiled pattern and the states found while matching.
    private static let mostMemory = 1 << 20

    init(_ pattern: String, _ options: TextOptions = []) throws(Failure) {
        self.pattern = pattern
        self.options = options
        var prepared = Self.prepared(pattern, options)
        let compiled = prepared.withUTF8 { bytes in
            unsafe bytes.baseAddress.flatMap {
                unsafe cregex_create($0, bytes.count, options.contains(.caseInsensitive), Self.mostMemory)
            }
        }
        guard let compiled = unsafe compiled else { throw Failure(reason: "not enough memory") }
        unsafe self.compiled = compiled
        if let reason = unsafe cregex_failure(compiled) { throw Failure(reason: unsafe String(cString: reason)) }
    }

    deinit { unsafe cregex_destroy(compiled) }

    /// Whether the whole of a text is of the pattern.
    func matches(_ text: String) -> Bool {
        var prepared = Self.prepared(text, options)
        return prepared.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe cregex_matches(compiled, start, bytes.count)
        }
    }

    private static func prepared(_ text: String, _ options: TextOptions) -> String {
        if options.isEmpty { return text }
        return TextFolding.normalized(text, options.subtracting(.caseInsensitive))
    }
}
