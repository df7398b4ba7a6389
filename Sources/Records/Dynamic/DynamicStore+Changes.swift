internal import Chronology
internal import SQLite

/// Writing: each call is one transaction.
extension DynamicStore {
    /// Makes a row of an entity.
    ///
    /// What the store fills in by itself, such as dates, is not to be given.
    package func insert(
        _ name: String, _ values: EntityValues, unknownKeys: UnknownKeys = .ignored
    ) throws -> RowInsertion {
        try logged("insert into", name) {
            let (entity, rules) = try entities.writable(name)
            let assigned = try Assignments(values, of: entity, rules, unknownKeys)
            let missing = rules.required.filter { key in !assigned.columns.contains { $0.name == key } }
            guard missing.isEmpty else { throw DynamicError.missing(entity: entity.name, missing) }
            let date = SQLiteValue.text(now().description)
            return try writing { connection in
                try requireReferences(of: assigned, rules, in: connection)
                let names = assigned.columns.map(\.name) + rules.datedWhenMade
                let bound = assigned.bound + rules.datedWhenMade.map { _ in date }
                let row =
                    names.isEmpty
                    ? "DEFAULT VALUES"
                    : "(\(names.map(Column.quoted).joined(separator: ", "))) "
                        + "VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))"
                let key = entity.columns[entity.columns.key].map { Column.quoted($0.name) } ?? "NULL"
                var statement = try connection.prepare(
                    "INSERT INTO \(entity.table) \(row) RETURNING \(key), \(rules.rule?.condition ?? "1")")
                statement.bind(bound)
                var made = RowInsertion(key: nil, ignored: assigned.ignored)
                while try statement.step() {
                    if let rule = rules.rule, statement.int(1) != 1 {
                        throw DynamicError.rule(entity: entity.name, complaint: rule.complaint)
                    }
                    switch statement.value(0) {
                    case .integer(let key): made = RowInsertion(key: .integer(key), ignored: assigned.ignored)
                    case .text(let key): made = RowInsertion(key: .text(key), ignored: assigned.ignored)
                    case .null, .real, .blob: break
                    }
                }
                return made
            }
        } account: {
            .written(1, ignored: $0.ignored)
        }
    }

    /// Sets values in every row that a predicate means; where none is meant, that is no failure.
    ///
    /// Rows that have the values already stay untouched.
    ///
    /// - Parameter dryRun: whether only to tell what would come of it; nothing is written then, and no writer waited for.
    package func update(
        _ name: String, where predicate: String? = nil, _ arguments: [FilterValue] = [], set values: EntityValues,
        unknownKeys: UnknownKeys = .ignored, dryRun: Bool = false
    ) throws -> RowUpdate {
        try logged("update", name) {
            let (entity, rules) = try entities.writable(name)
            let assigned = try Assignments(values, of: entity, rules, unknownKeys)
            guard !assigned.columns.isEmpty else {
                throw DynamicError.nothingToSet(entity: entity.name, settable: rules.settable, ignored: [])
            }
            let condition = try Self.condition(predicate, arguments, entity)
            let update = Update(entity: entity, rules: rules, assigned: assigned, condition: condition)
            let foreseen = try reading { connection in try update.foresee(in: connection) }
            // What changes nothing need not wait for other writers.
            if foreseen.changed == 0 { return foreseen }
            if dryRun {
                try reading { connection in try requireReferences(of: assigned, rules, in: connection) }
                return foreseen
            }
            let date = SQLiteValue.text(now().description)
            return try writing { connection in
                try requireReferences(of: assigned, rules, in: connection)
                let foreseen = try update.foresee(in: connection)
                return RowUpdate(
                    matched: foreseen.matched, changed: try update.perform(at: date, in: connection),
                    ignored: assigned.ignored)
            }
        } account: { update in
            dryRun
                ? .done("it would change \(update.changed) of \(Account.rows(update.matched))", ignored: update.ignored)
                : .written(update.changed, of: update.matched, ignored: update.ignored)
        }
    }

    /// Deletes every row that a predicate means; without one, all rows.
    ///
    /// - Parameter dryRun: whether only to count them.
    /// - Returns: how many there were.
    package func delete(
        _ name: String, where predicate: String? = nil, _ arguments: [FilterValue] = [], dryRun: Bool = false
    ) throws -> Int {
        try logged("delete from", name) {
            let (entity, _) = try entities.writable(name)
            let condition = try Self.condition(predicate, arguments, entity)
            let foreseen = try counted(entity, condition)
            if dryRun || foreseen == 0 { return foreseen }
            return try writing { connection in
                var statement = try connection.prepare("DELETE FROM \(entity.table) WHERE \(condition.text)")
                statement.bind(condition.values)
                try statement.run()
                return connection.changes
            }
        } account: {
            dryRun ? .done("it would remove \(Account.rows($0))") : .written($0)
        }
    }

    private func requireReferences(
        of assigned: Assignments, _ rules: Entity.Writing, in connection: borrowing Connection
    ) throws {
        for (column, value) in zip(assigned.columns, assigned.values) {
            guard let name = rules.references[column.name], case .plain(let key) = value, key != .null else { continue }
            let target = try entities.entity(name)
            let isThere = try connection.first(
                "SELECT 1 FROM \(target.table) WHERE \(Column.quoted(target.columns.key)) = ?1", key
            ) { _ in true }
            guard isThere == nil else { continue }
            throw DynamicError.dangling(key: column.name, value: key.words, entity: target.name)
        }
    }
}

/// Values that are to be set in the rows of a condition.
private struct Update {
    let entity: Entity
    let rules: Entity.Writing
    let assigned: Assignments
    let condition: SQLFragment

    /// How many rows are meant, and how many would become others.
    ///
    /// - Throws: `rule` where one would become what it must not be.
    func foresee(in connection: borrowing Connection) throws -> RowUpdate {
        let values = assigned.bound
        let columns = rules.settable.map { name in
            let isSet = assigned.columns.contains { $0.name == name }
            return (isSet ? "? AS " : "") + Column.quoted(name)
        }
        var statement = try connection.prepare(
            """
            SELECT count(*), total(_differs), total(_differs AND NOT ifnull(\(rules.rule?.condition ?? "1"), 0)) FROM (
                SELECT \(columns.joined(separator: ", ")), \(difference) AS _differs
                FROM \(entity.table) WHERE \(condition.text))
            """)
        let inOrder = rules.settable.compactMap { name in
            assigned.columns.firstIndex { $0.name == name }.map { values[$0] }
        }
        statement.bind(inOrder + values + condition.values)
        guard try statement.step() else { return RowUpdate(matched: 0, changed: 0, ignored: assigned.ignored) }
        if let rule = rules.rule, statement.int(2) != 0 {
            throw DynamicError.rule(entity: entity.name, complaint: rule.complaint)
        }
        return RowUpdate(matched: statement.int(0) ?? 0, changed: statement.int(1) ?? 0, ignored: assigned.ignored)
    }

    /// Sets them where they are not set already.
    ///
    /// - Returns: how many rows became others.
    func perform(at date: SQLiteValue, in connection: borrowing Connection) throws -> Int {
        let values = assigned.bound
        var settings = (assigned.columns.map(\.name) + rules.datedWhenChanged).map { "\(Column.quoted($0)) = ?" }
        if let version = rules.version.map(Column.quoted) { settings.append("\(version) = \(version) + 1") }
        var statement = try connection.prepare(
            """
            UPDATE \(entity.table) SET \(settings.joined(separator: ", "))
            WHERE \(condition.text) AND \(difference)
            """)
        statement.bind(values + rules.datedWhenChanged.map { _ in date } + condition.values + values)
        try statement.run()
        return connection.changes
    }

    /// Whether a row has other values than are to be set.
    private var difference: String {
        "(" + assigned.columns.map { "\(Column.quoted($0.name)) IS NOT ?" }.joined(separator: " OR ") + ")"
    }
}

extension SQLiteValue {
    /// For a message.
    fileprivate var words: String {
        switch self {
        case .null: "NIL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text
        case .blob(let bytes): "\(bytes.count) bytes"
        }
    }
}
