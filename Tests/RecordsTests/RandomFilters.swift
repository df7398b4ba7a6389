import Records
import TestSupport

extension Dice {
    mutating func pick<Element>(_ choices: [Element]) -> Element { choices[Int(next() % UInt64(choices.count))] }

    mutating func chance(_ oneIn: UInt64) -> Bool { next() % oneIn == 0 }
}

/// Rows and filters over `Columns.articles`, of few and nasty values so that they often meet.
struct RandomFilters {
    var random: Dice

    static let texts = [
        "", "a", "A", "ab", "ba", "é", "É", "e\u{301}", "e", "Año", "ano", "AÑO", "a*b", "a?b", "[a]", "a%", "a_b",
        "\\",
        "\"", "'", "a\"b", "\n", "\u{1}", "x y", "😀", "한", "하", "が", "ß", "Straße", "strasse", "İ", "i", "ı", "NULL",
        "TRUEPREDICATE", "%@", "ς", "Σ", "1", "Knicks win Finals", "KNICKS", "knicks",
    ]
    static let dates = [
        "2015-07-03", "2015-07-04", "2015-07-04T00:00:00Z", "2015-07-04T00:00:00.001Z", "2015-07-04T10:00:00Z",
        "2015-07-04T10:00:00.500Z", "2015-07-04T10:00:00.501Z", "2015-07-04T23:59:59.999Z", "2015-07-05",
        "2015-07-05T00:00:00Z", "2016-02-29",
    ]
    static let integers: [Int64] = [
        0, 1, -1, 5, 500, 501, .max, .min, 9_007_199_254_740_992, 9_007_199_254_740_993, 9_007_199_254_740_995,
    ]
    static let reals: [Double] = [
        0, -0.5, 1.5, 5, 500.25, 1e30, -1e30, 9_007_199_254_740_992, 9_007_199_254_740_996, 0x1p63, 1e-7,
    ]
    static let patterns = [
        "a.*", "[^a]+", "\\w*", ".*\\bKNICKS\\b.*", "é|e", "(a|b)*", "\\d?", "[A-Z]+", "AÑO", "\\p{L}*", "(?i)É",
        "[^Σ]", "İ|ı",
    ]
    static let wildcards = ["*", "a*", "*b", "?", "??", "a\\*b", "*[a]*", "*a*b*", "Knicks*", "*É*", "a_?", "\\"]

    mutating func row(id: Int64) -> [String: FilterValue] {
        var row: [String: FilterValue] = ["id": .integer(id)]
        for column in Columns.articles.all where column.name != "id" && !random.chance(5) {
            row[column.name] =
                switch column.type {
                case .text: .text(random.pick(Self.texts))
                case .integer: .integer(random.pick(Self.integers))
                case .real: .real(random.pick(Self.reals))
                case .bool: .integer(random.chance(2) ? 0 : 1)
                case .instant: .text(random.pick(Self.dates))
                case .list: .texts((0..<random.next() % 4).map { _ in random.pick(Self.texts) })
                }
        }
        return row
    }

    mutating func filter(depth: Int = 4) -> Filter {
        switch depth == 0 ? 9 : random.next() % 10 {
        case 0, 1: return .all((0..<random.next() % 4).map { _ in filter(depth: depth - 1) })
        case 2, 3: return .any((0..<random.next() % 4).map { _ in filter(depth: depth - 1) })
        case 4, 5: return .not(filter(depth: depth - 1))
        case 6: return random.chance(4) ? random.chance(2) ? .always : .never : condition()
        default: return condition()
        }
    }

    private mutating func condition() -> Filter {
        let column = random.pick(Columns.articles.all)
        let field = Field(column.name)
        if column.type == .list {
            switch random.next() % 5 {
            case 0: return .compare(field, random.pick([.equal, .notEqual]), .null)
            case 1: return .contains(field, random.pick(Self.texts), options())
            default:
                let element = Column("element", .text)
                return .elements(random.pick(Condition.Quantifier.allCases), of: field, test(element))
            }
        }
        if random.chance(6) {
            let numeric: [ColumnType] = [.integer, .real]
            let others = Columns.articles.all.filter {
                $0.type == column.type || numeric.contains($0.type) && numeric.contains(column.type)
            }
            let relations: [Relation] = column.type == .bool ? [.equal, .notEqual] : Relation.allCases
            return .compare(field, random.pick(relations), field: Field(random.pick(others).name))
        }
        return .condition(Condition(field, test(column)))
    }

    private mutating func test(_ column: Column) -> Condition.Test {
        let options = column.type == .text ? options() : []
        if column.type == .bool {
            return .compare(random.pick([.equal, .notEqual]), .value(random.pick([true, false, .null])), [])
        }
        switch random.next() % (column.type == .text ? 9 : 5) {
        case 0: return .compare(random.pick([.equal, .notEqual]), .value(.null), options)
        case 1, 2: return .compare(random.pick(Relation.allCases), .value(value(column)), options)
        case 3: return .between(value(column), value(column), options)
        case 4: return .among((0..<random.next() % 4).map { _ in value(column) }, options)
        case 5: return .text(.like, random.pick(Self.wildcards), options)
        case 6: return .text(.matches, random.pick(Self.patterns), options)
        default: return .text(random.pick([.contains, .beginsWith, .endsWith]), random.pick(Self.texts), options)
        }
    }

    private mutating func options() -> TextOptions {
        random.pick([[], .caseInsensitive, .diacriticInsensitive, .caseDiacritic])
    }

    private mutating func value(_ column: Column) -> FilterValue {
        switch column.type {
        case .integer, .real:
            random.chance(2) ? .integer(random.pick(Self.integers)) : .real(random.pick(Self.reals))
        case .instant:
            .text(random.chance(4) ? "2015-07-04T12:00:00.5+02:00" : random.pick(Self.dates))
        default: .text(random.pick(Self.texts))
        }
    }
}
