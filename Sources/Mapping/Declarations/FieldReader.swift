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
    /// The reader of a declared field.
    ///
    /// What kind of value it is is decided here, once, and not for every record.
    init(_ plan: FieldPlan, _ property: Property<Model>) {
        let beginsInArray = plan.sources.contains(where: \.beginsInArray)
        switch property.setter {
        case .text(let set):
            self.init(property: property.name, beginsInArray: beginsInArray) {
                (record, model, report) throws(MappingError) in
                if let text = try plan.text(in: record, report: &report) { set(&model, text) }
            }
        case .texts(let set):
            self.init(property: property.name, beginsInArray: beginsInArray) {
                (record, model, report) throws(MappingError) in
                set(&model, try plan.texts(in: record, report: &report))
            }
        case .integer(let set):
            self.init(property: property.name, beginsInArray: beginsInArray) {
                (record, model, report) throws(MappingError) in
                if let value = try plan.integer(in: record, report: &report) { set(&model, value) }
            }
        case .number(let set):
            self.init(property: property.name, beginsInArray: beginsInArray) {
                (record, model, report) throws(MappingError) in
                if let value = try plan.number(in: record, report: &report) { set(&model, value) }
            }
        case .flag(let set):
            self.init(property: property.name, beginsInArray: beginsInArray) {
                (record, model, report) throws(MappingError) in
                if let value = try plan.flag(in: record, report: &report) { set(&model, value) }
            }
        case .date(let set):
            self.init(property: property.name, beginsInArray: beginsInArray) {
                (record, model, report) throws(MappingError) in
                if let value = try plan.date(in: record, report: &report) { set(&model, value) }
            }
        }
    }
}

extension FieldPlan {
    fileprivate func text(in record: JSONNode, report: inout MappingReport) throws(MappingError) -> String? {
        guard let join = declaration.join else {
            return try value(in: record, expecting: .text, report: &report) { $0 }
        }
        let texts = try texts(in: record, report: &report)
        return texts.isEmpty ? nil : texts.joined(separator: join)
    }

    fileprivate func integer(in record: JSONNode, report: inout MappingReport) throws(MappingError) -> Int? {
        try value(in: record, expecting: .integer, report: &report) { (text) throws(TransformFailure) in
            try ScalarReading.integer(text)
        }
    }

    fileprivate func number(in record: JSONNode, report: inout MappingReport) throws(MappingError) -> Double? {
        try value(in: record, expecting: .number, report: &report) { (text) throws(TransformFailure) in
            try ScalarReading.number(text)
        }
    }

    fileprivate func flag(in record: JSONNode, report: inout MappingReport) throws(MappingError) -> Bool? {
        try value(in: record, expecting: .flag, report: &report) { (text) throws(TransformFailure) in
            try ScalarReading.flag(text)
        }
    }

    fileprivate func date(in record: JSONNode, report: inout MappingReport) throws(MappingError) -> DateValue? {
        try value(in: record, expecting: .date, report: &report) { (text) throws(TransformFailure) in
            try dates.forward(text)
        }
    }
}

extension Property {
    var isDate: Bool { if case .date = setter { true } else { false } }
    var isList: Bool { if case .texts = setter { true } else { false } }
    var isText: Bool { if case .text = setter { true } else { false } }
}
