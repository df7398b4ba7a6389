/// Whether a walk goes on.
enum Walk {
    case on, stop
}

extension JSONPath {
    /// The first value that the path leads to; a null that is there is a value.
    ///
    /// As long as there is one way only it is walked without a visitor to call.
    package func first(in start: JSONNode) -> JSONNode? {
        var node = start
        for position in steps.indices {
            let next: JSONNode?
            switch steps[position] {
            case .key(let name): next = node.member(text.span.extracting(name))
            case .index(let index): next = node[index]
            case .all, .matching: return firstOfMany(from: node, step: position)
            }
            guard let next else { return nil }
            node = next
        }
        return node
    }

    private func firstOfMany(from node: JSONNode, step: Int) -> JSONNode? {
        var found: JSONNode?
        _ = follow(from: node, step: step) { node in
            found = node
            return .stop
        }
        return found
    }

    /// Every value that the path leads to, in order.
    package func all(in node: JSONNode) -> [JSONNode] {
        var found: [JSONNode] = []
        follow(from: node) { node in
            found.append(node)
            return .on
        }
        return found
    }

    /// Hands every value that the path leads to to `visit`, in order, until that says stop.
    func follow<Failure: Error>(
        from node: JSONNode, _ visit: (JSONNode) throws(Failure) -> Walk
    ) throws(Failure) {
        _ = try follow(from: node, step: 0, visit)
    }

    private func follow<Failure: Error>(
        from start: JSONNode, step first: Int, _ visit: (JSONNode) throws(Failure) -> Walk
    ) throws(Failure) -> Walk {
        var node = start
        for position in first..<steps.count {
            switch steps[position] {
            case .key(let name):
                guard let member = node.member(text.span.extracting(name)) else { return .on }
                node = member
            case .index(let index):
                guard let element = node[index] else { return .on }
                node = element
            case .all:
                for element in node.elements {
                    if case .stop = try follow(from: element, step: position + 1, visit) { return .stop }
                }
                return .on
            case .matching(let key, let value):
                for element in node.elements where matches(element, key, value) {
                    if case .stop = try follow(from: element, step: position + 1, visit) { return .stop }
                }
                return .on
            }
        }
        return try visit(node)
    }

    private func matches(_ element: JSONNode, _ key: Range<Int>, _ value: Range<Int>) -> Bool {
        guard let member = element.member(text.span.extracting(key)) else { return false }
        return member.scalarEquals(text.span.extracting(value))
    }
}
