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
package struct Mapping<Model: Sendable>: Sendable {
    /// The name of the model, for messages.
    package let model: String
    private let prototype: Model
    private let readers: [FieldReader<Model>]
    private let takesArrays: Bool

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
        readers = compiler.readers
        takesArrays = readers.contains(where: \.beginsInArray)
    }

    /// The model of one record.
    ///
    /// Optional values that cannot be read stay as they are in the prototype and are noted in the report.
    /// - Throws: `MappingError` where the record is no object, or a required value is missing or cannot be read.
    package func decode(_ record: JSONNode, report: inout MappingReport) throws(MappingError) -> Model {
        let kind = record.kind
        guard kind == .object || (kind == .array && takesArrays) else {
            throw MappingError(
                model: model, property: nil, path: record.location.description,
                reason: .wrongKind(expected: "an object", found: kind), value: record.excerpt())
        }
        var model = prototype
        for reader in readers { try reader.read(record, into: &model, report: &report) }
        return model
    }
}
