/// Turns values of one type into another and exactly back.
///
/// The law: `decode(encode(x)) == x` for every `x` that can be encoded. Both directions are there by declaration, and
/// so are both types: what cannot go back is no transformer.
package protocol ReversibleTransformer<Input, Output>: Sendable {
    associatedtype Input: Sendable
    associatedtype Output: Sendable

    /// - Throws: for a value that has no form in the other type.
    func encode(_ value: Input) throws(UnreadableValue) -> Output

    /// - Throws: for what no value was encoded as.
    func decode(_ value: Output) throws(UnreadableValue) -> Input
}

/// A transformer whose output a column can hold.
package typealias ColumnCodec<Value, Stored: ColumnValue> = ReversibleTransformer<Value, Stored>

extension ReversibleTransformer {
    /// This transformer and behind it another.
    package func then<Next: ReversibleTransformer>(_ next: Next) -> some ReversibleTransformer<Input, Next.Output>
    where Next.Input == Output {
        Composition(first: self, second: next)
    }

    /// The same the other way round.
    package var inverted: some ReversibleTransformer<Output, Input> { Inversion(transformer: self) }
}

extension ReversibleTransformer where Output: ColumnValue {
    /// The same for a property that keeps what could not be read, and writes it back as it was found.
    package var forgiving: some ReversibleTransformer<Result<Input, UnreadableValue>, Result<Output, UnreadableValue>> {
        Forgiveness(transformer: self)
    }
}

private struct Composition<First: ReversibleTransformer, Second: ReversibleTransformer>: ReversibleTransformer
where First.Output == Second.Input {
    let first: First
    let second: Second

    func encode(_ value: First.Input) throws(UnreadableValue) -> Second.Output {
        try second.encode(try first.encode(value))
    }

    func decode(_ value: Second.Output) throws(UnreadableValue) -> First.Input {
        try first.decode(try second.decode(value))
    }
}

private struct Inversion<Transformer: ReversibleTransformer>: ReversibleTransformer {
    let transformer: Transformer

    func encode(_ value: Transformer.Output) throws(UnreadableValue) -> Transformer.Input {
        try transformer.decode(value)
    }

    func decode(_ value: Transformer.Input) throws(UnreadableValue) -> Transformer.Output {
        try transformer.encode(value)
    }
}

private struct Forgiveness<Transformer: ReversibleTransformer>: ReversibleTransformer
where Transformer.Output: ColumnValue {
    let transformer: Transformer

    func encode(
        _ value: Result<Transformer.Input, UnreadableValue>
    ) throws(UnreadableValue) -> Result<Transformer.Output, UnreadableValue> {
        switch value {
        case .success(let value): .success(try transformer.encode(value))
        case .failure(let failure): .failure(failure)
        }
    }

    func decode(
        _ held: Result<Transformer.Output, UnreadableValue>
    ) -> Result<Transformer.Input, UnreadableValue> {
        do throws(UnreadableValue) { return .success(try transformer.decode(try held.get())) } catch {
            let stored = if case .success(let value) = held { value.stored } else { error.stored }
            return .failure(UnreadableValue(error.reason, stored: stored))
        }
    }
}
