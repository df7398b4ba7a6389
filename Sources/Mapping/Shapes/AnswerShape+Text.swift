extension AnswerShape {
    /// The shape as it is kept and read by people: a line of version, then one path a line, sorted, in three columns
    /// with tabs between them: path, kinds, and whether it is promised.
    ///
    /// ```
    /// articlesync-shape 1
    /// .                     object        always
    /// response              object        always
    /// response.docs         array         always
    /// response.docs[*]      object        always(20)
    /// response.docs[*].a    null,string   sometimes(12)
    /// ```
    ///
    /// `always(20)`: so many values were seen, and a path is familiar only with more.
    package var text: String {
        var text = Self.firstLine + "\n"
        if !isEmpty { write(at: ShapePath(), into: &text) }
        return text
    }

    private static let firstLine = "articlesync-shape 1"

    private func write(at path: ShapePath, into text: inout String) {
        let presence = isOptional ? "sometimes" : "always"
        let seen = count < Self.settledCount ? "(\(count))" : ""
        text += "\(path)\t\(kinds)\t\(presence)\(seen)\n"
        for step in children.keys.sorted() { children[step]?.write(at: path.appending(step), into: &text) }
    }

    /// Reads the written form.
    /// - Throws: `ShapeTextError` with the line of what cannot be read.
    package init(text: String) throws(ShapeTextError) {
        self.init()
        var number = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            number += 1
            if number == 1 {
                guard line.elementsEqual(Self.firstLine.utf8) else {
                    throw ShapeTextError(line: 1, reason: "is no \"\(Self.firstLine)\"")
                }
                continue
            }
            guard number <= Self.pathLimit + 1 else {
                throw ShapeTextError(line: number, reason: "is one more than the \(Self.pathLimit) paths of a shape")
            }
            let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
                String(decoding: Array($0), as: UTF8.self)
            }
            guard columns.count == 3, let path = ShapePath(columns[0]), let shape = Self(columns[1], columns[2]) else {
                throw ShapeTextError(line: number, reason: "is not a path, its kinds, and always or sometimes")
            }
            guard path.steps.count <= Self.depthLimit, insert(shape, at: path.steps[...]) else {
                throw ShapeTextError(line: number, reason: "has no path above it, or is there twice")
            }
        }
        guard number > 0 else { throw ShapeTextError(line: 1, reason: "is not there") }
    }

    /// A shape without children, of its columns.
    private init?(_ kinds: String, _ presence: String) {
        guard let kinds = Kinds(kinds) else { return nil }
        self.init()
        self.kinds = kinds
        let parts = presence.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0] == "always" || parts[0] == "sometimes" else { return nil }
        isOptional = parts[0] == "sometimes"
        count = Self.settledCount
        guard parts.count == 2 else { return }
        guard parts[1].last == ")", let count = UInt8(parts[1].dropLast()), count < Self.settledCount else {
            return nil
        }
        self.count = count
    }

    private mutating func insert(_ shape: AnswerShape, at steps: ArraySlice<ShapePath.Step>) -> Bool {
        guard let first = steps.first else {
            guard isEmpty else { return false }
            self = shape
            return true
        }
        guard !isEmpty else { return false }
        if steps.count == 1 {
            guard children[first] == nil else { return false }
            children[first] = shape
            return true
        }
        return children[first]?.insert(shape, at: steps.dropFirst()) ?? false
    }
}

/// Why a kept shape cannot be read.
package struct ShapeTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    package let reason: String

    package var description: String { "line \(line) \(reason)" }
}

extension AnswerShape.Kinds: CustomStringConvertible {
    private static let names: [(String, Self)] = [
        ("array", .array), ("bool", .bool), ("map", .map), ("null", .null), ("number", .number), ("object", .object),
        ("string", .string),
    ]

    /// The names as they are kept: `null,string`; a map is an object too, and that is not said.
    package var description: String { shownNames.joined(separator: ",") }

    /// The names in alphabetical order, for sentences.
    package var shownNames: [String] {
        let shown = contains(.map) ? subtracting(.object) : self
        return Self.names.filter { shown.contains($0.1) }.map(\.0)
    }

    fileprivate init?(_ text: String) {
        self = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = Self.names.first(where: { $0.0 == name })?.1, !contains(kind) else { return nil }
            insert(kind)
        }
        if contains(.map) { insert(.object) }
    }
}
