/// Writes one property of a model.
struct FieldWriter<Model: Sendable>: Sendable {
    let property: String
    /// Where it is written.
    let path: JSONPath
    /// Another property that would be written at, in or around the same member: fine to read, not to write.
    let sharesPlaceWith: String?
    let written: @Sendable (Model) throws(TransformFailure) -> JSONValue?
}

extension Mapping {
    /// The JSON object of a model, members in the order of the fields.
    ///
    /// - Throws: `MappingError` where a value cannot be written; `MappingMistakes` where the mapping is wrong or goes
    ///   one way only.
    package func encode(_ model: Model) throws -> JSONValue {
        try check()
        var object = JSONValue.object([])
        for writer in writers {
            guard let value = try value(of: writer, in: model) else { continue }
            object.set(value, at: try keys(of: writer)[...])
        }
        return object
    }

    /// The JSON array of models.
    package func encode(_ models: [Model]) throws -> JSONValue { .array(try models.map { try encode($0) }) }

    /// The JSON of a nested model; what went wrong inside is told by its own model and property.
    func write(_ model: Model) throws(TransformFailure) -> JSONValue {
        do {
            return try encode(model)
        } catch {
            throw TransformFailure("cannot be written: \(error)")
        }
    }

    func value(of writer: FieldWriter<Model>, in model: Model) throws(MappingError) -> JSONValue? {
        do throws(TransformFailure) {
            return try writer.written(model)
        } catch {
            throw MappingError(
                model: self.model, property: writer.property, path: writer.path.description,
                reason: .refused(error.reason), value: nil)
        }
    }

    func keys(of writer: FieldWriter<Model>) throws(MappingMistakes) -> [String] {
        guard let keys = writer.path.keys else {
            throw mistake(writer, "nothing can be written at \"\(writer.path)\": a way of keys is needed")
        }
        if let other = writer.sharesPlaceWith {
            throw mistake(writer, "\"\(writer.path)\" cannot be written: \(other) is written there too")
        }
        return keys
    }

    func mistake(_ writer: FieldWriter<Model>, _ message: String) -> MappingMistakes {
        MappingMistakes(mistakes: [MappingMistake(model: model, property: writer.property, message: message)])
    }
}
