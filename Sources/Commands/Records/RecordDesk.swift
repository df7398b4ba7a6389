internal import Articles
internal import Records
internal import Rendering
internal import SQLiteStore

/// Where rows are read and written by the names of their entities: the store on one side, the person's words on the other.
struct RecordDesk {
    private let session: Session
    private let path: String
    private let store: DynamicStore

    init(_ settings: Settings, _ session: Session) {
        self.session = session
        path = settings.store.path
        let logger = settings.log.logger(session.context, hiding: [])
        store = DynamicStore(path: settings.store.path, clock: session.context.clock, log: RecordLog(logger))
    }

    /// An entity of the store.
    static func entity(_ name: String) throws(StoreFailure) -> Entity {
        do throws(DynamicError) { return try Entities.store.entity(name) } catch {
            throw StoreFailure(error, tried: "show the entity \(name)")
        }
    }

    /// Writes the rows that are meant to standard output.
    func select(_ selection: RecordSelection, as format: ArticleFormat, _ csv: CSVForm) throws {
        let condition = selection.condition
        let output = session.context.output
        let terminal = session.terminal
        try attempt("select \(selection.entity)") {
            let columns = try store.columns(selection.keys, of: selection.entity).map(\.name)
            var renderer = RecordRenderer(columns, as: format, csv: csv, terminal: terminal) {
                try format == .table ? output.write($0) : output.write(data: $0)
            }
            try renderer.begin()
            try store.select(
                selection.entity, where: condition.predicate, condition.arguments, sort: selection.sort,
                limit: selection.limit, offset: selection.offset, keys: selection.keys
            ) { row in try renderer.row(row.values.map { RecordCell($0) }) }
            try renderer.end()
        }
    }

    func insert(
        _ name: String, _ written: [WrittenValue], _ unknownKeys: UnknownKeys
    ) throws -> RecordOutcomeReport {
        try attempt("insert into \(name)") {
            let (entity, writing) = try store.entities.writable(name)
            let made = try store.insert(name, values(written, entity), unknownKeys: unknownKeys)
            return try report(.inserted(key: made.key.map { RecordCell($0) }), entity, writing, ignored: made.ignored)
        }
    }

    func update(
        _ name: String, _ condition: RecordCondition, _ written: [WrittenValue], _ unknownKeys: UnknownKeys,
        _ isDryRun: Bool
    ) throws -> RecordOutcomeReport {
        try attempt("update \(name)") {
            let (entity, writing) = try store.entities.writable(name)
            let change = try store.update(
                name, where: condition.predicate, condition.arguments, set: values(written, entity),
                unknownKeys: unknownKeys, dryRun: isDryRun)
            var report = try report(
                .updated(matched: change.matched, changed: change.changed), entity, writing, ignored: change.ignored)
            report.isDryRun = isDryRun
            return report
        }
    }

    func delete(_ name: String, _ condition: RecordCondition, _ isDryRun: Bool) throws -> RecordOutcomeReport {
        try attempt("delete from \(name)") {
            let (entity, writing) = try store.entities.writable(name)
            let count = try store.delete(name, where: condition.predicate, condition.arguments, dryRun: isDryRun)
            var report = try report(.deleted(count), entity, writing, ignored: [])
            report.isDryRun = isDryRun
            return report
        }
    }

    private func values(_ written: [WrittenValue], _ entity: Entity) throws(UsageMistake) -> EntityValues {
        var pairs: [(key: String, value: FilterValue)] = []
        for word in written {
            let type = entity.columns.column(forKey: word.key)?.type
            if type == .list, word.isJSONArray {
                throw UsageMistake(
                    "\(word.key) is a list: write its words with commas between them, such as \(word.key)='heat, cities', not as JSON"
                )
            }
            pairs.append((key: word.key, value: word.value(for: type)))
        }
        return EntityValues(pairs)
    }

    /// What came of it; keys that were passed over are told of on standard error too, where a script's eye may miss them
    /// in the answer.
    private func report(
        _ outcome: RecordOutcomeReport.Outcome, _ entity: Entity, _ writing: Entity.Writing, ignored: [KeyComplaint]
    ) throws -> RecordOutcomeReport {
        var report = RecordOutcomeReport(
            outcome, of: entity.name, singular: writing.singular, plural: writing.plural)
        report.ignored = ignored.map { (key: $0.key, reason: $0.description) }
        if !ignored.isEmpty {
            let reasons = ignored.map(\.description).joined(separator: "; ")
            try session.context.errors.write(DiagnosticLines.text(["articlesync: passed over: \(reasons)"]))
        }
        return report
    }

    private func attempt<Result>(_ tried: String, _ work: () throws -> Result) throws -> Result {
        do { return try work() } catch let error as DynamicError {
            throw StoreFailure(error, tried: "\(tried) of \(path)")
        }
    }
}

extension RecordCell {
    /// What a row has in a column.
    init(_ value: FilterValue) {
        switch value {
        case .null: self = .missing
        case .text(let text): self = .text(text)
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .bool(let truth): self = .bool(truth)
        case .list(let values):
            self = .list(values.compactMap { value in if case .text(let text) = value { text } else { nil } })
        }
    }
}

extension EntityDetails {
    /// An entity as it is shown.
    init(_ entity: Entity) {
        var reason: String?
        if case .readOnly(let instead) = entity.access { reason = instead }
        let settable = entity.writing?.settable ?? []
        self.init(
            entity.name, entity.summary, readOnlyBecause: reason,
            columns: entity.columns.all.map { column in
                EntityDetails.Column(
                    column.name, column.type.name, isNullable: column.isNullable,
                    isSettable: settable.contains(column.name))
            })
    }
}

extension ColumnType {
    /// As the documents name it.
    fileprivate var name: String {
        switch self {
        case .text: "text"
        case .integer: "integer"
        case .real: "real"
        case .bool: "bool"
        case .instant: "instant"
        case .list: "list"
        }
    }
}
