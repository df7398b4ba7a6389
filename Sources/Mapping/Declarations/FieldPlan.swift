/// A field declaration, checked and ready to read records: which texts feed a property, and what becomes of them.
///
/// A class, so that reading a field counts one reference and not one for each of its parts.
final class FieldPlan: Sendable {
    let model: String
    let property: String
    let sources: [FieldSource]
    let each: [FieldSource]
    let transforms: [Transformer<String, String>]
    let dates: Transformer<String, DateValue>
    let isRequired: Bool
    let declaration: FieldDeclaration

    init(
        model: String, property: String, sources: [FieldSource], each: [FieldSource],
        transforms: [Transformer<String, String>], dates: Transformer<String, DateValue>, isRequired: Bool,
        declaration: FieldDeclaration
    ) {
        self.model = model
        self.property = property
        self.sources = sources
        self.each = each
        self.transforms = transforms
        self.dates = dates
        self.isRequired = isRequired
        self.declaration = declaration
    }

    /// The first value that one of the sources yields; nil where there is none.
    ///
    /// A value that cannot be read makes way for the next source. Where no source yields, it is thrown, or noted in the
    /// report where the declaration says so.
    func value<Value>(
        in record: JSONNode, expecting kind: ValueKind, report: inout MappingReport,
        _ read: (String) throws(TransformFailure) -> Value
    ) throws(MappingError) -> Value? {
        var failure: MappingError?
        for source in sources {
            do throws(MappingError) {
                if let value = try value(of: source, in: record, kind, read) { return value }
            } catch {
                failure = failure ?? error
            }
        }
        return try nothing(in: record, because: failure, report: &report)
    }

    /// The outcome of a field without a value.
    func nothing<Value>(
        in record: JSONNode, because failure: MappingError?, report: inout MappingReport
    ) throws(MappingError) -> Value? {
        if let failure {
            if isRequired || declaration.unreadable == .dropRecord { throw failure }
            report.omit(failure)
        } else if isRequired {
            throw missing(in: record)
        }
        return nil
    }

    private func value<Value>(
        of source: FieldSource, in record: JSONNode, _ kind: ValueKind,
        _ read: (String) throws(TransformFailure) -> Value
    ) throws(MappingError) -> Value? {
        switch source {
        case .constant(let text):
            if isMissing(FoundText(text)) { return nil }
            do throws(TransformFailure) {
                return try read(text)
            } catch {
                throw place.refused(error, record)
            }
        case .template(let parts):
            guard let text = text(of: parts, in: record) else { return nil }
            return try finish(text, at: record, read)
        case .path(let path):
            if path.isSingular {
                guard let node = path.first(in: record), let text = try text(of: node, kind) else { return nil }
                return try finish(text, at: node, read)
            }
            var found: Value?
            try path.follow(from: record) { (node) throws(MappingError) in
                guard let text = try text(of: node, kind) else { return .on }
                found = try finish(text, at: node, read)
                return found == nil ? .on : .stop
            }
            return found
        }
    }

    /// The text of a scalar; nil where the node stands for nothing.
    func text(of node: JSONNode, _ kind: ValueKind) throws(MappingError) -> FoundText? {
        if node.isNull { return nil }
        if !declaration.isStrict || kind.isStrictly(node.kind), let text = node.foundText { return text }
        if declaration.emptiness != .absent, node.isEmpty { return nil }
        throw place.wrongKind(kind.rawValue, node)
    }

    /// The text of a template; nil where one of its parts is nothing.
    func text(of parts: [FieldSource.TemplatePart], in record: JSONNode) -> FoundText? {
        var whole = ""
        for part in parts {
            switch part {
            case .literal(let text): whole += text
            case .path(let path):
                guard let found = path.first(in: record)?.foundText, !isMissing(found) else { return nil }
                whole += found.text
            }
        }
        return FoundText(whole)
    }

    /// Transforms and reads one text; nil where it stands for nothing, before or after.
    func finish<Value>(
        _ found: FoundText, at node: JSONNode, _ read: (String) throws(TransformFailure) -> Value
    ) throws(MappingError) -> Value? {
        if isMissing(found) { return nil }
        do throws(TransformFailure) {
            var found = found
            for transform in transforms where transform.changes(found.traits) {
                found = FoundText(try transform.forward(found.text))
            }
            return isMissing(found) ? nil : try read(found.text)
        } catch {
            throw place.refused(error, node)
        }
    }

    /// Whether a text stands for nothing.
    func isMissing(_ found: FoundText) -> Bool {
        if declaration.emptiness.covers(found) { return true }
        return !declaration.nullValues.isEmpty && declaration.nullValues.contains(found.text)
    }
}

/// What a field wants, in the words of messages.
enum ValueKind: String, Sendable {
    case text = "a text"
    case integer = "an integer"
    case number = "a number"
    case flag = "true or false"
    case date = "a date"

    /// Whether a JSON kind is this one without any reading into it.
    func isStrictly(_ kind: JSONNode.Kind) -> Bool {
        switch self {
        case .text: kind == .string
        case .integer, .number: kind == .number
        case .flag: kind == .bool
        case .date: kind == .string || kind == .number
        }
    }
}

extension FieldPlan {
    var place: FieldPlace { FieldPlace(model: model, property: property) }

    func missing(in record: JSONNode) -> MappingError {
        guard case .path(let path)? = sources.first else { return place.missing(.root, in: record) }
        return place.missing(path, in: record)
    }
}
