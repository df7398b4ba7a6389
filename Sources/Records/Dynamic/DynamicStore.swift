package import Chronology
package import SQLite

/// A store by the names of its entities: rows are selected, inserted, updated and deleted with keys, values and the text
/// of a predicate, all told at run time.
///
/// Any thread may call it, several at once: readers see one snapshot each, writers take turns, and each call that writes
/// is one transaction that is on disk when it returns. Calls block, so they do not belong on a task that others wait
/// for. A nil or blank predicate means every row. Predicates and values reach SQL bound, never as text; names are looked
/// up among the entities.
///
/// Errors are `DynamicError`, and what opening the store throws.
package struct DynamicStore: Sendable {
    package let entities: Entities
    let log: RecordLog
    let now: @Sendable () -> Instant
    private let readers: ConnectionPool<any Error>
    private let writers: ConnectionPool<any Error>

    /// - Parameters:
    ///   - log: the default writes warnings and errors to standard error.
    ///   - now: dates rows where their entity has the store do it.
    ///   - open: opens the store when it is first needed, `readOnly` to read and `create` to write.
    package init(
        _ entities: Entities, log: RecordLog = .standardError(), now: @escaping @Sendable () -> Instant,
        open: @escaping @Sendable (Connection.Access) throws -> Connection
    ) {
        self.entities = entities
        self.log = log
        self.now = now
        readers = ConnectionPool(limit: 4) { () throws(any Error) in
            let connection = try Self.prepared(open(.readOnly))
            log.say(.debug, "opened", tried: "open to read")
            return connection
        }
        writers = ConnectionPool(limit: 1) { () throws(any Error) in
            let connection = try Self.prepared(open(.create))
            log.say(.info, "opened", tried: "open to write")
            return connection
        }
    }

    private static func prepared(_ connection: consuming Connection) throws(SQLiteError) -> Connection {
        for function in ScalarFunction.all {
            try connection.register(function.name, argumentCount: function.argumentCount, function.body)
        }
        return connection
    }

    /// Gives the rows of an entity that a predicate means to `body`, one at a time.
    ///
    /// One of a few connections is held meanwhile, so that `body` does not call the store itself.
    ///
    /// - Parameters:
    ///   - predicate: as `Filter(_:_:over:)` reads it, with `arguments` for its placeholders.
    ///   - sort: `-published_at,headline`, as `SortTerms` reads it; nil is no defined order.
    ///   - ascending: the direction of sort keys that name none.
    ///   - keys: the columns that are read, in this order; nil is all.
    /// - Returns: how many rows there were.
    @discardableResult
    package func select(
        _ name: String, where predicate: String? = nil, _ arguments: [FilterValue] = [], sort: String? = nil,
        ascending: Bool = true, limit: Int? = nil, offset: Int = 0, keys: [String]? = nil,
        _ body: (DynamicRow) throws -> Void
    ) throws -> Int {
        try logged("select", name) {
            let entity = try entities.entity(name)
            let columns = try chosen(keys, of: entity)
            let condition = try Self.condition(predicate, arguments, entity)
            var sql = "SELECT " + columns.map { "\($0.sql) AS \(Column.quoted($0.name))" }.joined(separator: ", ")
            sql += " FROM \(entity.source) WHERE \(condition.text)"
            if let order = try Self.order(sort, ascending, entity) { sql += " ORDER BY " + order }
            sql += " LIMIT ? OFFSET ?"
            let bounds = [SQLiteValue(limit.map { max($0, 0) } ?? -1), SQLiteValue(max(offset, 0))]
            return try reading { connection in
                var statement = try connection.prepare(sql)
                statement.bind(condition.values + bounds)
                var count = 0
                while try statement.step() {
                    var values: [FilterValue] = []
                    values.reserveCapacity(columns.count)
                    for (index, column) in columns.enumerated() {
                        values.append(try FilterValue(statement, index, of: column, in: connection))
                    }
                    do { try body(DynamicRow(entity: entity.name, columns: columns, values: values)) } catch {
                        throw ReaderStopped(reason: error)
                    }
                    count += 1
                }
                return count
            }
        } account: {
            .done(Account.rows($0))
        }
    }

    /// The rows of an entity that a predicate means, as `select(_:where:_:sort:ascending:limit:offset:keys:_:)` gives
    /// them; none is an empty array.
    package func rows(
        _ name: String, where predicate: String? = nil, _ arguments: [FilterValue] = [], sort: String? = nil,
        ascending: Bool = true, limit: Int? = nil, offset: Int = 0, keys: [String]? = nil
    ) throws -> [DynamicRow] {
        var rows: [DynamicRow] = []
        try select(
            name, where: predicate, arguments, sort: sort, ascending: ascending, limit: limit, offset: offset,
            keys: keys
        ) { rows.append($0) }
        return rows
    }

    /// How many rows of an entity a predicate means.
    package func count(
        _ name: String, where predicate: String? = nil, _ arguments: [FilterValue] = []
    ) throws -> Int {
        try logged("count", name) {
            let entity = try entities.entity(name)
            return try counted(entity, Self.condition(predicate, arguments, entity))
        } account: {
            .done(Account.rows($0))
        }
    }

    func counted(_ entity: Entity, _ condition: SQLFragment) throws -> Int {
        try reading { connection in
            var statement = try connection.prepare("SELECT count(*) FROM \(entity.source) WHERE \(condition.text)")
            statement.bind(condition.values)
            return try statement.step() ? statement.int(0) ?? 0 : 0
        }
    }

    /// The columns that keys mean, in the order of the keys; nil is all of the entity.
    package func columns(_ keys: [String]?, of name: String) throws -> [Column] {
        try logged("choose columns of", name) {
            try chosen(keys, of: entities.entity(name))
        } account: {
            .done("\($0.count) columns")
        }
    }

    private func chosen(_ keys: [String]?, of entity: Entity) throws(DynamicError) -> [Column] {
        guard let keys else { return entity.columns.all }
        var columns: [Column] = []
        var mistakes: [KeyComplaint] = []
        for key in keys {
            if let column = entity.columns.column(forKey: key) {
                if columns.contains(column) { mistakes.append(KeyComplaint(key, .again(other: column.name))) }
                columns.append(column)
            } else {
                let nearest = entity.columns.nearest(to: Columns.snakeCase(key))
                mistakes.append(KeyComplaint(key, key.isEmpty ? .empty : .unknown(nearest: nearest)))
            }
        }
        if columns.isEmpty, mistakes.isEmpty { mistakes = [KeyComplaint("", .empty)] }
        guard mistakes.isEmpty else { throw .keys(entity: entity.name, mistakes) }
        return columns
    }

    func reading<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
        try readers.withConnection {
            $0
        } _: { connection in
            do { return try body(connection) } catch let error as SQLiteError { throw DynamicError(error) }
        }
    }

    /// Runs `body` in one transaction; what throws leaves the store as it was.
    func writing<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
        try writers.withConnection {
            $0
        } _: { connection in
            do {
                // What is thrown out of is rolled back by the pool.
                try connection.execute("BEGIN IMMEDIATE")
                let result = try body(connection)
                try connection.execute("COMMIT")
                return result
            } catch let error as SQLiteError { throw DynamicError(error) }
        }
    }
}

extension DynamicStore {
    /// A predicate as SQL over an entity.
    static func condition(
        _ predicate: String?, _ arguments: [FilterValue], _ entity: Entity
    ) throws(DynamicError) -> SQLFragment {
        do throws(PredicateError) {
            let filter = try entity.columns.compile(Filter(predicate, arguments, over: entity.columns))
            guard let narrow = entity.narrowing(filter) else { return filter.sql }
            let condition = filter.sql
            return SQLFragment("(\(narrow.text)) AND (\(condition.text))", narrow.values + condition.values)
        } catch {
            throw .predicate(error)
        }
    }

    private static func order(_ sort: String?, _ ascending: Bool, _ entity: Entity) throws(DynamicError) -> String? {
        do throws(PredicateError) {
            return try SortTerms(sort, ascending: ascending, over: entity.columns).sql(over: entity.columns)
        } catch {
            throw .sort(error)
        }
    }
}
