internal import SQLite

extension RecordStore {
    /// The records of a query, and then what becomes of them, for `for try await`: no list has to be read again.
    ///
    ///     for try await update in try store.observe(MagicNote.all.sorted(by: "date:NO")) {
    ///         switch update {
    ///         case .waiting(let pause): print(pause)
    ///         case .initial(let notes, _): list = notes
    ///         case .changes(let changes, _): list = changes.applied(to: list)
    ///         }
    ///     }
    ///
    /// First come the records in order, then a change set with old and new places for whatever was committed since: by
    /// this store, by other connections, or by other processes, whatever statement it was. Any number of commits become
    /// one change set while whoever listens is busy; where the records are what they were, nothing is told. Changes that
    /// a `RecordContext` has not saved yet are not observed. Where the query has no order, it is the key's.
    ///
    /// A row that cannot be read stands at its place with the failure of its one column, and counts as changed when it
    /// holds something else; it ends nothing. A file that is removed is waited for, a table that is dropped is the end.
    ///
    /// - Parameter limit: the most records that are looked at; where there are more, updates say that they are cut.
    /// - Throws: `filter` for a filter or an order that cannot be read; `cannotOpen` for a store in memory, which has
    ///   no file, or where the system does not let the file be watched.
    package func observe<Model>(
        _ query: RecordQuery<Model>, limit: Int = 5_000
    ) throws(RecordError) -> LiveRecords<Model> {
        do throws(RecordError) {
            guard path != ":memory:" else {
                throw .cannotOpen(
                    path: path, reason: "a store in memory has no file that could be watched; observe one in a file")
            }
            return LiveRows(try LiveSelection(query, in: DatabaseFile(path)), watch: try watch(), limit: limit)
        } catch {
            connection.log.fail(error, tried: "observe \(Model.table.name)")
            throw error
        }
    }

    private func watch() throws(RecordError) -> DatabaseWatch {
        do throws(DatabaseWatchError) { return try DatabaseWatch(path) } catch {
            throw .cannotOpen(path: path, reason: "\(error)")
        }
    }
}
