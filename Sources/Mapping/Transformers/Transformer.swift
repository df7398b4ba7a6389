/// A step from one value to another that can fail, and back again where there is a way back.
package struct Transformer<Input, Output>: Sendable {
    /// What messages call it.
    package let name: String
    /// The traits of which a text must have one for this step to change it; nil where it looks at more.
    private let changedTraits: TextTraits?
    private let forwardStep: @Sendable (Input) throws(TransformFailure) -> Output
    private let reverseStep: (@Sendable (Output) throws(TransformFailure) -> Input)?

    /// A transformer without a way back.
    package init(_ name: String, forward: @escaping @Sendable (Input) throws(TransformFailure) -> Output) {
        self.init(name, changing: nil, forward: forward)
    }

    /// A transformer without a way back that changes only texts which have one of these traits.
    init(
        _ name: String, changing traits: TextTraits?,
        forward: @escaping @Sendable (Input) throws(TransformFailure) -> Output
    ) {
        self.name = name
        changedTraits = traits
        forwardStep = forward
        reverseStep = nil
    }

    /// A transformer with a way back: `reverse(forward(x))` is `x` wherever `forward` takes `x` in its usual form.
    package init(
        _ name: String, forward: @escaping @Sendable (Input) throws(TransformFailure) -> Output,
        reverse: @escaping @Sendable (Output) throws(TransformFailure) -> Input
    ) {
        self.name = name
        changedTraits = nil
        forwardStep = forward
        reverseStep = reverse
    }

    /// Whether there is a way back.
    package var isReversible: Bool { reverseStep != nil }

    /// Whether this step may change a text with these traits.
    func changes(_ traits: TextTraits) -> Bool { changedTraits.map { !$0.isDisjoint(with: traits) } ?? true }

    package func forward(_ input: Input) throws(TransformFailure) -> Output { try forwardStep(input) }

    /// - Throws: `TransformFailure`, also where there is no way back.
    package func reverse(_ output: Output) throws(TransformFailure) -> Input {
        guard let reverseStep else { throw TransformFailure("\(name) has no way back") }
        return try reverseStep(output)
    }

    /// This step and then another; it has a way back where both have.
    package func then<Next>(_ next: Transformer<Output, Next>) -> Transformer<Input, Next> {
        let first = self
        let name = "\(name), \(next.name)"
        let forward = { @Sendable (input: Input) throws(TransformFailure) -> Next in
            try next.forward(try first.forward(input))
        }
        guard isReversible, next.isReversible else { return Transformer<Input, Next>(name, forward: forward) }
        return Transformer<Input, Next>(
            name, forward: forward,
            reverse: { (output: Next) throws(TransformFailure) -> Input in
                try first.reverse(try next.reverse(output))
            })
    }

    /// The way back as a transformer of its own; nil where there is none.
    package var inverted: Transformer<Output, Input>? {
        guard let reverseStep else { return nil }
        return Transformer<Output, Input>("\(name), inverted", forward: reverseStep, reverse: forwardStep)
    }
}

extension Transformer where Input == Output {
    /// The step that changes nothing.
    package static var identity: Transformer {
        Transformer("identity", forward: { $0 }, reverse: { $0 })
    }
}

/// Why a transformer could not do its step; the value itself is told by who called it.
package struct TransformFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Reads after "the value": "is no date of the form yyyyMMdd".
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}
