extension JSONNode {
    /// The first member of a name; nil where there is none or this is no object.
    package subscript(name: String) -> JSONNode? { member(name.utf8.span) }

    /// The element at a position, counted from 0, or from the end where negative: `-1` is the last.
    ///
    /// Nil where there is none or this is no array.
    package subscript(position: Int) -> JSONNode? {
        let elements = elements
        let wanted = position >= 0 ? position : elements.count + position
        guard wanted >= 0 else { return nil }
        return elements.dropFirst(wanted).first { _ in true }
    }

    /// The elements of an array in order; none where this is no array.
    package var elements: Elements { Elements(of: self) }

    /// The members of an object in order, doubled names included; none where this is no object.
    package var members: Members { Members(of: self) }

    /// A walk over the elements of an array.
    package struct Elements: Sequence, IteratorProtocol {
        private var current: JSONNode
        private let end: UInt32

        fileprivate init(of array: JSONNode) {
            let isArray = array.mark == UInt8(ascii: "[")
            current = array.node(at: array.index + 1)
            end = isArray ? array.end : 0
        }

        package mutating func next() -> JSONNode? {
            guard current.index < end else { return nil }
            let element = current
            current = element.node(at: element.next)
            return element
        }

        /// How many are left.
        package var count: Int {
            var rest = self
            var count = 0
            while rest.next() != nil { count += 1 }
            return count
        }
    }

    /// A walk over the members of an object.
    package struct Members: Sequence, IteratorProtocol {
        private var key: JSONNode
        private let end: UInt32

        fileprivate init(of object: JSONNode) {
            let isObject = object.mark == UInt8(ascii: "{")
            key = object.node(at: object.index + 1)
            end = isObject ? object.end : 0
        }

        package mutating func next() -> (name: String, value: JSONNode)? {
            guard let (key, value) = nextNodes() else { return nil }
            return (key.stringText, value)
        }

        /// The next member with its name still on the tape.
        mutating func nextNodes() -> (key: JSONNode, value: JSONNode)? {
            guard key.index < end else { return nil }
            let name = key
            let value = name.node(at: name.index + 1)
            key = value.node(at: value.next)
            return (name, value)
        }
    }
}
