extension Field {
    /// A property that must be there, in the usual form of its type.
    ///
    /// - Parameters:
    ///   - path: where it is written, and looked for first.
    ///   - others: where it is looked for in turn while it is absent, null or empty.
    ///   - emptiness: what counts as if it were not there.
    package init<Value: JSONRepresentable>(
        _ property: any Path<Value>, _ path: String, or others: [String] = [], emptiness: Emptiness = .absent
    ) { self.init(property, path, or: others, Value.jsonCodec, emptiness: emptiness) }

    /// A property that must be there, in the form of a codec.
    package init<Value>(
        _ property: any Path<Value>, _ path: String, or others: [String] = [], _ codec: JSONCodec<Value>,
        emptiness: Emptiness = .absent
    ) {
        self.init(
            property, paths: [path] + others, codec, emptiness: emptiness, whenNull: .omit, wrap: \.value,
            unwrap: { .value($0) })
    }

    /// A property that must be there, written as a text.
    package init<Value>(
        _ property: any Path<Value>, _ path: String, or others: [String] = [],
        _ transformer: Transformer<String, Value>,
        emptiness: Emptiness = .absent
    ) { self.init(property, path, or: others, .text(transformer), emptiness: emptiness) }

    /// A property that may be nil, in the usual form of its type.
    ///
    /// - Parameter whenNil: what is written for nil.
    package init<Value: JSONRepresentable>(
        _ property: any Path<Value?>, _ path: String, or others: [String] = [], emptiness: Emptiness = .absent,
        whenNil: NullForm = .omit
    ) { self.init(property, path, or: others, Value.jsonCodec, emptiness: emptiness, whenNil: whenNil) }

    /// A property that may be nil, in the form of a codec.
    package init<Value>(
        _ property: any Path<Value?>, _ path: String, or others: [String] = [], _ codec: JSONCodec<Value>,
        emptiness: Emptiness = .absent, whenNil: NullForm = .omit
    ) {
        self.init(
            property, paths: [path] + others, codec, emptiness: emptiness, whenNull: whenNil,
            wrap: { .some($0.value) }, unwrap: { value in value.map { .value($0) } ?? .null })
    }

    /// A property that may be nil, written as a text.
    package init<Value>(
        _ property: any Path<Value?>, _ path: String, or others: [String] = [],
        _ transformer: Transformer<String, Value>, emptiness: Emptiness = .absent, whenNil: NullForm = .omit
    ) { self.init(property, path, or: others, .text(transformer), emptiness: emptiness, whenNil: whenNil) }

    /// A property that tells absent from null, in the usual form of its type.
    ///
    /// - Parameter whenNull: what is written for null; absent is never written.
    package init<Value: JSONRepresentable>(
        _ property: any Path<Presence<Value>>, _ path: String, or others: [String] = [],
        emptiness: Emptiness = .absent, whenNull: NullForm = .null
    ) { self.init(property, path, or: others, Value.jsonCodec, emptiness: emptiness, whenNull: whenNull) }

    /// A property that tells absent from null, in the form of a codec.
    package init<Value>(
        _ property: any Path<Presence<Value>>, _ path: String, or others: [String] = [], _ codec: JSONCodec<Value>,
        emptiness: Emptiness = .absent, whenNull: NullForm = .null
    ) {
        self.init(
            property, paths: [path] + others, codec, emptiness: emptiness, whenNull: whenNull, wrap: { $0 },
            unwrap: { $0 })
    }
}
