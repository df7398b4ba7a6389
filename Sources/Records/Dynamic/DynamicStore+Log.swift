internal import SQLite

/// What a dynamic store says of itself: entities, keys and numbers, never what rows hold or are asked for.
extension DynamicStore {
    /// What came of something that was tried.
    struct Account {
        var level: RecordLog.Level
        var message: String
        var detail: String
        /// Keys that were passed over.
        var ignored: [KeyComplaint] = []

        /// Of a write.
        static func written(_ count: Int, of matched: Int? = nil, ignored: [KeyComplaint] = []) -> Account {
            Account(
                level: count > 0 ? .info : .debug, message: count > 0 ? "saved" : "unchanged",
                detail: matched.map { "\(count) of \(rows($0))" } ?? rows(count), ignored: ignored)
        }

        /// `1 row`, `2 rows`.
        static func rows(_ count: Int) -> String { "\(count) \(count == 1 ? "row" : "rows")" }

        /// Of what writes nothing.
        static func done(_ detail: String, ignored: [KeyComplaint] = []) -> Account {
            Account(level: .debug, message: "done", detail: detail, ignored: ignored)
        }
    }

    /// That the one who was given rows wants no more of them; no failure of the store.
    struct ReaderStopped: Error { let reason: any Error }

    /// Does what is tried, and says what came of it, or why nothing did.
    ///
    /// - Parameters:
    ///   - verb: `insert into`.
    ///   - name: of the entity, as the caller wrote it.
    func logged<Result>(
        _ verb: String, _ name: String, _ work: () throws -> Result, account: (Result) -> Account
    ) throws -> Result {
        let tried = "\(verb) \(entities[name]?.name ?? name)"
        do {
            let result = try work()
            let account = account(result)
            if !account.ignored.isEmpty {
                log.say(.warning, "keys passed over", tried: tried, account.ignored.withoutValues)
            }
            log.say(account.level, account.message, tried: tried, account.detail)
            return result
        } catch let stop as ReaderStopped {
            log.say(.debug, "stopped by the reader", tried: tried)
            throw stop.reason
        } catch {
            log.fail(error, tried: tried)
            throw error
        }
    }
}

extension RecordLog {
    /// What a failure is worth: what the caller can do something about is a warning.
    fileprivate func fail(_ error: any Error, tried: String) {
        switch error as? DynamicError {
        case nil: say(.error, "failed", tried: tried, "\(error)")
        case .store(let error): say(.error, "failed", tried: tried, "\(error)")
        case let mistake?: say(.warning, "not done", tried: tried, mistake.withoutValues)
        }
    }
}

extension DynamicError {
    /// The same for a log, where no value may stand: a predicate is told by the place in it that is wrong.
    var withoutValues: String {
        switch self {
        case .keys(_, let mistakes): mistakes.withoutValues
        case .nothingToSet(_, _, let ignored) where !ignored.isEmpty: ignored.withoutValues
        case .dangling(let key, _, let entity): "\(key): there is no such row in \(entity), or no more"
        case .predicate(let error): "the predicate cannot be read" + Self.place(of: error)
        case .sort(let error): "the sort keys cannot be read" + Self.place(of: error)
        case .unknownEntity, .readOnly, .nothingToSet, .missing, .rule, .constraint, .store: description
        }
    }

    private static func place(of error: PredicateError) -> String { error.column.map { " at column \($0)" } ?? "" }
}

extension [KeyComplaint] {
    /// What is wrong with keys, without the values that were given for them.
    fileprivate var withoutValues: String {
        map { complaint in
            guard case .value(_, let expected) = complaint.reason else { return complaint.description }
            return "\(complaint.key): expected \(expected)"
        }.joined(separator: "; ")
    }
}
