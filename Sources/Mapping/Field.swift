/// One property of a model and its place in JSON, declared in Swift.
///
/// ```swift
/// static let mapping = Mapping(
///     ArticleSearch(),
///     Field(\.query, "q"),
///     Field(\.from, "begin_date", .day("yyyyMMdd")),
///     Field(\.to, "end_date", .day("yyyyMMdd")))
/// ```
///
/// A property that is not optional must be there. An optional one is nil where the member is absent or null; a
/// `Presence` tells the two apart. A value that is there and cannot be read is an error in every case.
package struct Field<Model: Sendable>: Sendable {
    package typealias Path<Value> = WritableKeyPath<Model, Value> & Sendable

    /// The property's name, or where Swift does not know it the path.
    let property: String
    let paths: [String]
    let codecMistakes: [MappingMistake]
    let reader: @Sendable (_ model: String, _ paths: [JSONPath]) -> FieldReader<Model>
    /// The JSON of the property's value; nil where nothing is written.
    let written: @Sendable (Model) throws(TransformFailure) -> JSONValue?

    /// - Parameters:
    ///   - wrap: makes what is stored of what was found; nil where something must be there.
    ///   - unwrap: the other way.
    init<Stored, Value>(
        _ property: any Path<Stored>, paths: [String], _ codec: JSONCodec<Value>, emptiness: Emptiness,
        whenNull: NullForm, wrap: @escaping @Sendable (Presence<Value>) -> Stored?,
        unwrap: @escaping @Sendable (Stored) -> Presence<Value>
    ) {
        let name = Self.name(of: property) ?? paths.first ?? "?"
        self.property = name
        self.paths = paths
        codecMistakes = codec.mistakes
        reader = { model, paths in
            let place = FieldPlace(model: model, property: name)
            let source = FieldCandidates(paths: paths, codec: codec, emptiness: emptiness, place: place)
            return FieldReader(property: name, beginsInArray: paths.contains(where: \.beginsInArray)) {
                (record, model, report) throws(MappingError) in
                guard let stored = wrap(try source.value(in: record, report: &report)) else {
                    throw place.missing(paths.first ?? .root, in: record)
                }
                model[keyPath: property] = stored
            }
        }
        written = { (model) throws(TransformFailure) in
            switch unwrap(model[keyPath: property]) {
            case .value(let value): return try codec.write(value)
            case .absent: return nil
            case .null:
                switch whenNull {
                case .omit: return nil
                case .null: return .null
                case .text(let text): return .string(text)
                }
            }
        }
    }

    /// `query` of `\ArticleSearch.query`; nil where the name was not kept in the program.
    private static func name(of property: AnyKeyPath) -> String? {
        let written = "\(property)"
        guard written.hasPrefix("\\"), !written.contains("<"), let dot = written.firstIndex(of: ".") else { return nil }
        return String(written[written.index(after: dot)...])
    }
}

/// The paths that may lead to a field's value, tried in order.
private struct FieldCandidates<Value>: Sendable {
    let paths: [JSONPath]
    let codec: JSONCodec<Value>
    let emptiness: Emptiness
    let place: FieldPlace

    func value(in record: JSONNode, report: inout MappingReport) throws(MappingError) -> Presence<Value> {
        var nothing = Presence<Value>.absent
        for path in paths {
            guard let node = path.first(in: record) else { continue }
            if node.isNull, !codec.takesNull {
                nothing = .null
            } else if !emptiness.covers(node) {
                return .value(try codec.read(node, for: place, report: &report))
            }
        }
        return nothing
    }
}
