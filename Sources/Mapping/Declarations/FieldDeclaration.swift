/// How one property of a model is fed from a record: plain data, as a definition file says it.
///
/// ```swift
/// FieldDeclaration(
///     "abstract", from: [.path("abstract"), .path("snippet")],
///     transforms: [TransformDeclaration("html"), TransformDeclaration("collapse_space")])
/// ```
package struct FieldDeclaration: Hashable, Sendable {
    /// Where a value comes from.
    package enum Candidate: Hashable, Sendable {
        /// A path in the record, in the form of `JSONPath`.
        case path(String)
        /// A text with paths in braces, `"{source}:{id}"`; it yields nothing where one of them does. `{{` is a brace.
        case template(String)
        /// The same for every record.
        case constant(String)
    }

    /// What a value that is there but cannot be read does.
    package enum Unreadable: String, Hashable, Sendable, CaseIterable {
        /// The record is bad: storing it without the value would lose what an earlier answer had.
        case dropRecord = "drop"
        /// The value counts as missing, and is noted in the report; for what is a nicety.
        case omitValue = "omit"
    }

    /// The property that is fed.
    package var property: String
    /// Tried in order until one yields a value.
    package var candidates: [Candidate]
    /// For a list of objects: tried in order on each element, with paths relative to it.
    package var each: [Candidate]
    /// Cuts every text into several at this separator.
    package var split: String?
    /// Makes one text of several, with this between them.
    package var join: String?
    /// Applied in order to every text.
    package var transforms: [TransformDeclaration]
    /// Texts that stand for no value, such as `None`.
    package var nullValues: [String]
    package var emptiness: Emptiness
    /// Whether a record without this value is bad.
    package var isRequired: Bool
    /// What becomes of a record whose value is there but cannot be read.
    package var unreadable: Unreadable
    /// Whether text must be a JSON string and a number a JSON number; else each is read from the other.
    package var isStrict: Bool
    /// Whether a list keeps the first of equal values only.
    package var isDistinct: Bool

    package init(
        _ property: String, from candidates: [Candidate], each: [Candidate] = [], split: String? = nil,
        join: String? = nil, transforms: [TransformDeclaration] = [], nullValues: [String] = [],
        emptiness: Emptiness = .blank, isRequired: Bool = false, unreadable: Unreadable = .dropRecord,
        isStrict: Bool = false, isDistinct: Bool = true
    ) {
        self.property = property
        self.candidates = candidates
        self.each = each
        self.split = split
        self.join = join
        self.transforms = transforms
        self.nullValues = nullValues
        self.emptiness = emptiness
        self.isRequired = isRequired
        self.unreadable = unreadable
        self.isStrict = isStrict
        self.isDistinct = isDistinct
    }
}

/// A transformer by name, with its arguments.
package struct TransformDeclaration: Hashable, Sendable, CustomStringConvertible {
    package var name: String
    package var arguments: [String]

    package init(_ name: String, _ arguments: [String] = []) {
        self.name = name
        self.arguments = arguments
    }

    /// As it is written in one word: `html`, or `date(iso8601, yyyy-MM-dd)`.
    package var description: String { arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))" }
}
