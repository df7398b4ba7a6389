/// Reads one property of a record into a model.
struct FieldReader<Model: Sendable>: Sendable {
    let property: String
    /// Whether it may read from a record that is an array.
    let beginsInArray: Bool
    private let apply: @Sendable (JSONNode, inout Model, inout MappingReport) throws(MappingError) -> Void

    init(
        property: String, beginsInArray: Bool,
        _ apply: @escaping @Sendable (JSONNode, inout Model, inout MappingReport) throws(MappingError) -> Void
    ) {
        self.property = property
        self.beginsInArray = beginsInArray
        self.apply = apply
    }

    func read(_ record: JSONNode, into model: inout Model, report: inout MappingReport) throws(MappingError) {
        try apply(record, &model, &report)
    }
}

extension FieldReader {
    init(_ plan: FieldPlan, _ property: Property<Model>) {
        self.init(property: property.name, beginsInArray: plan.sources.contains(where: \.beginsInArray)) {
            (record, model, report) throws(MappingError) in
            switch property.setter {
            case .text(let set):
                if let join = plan.declaration.join {
                    let texts = try plan.texts(in: record, report: &report)
                    if !texts.isEmpty { set(&model, texts.joined(separator: join)) }
                } else if let text = try plan.value(in: record, expecting: .text, report: &report, { $0 }) {
                    set(&model, text)
                }
            case .texts(let set): set(&model, try plan.texts(in: record, report: &report))
            case .integer(let set):
                let read = ScalarReading.integer
                if let value = try plan.value(in: record, expecting: .integer, report: &report, read) {
                    set(&model, value)
                }
            case .number(let set):
                let read = ScalarReading.number
                if let value = try plan.value(in: record, expecting: .number, report: &report, read) {
                    set(&model, value)
                }
            case .flag(let set):
                let read = ScalarReading.flag
                if let value = try plan.value(in: record, expecting: .flag, report: &report, read) {
                    set(&model, value)
                }
            case .date(let set):
                let value = try plan.value(in: record, expecting: .date, report: &report) {
                    (text) throws(TransformFailure) in try plan.dates.forward(text)
                }
                if let value { set(&model, value) }
            }
        }
    }
}

extension Property {
    var isDate: Bool { if case .date = setter { true } else { false } }
    var isList: Bool { if case .texts = setter { true } else { false } }
    var isText: Bool { if case .text = setter { true } else { false } }
}
