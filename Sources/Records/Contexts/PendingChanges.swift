internal import SQLite

/// What a unit of work wants done, one change a record; a value.
struct PendingChanges: Sendable {
    private var changes: [RecordIdentity: PendingChange] = [:]
    private var places = 0

    var count: Int { changes.count }

    var isEmpty: Bool { changes.isEmpty }

    /// In the order in which the records were first touched.
    var inOrder: [PendingChange] { changes.values.sorted { $0.place < $1.place } }

    func touches(_ table: String) -> Bool { changes.keys.contains { $0.table == table } }

    subscript(_ identity: RecordIdentity) -> PendingChange? { changes[identity] }

    /// Takes up a change after those that there are.
    ///
    /// - Throws: where it was made on another version of the record; nothing is taken up then.
    mutating func add(_ change: PendingChange) throws(Conflict) {
        let identity = change.identity
        guard let earlier = changes[identity] else {
            places += 1
            var change = change
            change.place = places
            changes[identity] = change
            return
        }
        changes[identity] = try change.following(earlier)
    }

    /// These and then later ones.
    func followed(by later: PendingChanges) throws(Conflict) -> PendingChanges {
        if isEmpty { return later }
        var all = self
        for change in later.inOrder { try all.add(change) }
        return all
    }

    /// These, which could not be saved, with what came meanwhile.
    ///
    /// A change that was made on what a child had saved stays as it is; the next save tells of its conflict.
    func rejoined(by meanwhile: PendingChanges) -> PendingChanges {
        var all = self
        for change in meanwhile.inOrder {
            do throws(Conflict) { try all.add(change) } catch { all.changes[change.identity] = change }
        }
        return all
    }

    /// As a reader sees it: where both speak of a record, the later one is right.
    func overlaid(by later: PendingChanges) -> PendingChanges {
        var all = self
        for (identity, var change) in later.changes {
            change.place += places
            all.changes[identity] = change
        }
        all.places += later.places
        return all
    }

    /// The same with the numbers that records were given meanwhile.
    func numbered(by numbers: ProvisionalNumbers.Given) -> PendingChanges {
        var all = self
        for (identity, change) in changes {
            guard let number = numbers.number(of: identity) else { continue }
            all.changes[identity] = nil
            let change = change.numbered(number)
            all.changes[change.identity] = change
        }
        return all
    }

    /// Records of a query as they would be after the changes.
    ///
    /// - Parameter rows: of the query without its limit, at least as many as `rowsNeeded(for:)`.
    func overlay<Model>(_ rows: [Model], of query: RecordQuery<Model>) throws(PredicateError) -> [Model] {
        let table = Model.table
        var records = rows.filter { changes[RecordIdentity(table: table.name, key: table.key(of: $0))] == nil }
        let filter = try table.columns.compile(query.filter)
        for change in inOrder where !change.kind.isRemoval {
            guard let record = change.record as? Model else { continue }
            if filter.matches({ column in table.value(of: column, in: record) }) { records.append(record) }
        }
        let isBefore = try query.order.areInIncreasingOrder(over: table.columns) { (record: Model, column: Column) in
            table.value(of: column, in: record)
        }
        if let isBefore { records.sort(by: isBefore) }
        let rest = records.dropFirst(query.offset)
        return Array(query.limit.map { rest.prefix($0) } ?? rest)
    }

    /// A query whose rows are enough for `overlay`: those that changes take away are made up for.
    func widened<Model>(_ query: RecordQuery<Model>) -> RecordQuery<Model> {
        guard let limit = query.limit else { return query.limited(to: nil) }
        return query.limited(to: query.offset + limit + changes.count)
    }
}
