/// A way through a JSON value: `response.docs[3].headline.main`.
///
/// - `a.b` goes to a member; a key that holds one of `. [ ] ' ` or white space is quoted: `'odd.key'`, with `''` for a
///   quote inside.
/// - `[2]` goes to an element, `[-1]` to the last.
/// - `[*]` goes to every element.
/// - `[?type=keyword]` goes to every element whose member `type` is the text `keyword` (a number or a boolean is compared
///   as it is written). Key and value may be quoted too.
/// - The empty path is the value itself, and the root may be an array: `[0].name`.
///
/// A step that does not fit the value (a key in an array, say) leads nowhere; that is no error.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    /// One step; names are ranges of `text`, so that a step is a plain value and following it counts no reference.
    enum Step: Hashable, Sendable {
        case key(Range<Int>)
        case index(Int)
        case all
        case matching(key: Range<Int>, value: Range<Int>)

        /// Whether it can lead to more than one value.
        var isMany: Bool {
            switch self {
            case .key, .index: false
            case .all, .matching: true
            }
        }
    }

    private(set) var steps: [Step] = []
    /// The bytes of all keys and values, one after another.
    private(set) var text: [UInt8] = []

    /// The value itself.
    package static let root = JSONPath()

    init() {}

    /// Reads a path.
    /// - Throws: `JSONPathError` with the column of what cannot be read.
    package init(_ path: String) throws(JSONPathError) {
        var reader = JSONPathReader(path)
        self = try reader.path()
    }

    mutating func append(key: some StringProtocol) { steps.append(.key(store(key))) }

    mutating func append(index: Int) { steps.append(.index(index)) }

    mutating func appendAll() { steps.append(.all) }

    mutating func append(matching key: some StringProtocol, _ value: some StringProtocol) {
        steps.append(.matching(key: store(key), value: store(value)))
    }

    /// Keeps a part of the way.
    mutating func keepSteps(_ range: some RangeExpression<Int>) { steps = Array(steps[range]) }

    private mutating func store(_ name: some StringProtocol) -> Range<Int> {
        let start = text.count
        text += name.utf8
        return start..<text.count
    }

    /// Whether the path can lead to one value at most.
    package var isSingular: Bool { !steps.contains(where: \.isMany) }

    /// The keys of a path that is made of keys only; nil for every other.
    package var keys: [String]? {
        var keys: [String] = []
        for step in steps {
            guard case .key(let range) = step else { return nil }
            keys.append(name(range))
        }
        return keys
    }

    /// Whether one of two ways of keys is the beginning of the other.
    func overlaps(_ other: JSONPath) -> Bool {
        guard let keys, let others = other.keys else { return false }
        return keys.starts(with: others) || others.starts(with: keys)
    }

    /// This path followed by another.
    package func appending(_ other: JSONPath) -> JSONPath {
        var joined = self
        for step in other.steps {
            switch step {
            case .key(let range): joined.append(key: other.name(range))
            case .index(let index): joined.append(index: index)
            case .all: joined.appendAll()
            case .matching(let key, let value): joined.append(matching: other.name(key), other.name(value))
            }
        }
        return joined
    }

    /// The path as it is read back.
    package var description: String {
        var written = ""
        for step in steps {
            switch step {
            case .key(let range):
                if !written.isEmpty { written += "." }
                written += Self.quoted(name(range), unless: JSONPathReader.isPlainInKey)
            case .index(let index): written += "[\(index)]"
            case .all: written += "[*]"
            case .matching(let key, let value):
                written += "[?" + Self.quoted(name(key), unless: JSONPathReader.isPlainInFilterKey) + "="
                written += Self.quoted(name(value), unless: JSONPathReader.isPlainInFilterValue) + "]"
            }
        }
        return written
    }

    private func name(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    private static func quoted(_ name: String, unless isPlain: (Character) -> Bool) -> String {
        guard name.isEmpty || !name.allSatisfy(isPlain) else { return name }
        return "'" + name.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
    }
}

/// Why a path cannot be read.
package struct JSONPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path as written.
    package let path: String
    /// Where, in characters counted from 1.
    package let column: Int
    package let reason: String

    package var description: String { "path \"\(path)\", column \(column): \(reason)" }
}
