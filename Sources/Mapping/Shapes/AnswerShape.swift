/// What answers look like: which kinds of values stand at which path, whatever the values are.
///
/// Elements of a list are one path, `response.docs[*]`, so that paths do not depend on how many there are. It is a tree:
/// this value is the root or any path below it, with the paths under it.
///
/// A key is *promised* while every object that was seen above it had it, and *optional* from the first that had not.
/// Shapes are joined, `merging(_:)`, in any order and as often as one likes; `learning(_:)` also counts what was seen.
///
/// A shape is small whatever it is made from: at most `pathLimit` paths and `depthLimit` steps; an object with more
/// than `siblingLimit` keys is a map, whose members are one path, `{*}`, as are keys that look like data.
package struct AnswerShape: Hashable, Sendable {
    package static let pathLimit = 2_000
    package static let depthLimit = 32
    package static let siblingLimit = 200
    /// So many values make a path familiar: three pages of ten.
    ///
    /// Further ones are not counted, so that a shape comes to rest. Outside of records, where nothing comes and goes, one counts as all.
    package static let settledCount: UInt8 = 30

    /// Kinds of values at one path.
    package struct Kinds: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let null = Kinds(rawValue: 1)
        package static let bool = Kinds(rawValue: 2)
        package static let number = Kinds(rawValue: 4)
        package static let string = Kinds(rawValue: 8)
        package static let array = Kinds(rawValue: 16)
        package static let object = Kinds(rawValue: 32)
        /// An object whose keys are data; it has `object` too.
        package static let map = Kinds(rawValue: 64)
    }

    /// What was seen here; empty where nothing was, as in a shape that nothing has taught yet.
    package internal(set) var kinds: Kinds = []
    /// Whether an object above was seen without this.
    package internal(set) var isOptional = false
    /// How many values were seen here, up to `settledCount`.
    package internal(set) var count: UInt8 = 0
    var children: [ShapePath.Step: AnswerShape] = [:]

    /// The shape of nothing.
    package init() {}

    /// Whether nothing has taught it yet.
    package var isEmpty: Bool { kinds.isEmpty }

    /// The number of paths, this one included.
    package var pathCount: Int { children.values.reduce(1) { $0 + $1.pathCount } }

    /// What is at a path below; nil where nothing was seen.
    package subscript(path: ShapePath) -> AnswerShape? {
        var shape = self
        for step in path.steps {
            guard let next = shape.children[step] else { return nil }
            shape = next
        }
        return shape
    }

    /// What both have seen.
    ///
    /// It is the same in either order, and a shape joined with itself stays as it is.
    package func merging(_ other: AnswerShape) -> AnswerShape { joined(other, counting: max).bounded }

    /// The same, where the other is the shape of one more answer.
    package func learning(_ answer: AnswerShape) -> AnswerShape {
        joined(answer) { min(Self.settledCount, $0 + $1) }.bounded
    }

    private func joined(_ other: AnswerShape, counting sum: (UInt8, UInt8) -> UInt8) -> AnswerShape {
        if isEmpty { return other }
        if other.isEmpty { return self }
        var joined = self
        joined.kinds.formUnion(other.kinds)
        joined.isOptional = isOptional || other.isOptional
        joined.count = sum(count, other.count)
        for (step, child) in other.children {
            joined.children[step] = children[step]?.joined(child, counting: sum) ?? child.missing(step, from: self)
        }
        for (step, child) in children where other.children[step] == nil {
            joined.children[step] = child.missing(step, from: other)
        }
        if joined.kinds.contains(.map) || joined.names.count > Self.siblingLimit { joined.foldNames() }
        return joined
    }

    /// This path, where another shape's parent of it has it not.
    private func missing(_ step: ShapePath.Step, from parent: AnswerShape) -> AnswerShape {
        var shape = self
        if step.isName, parent.kinds.contains(.object) { shape.isOptional = true }
        return shape
    }

    /// The steps by keys of their own.
    private var names: [ShapePath.Step] { children.keys.filter(\.isName) }

    /// Makes all members of an object one path.
    mutating func foldNames() {
        kinds.formUnion([.object, .map])
        var member = children.removeValue(forKey: .anyKey) ?? AnswerShape()
        for name in names {
            guard var child = children.removeValue(forKey: name) else { continue }
            child.isOptional = false
            member = member.joined(child, counting: max)
        }
        if !member.isEmpty { children[.anyKey] = member }
    }

    /// This shape without its deepest paths where it has too many.
    private var bounded: AnswerShape {
        var bounded = self
        var depth = Self.depthLimit
        while bounded.pathCount > Self.pathLimit {
            depth -= 1
            bounded = bounded.cut(to: depth)
        }
        return bounded
    }

    private func cut(to depth: Int) -> AnswerShape {
        var shape = self
        shape.children = depth == 0 ? [:] : children.mapValues { $0.cut(to: depth - 1) }
        return shape
    }
}
