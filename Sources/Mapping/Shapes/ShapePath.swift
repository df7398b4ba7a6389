/// A path of an answer's shape: `response.docs[*].headline.main`; `.` is the whole.
///
/// `[*]` is every element, `{*}` every member whose key is data. A key that holds one of `. [ ] { } '` or white space
/// is quoted, with `''` for a quote inside.
package struct ShapePath: Hashable, Sendable, CustomStringConvertible {
    enum Step: Hashable, Sendable, Comparable {
        case name(String)
        case element
        case anyKey

        var isName: Bool {
            switch self {
            case .name: true
            case .element, .anyKey: false
            }
        }
    }

    private(set) var steps: [Step]

    init(_ steps: [Step] = []) { self.steps = steps }

    /// A way of keys only.
    package init(keys: [String]) { steps = keys.map { .name($0) } }

    /// Reads the written form; nil where it is none.
    package init?(_ text: some StringProtocol) {
        steps = []
        guard text != "." else { return }
        var rest = Array(text.utf8)[...]
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            guard let step = Step(&rest, isFirst: steps.isEmpty) else { return nil }
            steps.append(step)
        }
    }

    func appending(_ step: Step) -> ShapePath { ShapePath(steps + [step]) }

    /// The path above; nil at the root.
    package var parent: ShapePath? { steps.isEmpty ? nil : ShapePath(Array(steps.dropLast())) }

    /// The last step as it is written: a key, `[*]` or `{*}`; empty at the root.
    package var last: String { steps.last?.description ?? "" }

    /// Whether it leads through a list or a map, into one of many records.
    package var isInRecords: Bool { !steps.allSatisfy(\.isName) }

    /// How many steps two paths have in common from the root.
    package func commonSteps(with other: ShapePath) -> Int { zip(steps, other.steps).prefix { $0 == $1 }.count }

    package var description: String {
        guard !steps.isEmpty else { return "." }
        return steps.reduce(into: "") { written, step in
            if step != .element, !written.isEmpty { written += "." }
            written += step.description
        }
    }
}

extension ShapePath.Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .element: "[*]"
        case .anyKey: "{*}"
        case .name(let name): name.utf8.isEmpty || name.utf8.contains(where: Self.isOdd) ? Self.quoted(name) : name
        }
    }

    private static func quoted(_ name: String) -> String {
        let quote = UInt8(ascii: "'")
        let inside = name.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "'" + String(decoding: inside, as: UTF8.self) + "'"
    }

    private static func isOdd(_ byte: UInt8) -> Bool { byte <= 0x20 || ".[]{}'".utf8.contains(byte) }

    /// Takes one written step.
    fileprivate init?(_ rest: inout ArraySlice<UInt8>, isFirst: Bool) {
        if rest.starts(with: "[*]".utf8) {
            rest.removeFirst(3)
            self = .element
            return
        }
        if !isFirst {
            guard rest.popFirst() == UInt8(ascii: ".") else { return nil }
        }
        if rest.starts(with: "{*}".utf8) {
            rest.removeFirst(3)
            self = .anyKey
        } else if rest.first == UInt8(ascii: "'") {
            guard let name = Self.takeQuoted(from: &rest) else { return nil }
            self = .name(name)
        } else {
            let name = rest.prefix { !Self.isOdd($0) }
            guard !name.isEmpty else { return nil }
            rest.removeFirst(name.count)
            self = .name(String(decoding: name, as: UTF8.self))
        }
    }

    private static func takeQuoted(from rest: inout ArraySlice<UInt8>) -> String? {
        rest.removeFirst()
        var name: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "'") {
                guard rest.first == byte else { return String(decoding: name, as: UTF8.self) }
                rest.removeFirst()
            }
            name.append(byte)
        }
        return nil
    }
}
