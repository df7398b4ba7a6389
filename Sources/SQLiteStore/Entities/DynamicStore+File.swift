package import Articles
package import Chronology
package import Records
internal import SQLite

extension DynamicStore {
    /// The entities of the store in a file, which is made where it is missing when the first row is inserted.
    ///
    /// What opening it throws is a `StoreFailure`.
    ///
    /// - Parameter log: the default writes warnings and errors to standard error.
    package init(
        path: String, clock: WallClock, busyTimeout: Duration = .seconds(30), log: RecordLog = .standardError()
    ) {
        self.init(.store, log: log, now: { clock.now }) { access in
            switch access {
            case .readOnly: try StoreOpening.forReading(path, tried: "read \(path)")
            case .readWrite, .create:
                try StoreOpening.forWriting(path, busyTimeout: busyTimeout, tried: "write to \(path)")
            }
        }
    }
}

extension StoreFailure {
    /// What the dynamic door refused, as a person is told it.
    package init(_ error: DynamicError, tried: String) {
        func usage(_ hint: String?, column: Int? = nil, reason: String? = nil) -> StoreFailure {
            StoreFailure(.usage, tried: tried, reason: reason ?? error.description, hint: hint, column: column)
        }
        switch error {
        case .store(let error): self.init(error, tried: tried)
        case .predicate(let mistake):
            self = usage(nil, column: mistake.column, reason: "predicate: \(mistake.message)")
        case .sort(let mistake): self = usage(nil, column: mistake.column, reason: "sort keys: \(mistake.message)")
        case .unknownEntity: self = usage("`articlesync records entities` shows them")
        case .keys(let entity, _), .missing(let entity, _):
            self = usage("`articlesync records entities \(entity)` shows its keys")
        case .readOnly, .nothingToSet: self = usage(nil)
        case .dangling(_, _, let entity):
            self.init(
                .refused, tried: tried, reason: error.description,
                hint: "`articlesync records select \(entity)` shows what there is")
        case .rule, .constraint: self.init(.refused, tried: tried, reason: error.description)
        }
    }
}
