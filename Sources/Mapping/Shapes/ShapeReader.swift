internal import CSimdjson

/// Looks at one answer after another and tells the shape of those that are not all known.
///
/// The look is one pass over what is already parsed, and where all is known it allocates nothing. Keep one for all
/// answers of a provider; it has one user at a time.
///
/// The envelope and every record are looked at whole, but for lists inside of records: of those the first seven elements
/// and the last. They can be most of an answer (an article with sixty crops of its picture) and repeat themselves.
///
/// It needs no lock of its own: it cannot be copied, and `ShapeSentinel` holds the only one of a provider in its mutex.
@safe package struct ShapeReader: ~Copyable, @unchecked Sendable {
    // Sendable, because the owner of the only pointer to the walk may be on any thread, and it is used by `mutating`
    // functions alone.
    private var walk: OpaquePointer?
    /// Whether the walk must learn anew what is known.
    private var isStale = true
    /// What is known so far.
    package var known: AnswerShape {
        didSet { isStale = true }
    }

    package init(known: AnswerShape = AnswerShape()) {
        unsafe walk = csimdjson_shape_create(
            UInt32(AnswerShape.pathLimit), UInt32(AnswerShape.depthLimit), UInt32(AnswerShape.siblingLimit))
        self.known = known
    }

    deinit { unsafe csimdjson_shape_destroy(walk) }

    /// The shape of an answer; nil where it holds nothing that is not known. (And where there is no memory to look.)
    package mutating func read(_ root: JSONNode) -> AnswerShape? {
        guard let walk = unsafe walk else { return nil }
        if isStale {
            unsafe csimdjson_shape_reset(walk, known.kinds.rawValue, known.traits)
            unsafe Self.teach(walk, known, at: 0)
            isStale = false
        }
        guard unsafe root.withTape({ unsafe csimdjson_shape_look(walk, $0, root.index) }) == 1 else { return nil }
        isStale = true
        return unsafe Self.seen(by: walk)
    }

    private static func teach(_ walk: OpaquePointer, _ shape: AnswerShape, at parent: UInt32) {
        for step in shape.children.keys.sorted() {
            guard let child = shape.children[step] else { continue }
            var key: [UInt8] = []
            if case .name(let name) = step { key = Array(name.utf8) }
            let index = unsafe key.withUnsafeBufferPointer { key in
                unsafe csimdjson_shape_add(
                    walk, parent, step.mark, key.baseAddress, key.count, child.kinds.rawValue, child.traits)
            }
            if index != 0 { unsafe teach(walk, child, at: index) }
        }
    }

    /// Of each node, whether a list or a map is above it.
    private static func inRecords(_ walk: OpaquePointer, _ count: Int) -> [Bool] {
        var inRecords = [Bool](repeating: false, count: count)
        for index in 1..<max(count, 1) {
            let node = unsafe csimdjson_shape_node(walk, UInt32(index))
            inRecords[index] = unsafe inRecords[Int(node.parent)] || Int(node.step) != CSIMDJSON_KEY
        }
        return inRecords
    }

    /// What the walk saw; children stand behind their parents.
    private static func seen(by walk: OpaquePointer) -> AnswerShape {
        let count = unsafe Int(csimdjson_shape_count(walk))
        let inRecords = unsafe Self.inRecords(walk, count)
        var shapes = [AnswerShape](repeating: AnswerShape(), count: count)
        for index in (0..<count).reversed() {
            let node = unsafe csimdjson_shape_node(walk, UInt32(index))
            guard unsafe node.count > 0 else { continue }
            unsafe shapes[index].kinds = AnswerShape.Kinds(rawValue: node.kinds)
            let most = UInt32(AnswerShape.settledCount)
            shapes[index].count = unsafe UInt8(inRecords[index] ? min(node.count, most) : most)
            if shapes[index].kinds.contains(.map) { shapes[index].foldNames() }
            guard index > 0, let step = unsafe ShapePath.Step(node) else { continue }
            let parent = unsafe Int(node.parent)
            let objects = unsafe csimdjson_shape_node(walk, node.parent).objects
            unsafe shapes[index].isOptional = step.isName && node.count < objects
            shapes[parent].children[step] = shapes[index]
        }
        return shapes[0]
    }
}

extension AnswerShape {
    fileprivate var traits: UInt8 {
        var traits = 0
        if isOptional { traits |= CSIMDJSON_OPTIONAL }
        if count >= Self.settledCount { traits |= CSIMDJSON_SETTLED }
        return UInt8(traits)
    }
}

extension ShapePath.Step {
    fileprivate var mark: UInt8 {
        switch self {
        case .name: UInt8(CSIMDJSON_KEY)
        case .element: UInt8(CSIMDJSON_ELEMENT)
        case .anyKey: UInt8(CSIMDJSON_ANY_KEY)
        }
    }

    fileprivate init?(_ node: CSimdjsonShapeNode) {
        switch unsafe Int(node.step) {
        case CSIMDJSON_KEY:
            let key = unsafe UnsafeBufferPointer(start: node.key, count: node.keyCount)
            self = unsafe .name(String(decoding: key, as: UTF8.self))
        case CSIMDJSON_ELEMENT: self = .element
        case CSIMDJSON_ANY_KEY: self = .anyKey
        default: return nil
        }
    }
}
