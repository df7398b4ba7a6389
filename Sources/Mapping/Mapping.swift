/// How a model is read from JSON: checked once when it is made, then used for every record.
///
/// **From data.** A room that reads definition files names the properties of its model once, makes declarations of what
/// the file says, and gets a mapping, or every mistake of the file at once:
///
/// ```swift
/// let mapping = try Mapping(
///     ArticleDraft(), properties: ArticleDraft.properties,       // [Property<ArticleDraft>]
///     fields: declarations)                                      // [FieldDeclaration]
///
/// var document = JSONDocument()                                  // keep it: its buffers are used again
/// var report = MappingReport()
/// try document.parse(body) { root in
///     let total = try JSONPath("response.meta.hits").first(in: root)?.integer
///     let shape = try mapping.forEach(at: JSONPath("response.docs"), in: root, report: &report) { draft in
///         page.append(draft)                                     // in document order, bad elements left out
///     }
///     // shape tells [] from null, absent and something else; report counts what was dropped, and why.
/// }
/// ```
///
/// **In Swift.** A request or a nested model is declared beside its type, see `Field`, and goes both ways: `decode` and
/// `encode`, `parameters(of:)` and `decode(parameters:)`. Such a declaration is checked too; a mistake in it is thrown,
/// as `MappingMistakes`, by the first use.
package struct Mapping<Model: Sendable>: Sendable {
    /// The name of the model, for messages.
    package let model: String
    /// What is wrong with the mapping itself; empty unless it was declared in Swift.
    package let mistakes: [MappingMistake]
    private let prototype: Model
    private let readers: [FieldReader<Model>]
    private let takesArrays: Bool
    let writers: [FieldWriter<Model>]

    /// A mapping from declarations.
    ///
    /// - Parameters:
    ///   - prototype: what every model starts as: optional properties nil, lists empty.
    ///   - name: the model's name in messages; that of its type where left out.
    /// - Throws: `MappingMistakes` with every mistake: unknown or doubled properties, required ones that nothing feeds,
    ///   paths and templates that cannot be read, unknown transformers and wrong arguments.
    package init(
        _ prototype: Model, name: String? = nil, properties: [Property<Model>], fields: [FieldDeclaration],
        transformers: TransformerRegistry = .standard
    ) throws(MappingMistakes) {
        model = name ?? "\(Model.self)"
        self.prototype = prototype
        var compiler = FieldCompiler<Model>(model: model, transformers: transformers)
        compiler.compile(fields, for: properties)
        guard compiler.mistakes.isEmpty else { throw MappingMistakes(mistakes: compiler.mistakes) }
        mistakes = []
        readers = compiler.readers
        writers = []
        takesArrays = readers.contains(where: \.beginsInArray)
    }

    /// A mapping from fields, for both directions.
    ///
    /// - Parameters:
    ///   - prototype: what every model starts as before its fields are read.
    ///   - name: the model's name in messages; that of its type where left out.
    package init(_ prototype: Model, name: String? = nil, _ fields: Field<Model>...) {
        model = name ?? "\(Model.self)"
        self.prototype = prototype
        var compiler = FieldCompiler<Model>(model: model, transformers: TransformerRegistry())
        compiler.compile(fields)
        mistakes = compiler.mistakes
        readers = compiler.readers
        writers = compiler.writers
        takesArrays = readers.contains(where: \.beginsInArray)
    }

    /// The model of one record.
    ///
    /// In a mapping from declarations, optional values that cannot be read stay as they are in the prototype and are
    /// noted in the report.
    /// - Throws: `MappingError` where the record is no object, or a required value is missing or cannot be read;
    ///   `MappingMistakes` where the mapping itself is wrong.
    package func decode(_ record: JSONNode, report: inout MappingReport) throws -> Model {
        try check()
        return try read(record, report: &report)
    }

    /// The model of a record, where nothing is to be told of what was let go.
    package func decode(_ record: JSONNode) throws -> Model {
        var report = MappingReport(keeping: 0)
        return try decode(record, report: &report)
    }

    /// The model of a body.
    /// - Throws: also `JSONError`, where the body is no JSON.
    package func decode(json body: [UInt8]) throws -> Model {
        var document = JSONDocument()
        return try document.parse(body) { try decode($0) }
    }

    func check() throws(MappingMistakes) {
        guard mistakes.isEmpty else { throw MappingMistakes(mistakes: mistakes) }
    }

    func read(_ record: JSONNode, report: inout MappingReport) throws(MappingError) -> Model {
        let kind = record.kind
        guard kind == .object || (kind == .array && takesArrays) else {
            throw FieldPlace(model: model, property: nil).wrongKind("an object", record)
        }
        var model = prototype
        for reader in readers { try reader.read(record, into: &model, report: &report) }
        return model
    }
}
