internal import SQLite

/// What is wrong with a condition, and with which part of it.
struct Complaint: Error {
    let part: Part
    let reason: PredicateError.Reason

    enum Part: Hashable {
        case field, test
        case value(Int)
    }
}

extension Columns {
    /// Checks a condition against its column and brings it down to tests.
    func compile(_ condition: Condition) throws(Complaint) -> CompiledFilter.Node {
        let column = try column(condition.field, .field)
        guard let quantifier = condition.quantifier else {
            guard column.type == .list else { return try compile(condition.test, of: column) }
            switch condition.test {
            case .compare(.equal, .value(.null), []): return .test(column, .isMissing)
            case .compare(.notEqual, .value(.null), []): return .not(.test(column, .isMissing))
            case .text(.contains, let text, let options):
                let member = Condition.Test.compare(.equal, .value(.text(text)), options)
                return .elements(.any, column, try compile(member, of: .element))
            default:
                throw Complaint(
                    .test, column, found: condition.test.name, expected: "CONTAINS, == NIL, or ANY, ALL, NONE before it"
                )
            }
        }
        guard column.type == .list else {
            throw Complaint(.field, column, found: column.name, expected: "a list behind \(quantifier.rawValue)")
        }
        if case .compare(_, .field, _) = condition.test {
            throw Complaint(.value(0), column, found: "a field", expected: "a value behind \(quantifier.rawValue)")
        }
        return .elements(quantifier, column, try compile(condition.test, of: .element))
    }

    private func column(_ field: Field, _ part: Complaint.Part) throws(Complaint) -> Column {
        guard let column = self[field.name] else { throw Complaint(part: part, reason: unknown(field)) }
        return column
    }

    private func compile(_ test: Condition.Test, of column: Column) throws(Complaint) -> CompiledFilter.Node {
        if !test.options.isEmpty, column.type != .text {
            throw Complaint(.test, column, found: "[\(test.options.letters)]", expected: "no option but on a text")
        }
        switch test {
        case .compare(.equal, .value(.null), _): return .test(column, .isMissing)
        case .compare(.notEqual, .value(.null), _): return .not(.test(column, .isMissing))
        case .compare(let relation, .value(let value), let options):
            return try compare(column, relation, value, 0, options)
        case .compare(let relation, .field(let field), let options):
            return try compare(column, relation, field, options)
        case .between(let lower, let upper, let options):
            return .and([
                try compare(column, .greaterOrEqual, lower, 0, options),
                try compare(column, .lessOrEqual, upper, 1, options),
            ])
        case .among(let values, let options): return try among(column, values, options)
        case .text(let relation, let text, let options): return try search(column, relation, text, options)
        }
    }

    // MARK: Comparing

    private func compare(
        _ column: Column, _ relation: Relation, _ value: FilterValue, _ index: Int, _ options: TextOptions
    ) throws(Complaint) -> CompiledFilter.Node {
        guard column.type != .bool || relation == .equal || relation == .notEqual else {
            throw Complaint(.test, column, found: relation.rawValue, expected: "== or !=")
        }
        if value == .null {
            throw Complaint(.value(index), column, found: "NIL", expected: "a value; only == and != compare with NIL")
        }
        if column.type == .instant {
            return try during(column, relation, span(of: value, in: column, index))
        }
        let value = try typed(value, for: column, index, options)
        guard let order = CompiledFilter.Order(relation) else {
            return .not(.test(column, .compare(.equal, value, options)))
        }
        return .test(column, .compare(order, value, options))
    }

    private func compare(
        _ column: Column, _ relation: Relation, _ field: Field, _ options: TextOptions
    ) throws(Complaint) -> CompiledFilter.Node {
        let other = try self.column(field, .value(0))
        let isNumeric = [.integer, .real].contains(column.type) && [.integer, .real].contains(other.type)
        guard other.type == column.type && other.type != .list || isNumeric else {
            throw Complaint(
                .value(0), column, found: "\(other.name), \(other.type.words)", expected: "a field of that type")
        }
        guard let order = CompiledFilter.Order(relation) else {
            return .not(.test(column, .compareColumn(.equal, other, options)))
        }
        return .test(column, .compareColumn(order, other, options))
    }

    private func among(
        _ column: Column, _ values: [FilterValue], _ options: TextOptions
    ) throws(Complaint) -> CompiledFilter.Node {
        if column.type == .instant {
            var spans: [CompiledFilter.Node] = []
            for (index, value) in values.enumerated() {
                spans.append(during(column, .equal, try span(of: value, in: column, index)))
            }
            return .or(spans)
        }
        var typedValues: [SQLiteValue] = []
        for (index, value) in values.enumerated() {
            typedValues.append(try typed(value, for: column, index, options))
        }
        return .test(column, .among(typedValues, options))
    }

    /// A value as the column holds it, folded where the options say so.
    private func typed(
        _ value: FilterValue, for column: Column, _ index: Int, _ options: TextOptions
    ) throws(Complaint) -> SQLiteValue {
        switch (column.type, value) {
        case (.text, .text(let text)): return .text(TextFolding.fold(try whole(text, column, .value(index)), options))
        case (.integer, .integer(let value)), (.real, .integer(let value)): return .integer(value)
        case (.integer, .real(let value)) where value.isFinite, (.real, .real(let value)) where value.isFinite:
            return .real(value)
        case (.bool, .bool(let value)): return .integer(value ? 1 : 0)
        case (.bool, .integer(0)), (.bool, .integer(1)):
            return .integer(value == .integer(1) ? 1 : 0)
        default:
            let expected = column.type == .bool ? "TRUE or FALSE" : column.type.words
            throw Complaint(.value(index), column, found: value.found, expected: expected)
        }
    }

    /// A text that SQLite's functions see to its end.
    private func whole(_ text: String, _ column: Column, _ part: Complaint.Part) throws(Complaint) -> String {
        guard !text.utf8.contains(0) else {
            throw Complaint(part, column, found: "a text with a NUL character", expected: "one without")
        }
        return text
    }

    // MARK: Dates

    private func span(of value: FilterValue, in column: Column, _ index: Int) throws(Complaint) -> InstantSpan {
        guard case .text(let text) = value, let span = InstantSpan(text) else {
            throw Complaint(
                .value(index), column, found: value.found, expected: "\"2015-07-01\" or \"2015-07-01T10:00:00Z\"")
        }
        return span
    }

    private func during(_ column: Column, _ relation: Relation, _ span: InstantSpan) -> CompiledFilter.Node {
        switch relation {
        case .equal: .test(column, .during(span.start, span.end))
        case .notEqual: .not(.test(column, .during(span.start, span.end)))
        case .less: .test(column, .during(nil, span.start))
        case .lessOrEqual: .test(column, .during(nil, span.end))
        case .greater: .test(column, .during(span.end, nil))
        case .greaterOrEqual: .test(column, .during(span.start, nil))
        }
    }

    // MARK: Texts

    private func search(
        _ column: Column, _ relation: TextRelation, _ text: String, _ options: TextOptions
    ) throws(Complaint) -> CompiledFilter.Node {
        guard column.type == .text else {
            throw Complaint(.test, column, found: relation.rawValue, expected: "a text field before it")
        }
        let text = try whole(text, column, .value(0))
        let folded = TextFolding.fold(text, options)
        switch relation {
        // The empty text is part of every text there is; a mark alone may fold to it.
        case .contains where folded.isEmpty, .beginsWith where folded.isEmpty, .endsWith where folded.isEmpty:
            return .not(.test(column, .isMissing))
        case .contains: return .test(column, .contains(folded, options))
        case .beginsWith: return .test(column, .beginsWith(folded, options))
        case .endsWith: return .test(column, .endsWith(folded, options))
        case .like:
            let wildcard = Wildcard(folded)
            guard wildcard.glob.utf8.count <= Wildcard.longestGlob else {
                throw Complaint(
                    part: .value(0),
                    reason: .limit("a pattern of more than 50,000 bytes; shorten it"))
            }
            return .test(column, .like(wildcard, options))
        case .matches:
            do throws(RegularExpression.Failure) {
                return .test(column, .matches(try RegularExpression.cached(text, options)))
            } catch {
                throw Complaint(part: .value(0), reason: .regularExpression(error.reason.shortened))
            }
        }
    }
}

extension Complaint {
    fileprivate init(_ part: Part, _ column: Column, found: String, expected: String) {
        self.part = part
        reason = .mismatch(field: column.name, is: column.type.words, found: found, expected: expected)
    }
}

extension CompiledFilter.Order {
    fileprivate init?(_ relation: Relation) {
        switch relation {
        case .equal: self = .equal
        case .notEqual: return nil
        case .less: self = .less
        case .lessOrEqual: self = .lessOrEqual
        case .greater: self = .greater
        case .greaterOrEqual: self = .greaterOrEqual
        }
    }
}

extension Condition.Test {
    fileprivate var options: TextOptions {
        switch self {
        case .compare(_, _, let options), .between(_, _, let options), .among(_, let options),
            .text(_, _, let options):
            options
        }
    }

    fileprivate var name: String {
        switch self {
        case .compare(let relation, _, _): relation.rawValue
        case .between: "BETWEEN"
        case .among: "IN"
        case .text(let relation, _, _): relation.rawValue
        }
    }
}

extension FilterValue {
    /// Kind and literal for a message, `text "many"`; a long one is cut.
    fileprivate var found: String {
        self == .null ? "NIL" : "\(kind) \(written.shortened)"
    }
}

extension String {
    fileprivate var shortened: String { count > 60 ? prefix(60) + "…" : self }
}
