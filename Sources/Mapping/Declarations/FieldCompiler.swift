/// Makes readers of declarations and gathers every mistake on the way.
struct FieldCompiler<Model: Sendable> {
    let model: String
    let transformers: TransformerRegistry
    private(set) var mistakes: [MappingMistake] = []
    private(set) var readers: [FieldReader<Model>] = []
    private(set) var writers: [FieldWriter<Model>] = []

    init(model: String, transformers: TransformerRegistry) {
        self.model = model
        self.transformers = transformers
    }

    mutating func compile(_ declarations: [FieldDeclaration], for properties: [Property<Model>]) {
        var fed: Set<String> = []
        for declaration in declarations {
            guard fed.insert(declaration.property).inserted else {
                add(declaration.property, "it is fed twice; give all candidates in one field")
                continue
            }
            guard let property = properties.first(where: { $0.name == declaration.property }) else {
                let known = properties.map(\.name).joined(separator: ", ")
                add(declaration.property, "there is no such property (\(known))")
                continue
            }
            compile(declaration, for: property)
        }
        for property in properties where property.isRequired && !fed.contains(property.name) {
            add(property.name, "it is required, and no field feeds it")
        }
    }

    mutating func compile(_ fields: [Field<Model>]) {
        var fed: Set<String> = []
        for field in fields {
            if !fed.insert(field.property).inserted { add(field.property, "it is declared twice") }
            for mistake in field.codecMistakes {
                let isOwn = mistake.model.isEmpty
                mistakes.append(
                    isOwn ? MappingMistake(model: model, property: field.property, message: mistake.message) : mistake)
            }
            var paths: [JSONPath] = []
            for text in field.paths {
                do throws(JSONPathError) {
                    let path = try JSONPath(text)
                    if !path.isSingular {
                        add(field.property, "\"\(text)\" may lead to many values: give the list a codec")
                    }
                    paths.append(path)
                } catch {
                    add(field.property, error.description)
                }
            }
            readers.append(field.reader(model, paths))
            let path = paths.first ?? .root
            let other = writers.first { $0.path.overlaps(path) }?.property
            writers.append(
                FieldWriter(property: field.property, path: path, sharesPlaceWith: other, written: field.written))
        }
    }

    private mutating func add(_ property: String?, _ message: String) {
        mistakes.append(MappingMistake(model: model, property: property, message: message))
    }

    private mutating func compile(_ declaration: FieldDeclaration, for property: Property<Model>) {
        if declaration.candidates.isEmpty { add(property.name, "it has no path, template or constant") }
        let sources = sources(declaration.candidates, of: property)
        let each = self.sources(declaration.each, of: property)
        var texts: [Transformer<String, String>] = []
        var dates: Transformer<String, DateValue>?
        for transform in declaration.transforms {
            do throws(TransformerMistake) {
                switch try transformers.entry(for: transform) {
                case .text(let step):
                    if dates != nil { add(property.name, "\(transform) cannot follow a transformer that makes a date") }
                    texts.append(step)
                case .date(let step):
                    if !property.isDate {
                        add(property.name, "\(transform) makes a date, and this is no date property")
                    }
                    dates = step
                }
            } catch {
                add(property.name, error.description)
            }
        }
        checkLists(declaration, property)
        let plan = FieldPlan(
            model: model, property: property.name, sources: sources, each: each, transforms: texts,
            dates: dates ?? .date(DateFormat.usual),
            isRequired: declaration.isRequired || property.isRequired, declaration: declaration)
        readers.append(FieldReader(plan, property))
    }

    private mutating func sources(
        _ candidates: [FieldDeclaration.Candidate], of property: Property<Model>
    ) -> [FieldSource] {
        var sources: [FieldSource] = []
        for candidate in candidates {
            do throws(TransformerMistake) {
                sources.append(try FieldSource(candidate))
            } catch {
                add(property.name, error.description)
            }
        }
        return sources
    }

    private mutating func checkLists(_ declaration: FieldDeclaration, _ property: Property<Model>) {
        let makesList = property.isList || (property.isText && declaration.join != nil)
        if !makesList, !declaration.each.isEmpty { add(property.name, "each is for lists, or for texts with join") }
        if !makesList, declaration.split != nil { add(property.name, "split is for lists, or for texts with join") }
        if !property.isText, declaration.join != nil { add(property.name, "join makes a text, and this is none") }
        if declaration.split == "" { add(property.name, "split needs a separator") }
    }
}
