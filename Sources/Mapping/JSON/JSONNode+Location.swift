extension JSONNode {
    /// Where this value stands in its body, as a path from the root: `response.docs[3].pub_date`; empty at the root.
    ///
    /// The way is searched for from the root when it is asked for, so that reading a value pays nothing for it.
    package var location: JSONPath {
        var path = JSONPath()
        var current = node(at: 1)
        while current.index != index, let step = current.step(towards: index) {
            switch step.name {
            case .some(let name): path.append(key: name)
            case .none: path.append(index: step.position)
            }
            current = step.child
        }
        return path
    }

    private func step(towards index: UInt32) -> (name: String?, position: Int, child: JSONNode)? {
        if case .object = kind {
            var members = members
            while let (key, value) = members.nextNodes() {
                if index < value.next { return (key.stringText, 0, value) }
            }
            return nil
        }
        var position = 0
        for element in elements {
            if index < element.next { return (nil, position, element) }
            position += 1
        }
        return nil
    }

    /// Whether this is a scalar whose text has these UTF-8 bytes.
    func scalarEquals(_ text: Span<UInt8>) -> Bool {
        guard mark == UInt8(ascii: "\"") else {
            guard let scalar = scalarText else { return false }
            return scalar.utf8.count == text.count && scalar.utf8.enumerated().allSatisfy { text[$0] == $1 }
        }
        return unsafe withStringBytes { bytes in
            bytes.count == text.count && bytes.indices.allSatisfy { unsafe bytes[$0] == text[$0] }
        }
    }
}
