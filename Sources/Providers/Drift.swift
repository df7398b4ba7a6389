internal import Mapping

/// Holds an answer against what its definition promises, and says plainly what is gone and what is new in its place.
struct Drift {
    private let definition: ProviderDefinition
    private let root: JSONNode
    private let sentinel: ShapeSentinel?

    /// - Parameter sentinel: knows what earlier answers had, and is asked only where something is wrong.
    init(_ definition: ProviderDefinition, _ root: JSONNode, sentinel: ShapeSentinel? = nil) {
        self.definition = definition
        self.root = root
        self.sentinel = sentinel
    }

    /// - Throws: where the answer does not say that it is a good one.
    func checkSuccess() throws(Judgement) {
        guard let success = definition.success else { return }
        guard let node = success.path.first(in: root) else { throw gone([success.path]) }
        guard success.condition.holds(node) else {
            throw Judgement(.drift, "`\(success.path)` is \(node.excerpt(upTo: 40)), which no good answer says")
        }
    }

    /// The number of results that the answer announces, as a number or as a text with one.
    func total() throws(Judgement) -> Int {
        let paths = definition.pagination.total
        var wrong: JSONNode?
        for path in paths {
            guard let node = path.first(in: root) else { continue }
            if let number = node.integer ?? node.string.flatMap({ Int($0) }), number >= 0 { return number }
            wrong = wrong ?? node
        }
        guard let wrong else { throw gone(paths) }
        throw Judgement(.drift, "`\(wrong.location)` is \(wrong.excerpt(upTo: 40)), and no number of results")
    }

    /// - Throws: where there are no records although there should be, or none that can be read.
    func checkRecords(
        _ shape: ElementsShape, total: Int, page: Int, _ report: MappingReport
    ) throws(Judgement) {
        let path = definition.records
        let isExpected = total > page * definition.pagination.size
        let announced = "although \(total) results are announced"
        switch shape {
        case .absent where isExpected: throw gone([path], because: announced)
        case .null where isExpected: throw Judgement(.drift, "`\(path)` is null, \(announced)")
        case .array(count: 0) where isExpected:
            throw Judgement(.drift, "`\(path)` is empty on page \(page), \(announced)")
        case .other(let kind): throw Judgement(.drift, "`\(path)` is no list but \(kind.rawValue)")
        case .array(let count) where count > 0 && report.decoded == 0:
            let first = report.omissions.first { $0.subject == .element }.map { ": \($0.error)" } ?? ""
            let news = ShapeNews(sentinel?.comparison(with: root)?.differences ?? []).sentences(upTo: 2)
            let reason = ["none of the \(count) documents in `\(path)` can be read\(first)"] + news
            throw Judgement(.drift, reason.joined(separator: "; "))
        case .absent, .null, .array: return
        }
    }

    /// Says that nothing is left at some paths, and names what is there that nobody knows: by what earlier answers
    /// had, where that is known, else by the definition.
    private func gone(_ paths: [JSONPath], because reason: String? = nil) -> Judgement {
        let comparison = sentinel?.comparison(with: root)
        let names = (comparison?.known(of: paths) ?? paths).map { $0.description.isEmpty ? "the whole" : "`\($0)`" }
        let newcomers = (comparison?.newcomers(for: paths) ?? newcomers(near: paths)).prefix(5).map { "`\($0)`" }
        let verb = { (count: Int) in count == 1 ? "is" : "are" }
        return Judgement(
            .drift,
            "\(Self.list(names)) \(verb(names.count)) gone" + (reason.map { ", \($0)" } ?? "")
                + (newcomers.isEmpty ? "" : "; \(Self.list(newcomers)) \(verb(newcomers.count)) new"),
            hint: "the API has changed: the definition needs to follow")
    }

    /// Keys that the definition does not know, in the nearest object that is left above each path.
    private func newcomers(near paths: [JSONPath]) -> [String] {
        var found: [String] = []
        for path in paths {
            guard var keys = path.keys else { continue }
            var object: JSONNode?
            while object == nil, !keys.isEmpty {
                keys.removeLast()
                object = Self.object(at: keys, in: root)
            }
            guard let object else { continue }
            let known = definition.knownKeys(under: keys)
            for (name, _) in object.members where !known.contains(name) {
                let place = (keys + [name]).joined(separator: ".")
                if !found.contains(place) { found.append(place) }
            }
        }
        return found
    }

    private static func object(at keys: [String], in root: JSONNode) -> JSONNode? {
        var node = root
        for key in keys {
            guard let next = node[key] else { return nil }
            node = next
        }
        return node.kind == .object ? node : nil
    }

    private static func list(_ names: some Sequence<String>) -> String {
        let names = Array(names)
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension ProviderDefinition {
    /// The keys that the definition names directly under some others.
    fileprivate func knownKeys(under parents: [String]) -> Set<String> {
        var paths = pagination.total + [records] + known + errors.compactMap(\.path) + errors.flatMap(\.message)
        if let success { paths.append(success.path) }
        return Set(
            paths.compactMap { path in
                guard let keys = path.keys, keys.count > parents.count, keys.starts(with: parents) else { return nil }
                return keys[parents.count]
            })
    }
}
