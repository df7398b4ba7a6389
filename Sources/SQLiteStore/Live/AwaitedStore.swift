internal import Articles
internal import Records
internal import SQLite

/// The store as live rows read it, whatever file stands at its path; one that is not there is waited for.
final class AwaitedStore: LiveFile {
    let path: String
    /// Whether the store was there once, or was waited for: then what is wrong with it may pass.
    private var isPatient = false
    private var pause: LivePause?

    init(_ path: String) { self.path = path }

    func open() throws -> Connection { try StoreOpening.forReading(path, tried: "follow \(path)") }

    func hasRead() { (isPatient, pause) = (true, nil) }

    /// - Returns: a pause, a `StoreFailure`, or what is neither the store's nor SQLite's as it is.
    func meaning(of error: any Error) -> any Error {
        let failure: StoreFailure
        switch error {
        case let error as StoreFailure: failure = error
        case let error as SQLiteError: failure = StoreFailure(error, tried: "follow \(path)")
        case let error as RecordError: failure = StoreFailure(error, tried: "follow \(path)")
        default: return error
        }
        switch failure.kind {
        case .usage: return failure
        case .missing, .busy: isPatient = true
        default: guard isPatient else { return failure }
        }
        let pause = pause(for: failure)
        self.pause = pause
        return pause
    }

    /// Why nothing can be read now, without the states that a store goes through while it is made.
    private func pause(for failure: StoreFailure) -> LivePause {
        switch failure.kind {
        case .missing: return pause ?? LivePause("there is no store at \(path)")
        case .busy: return pause ?? LivePause("\(path) is held by another program: \(failure.reason)")
        default:
            if let pause, isPassing { return pause }
            return LivePause("\(path) cannot be read: \(failure.reason)")
        }
    }

    /// Whether what was wrong is that the store is being made, which it may have been by now.
    private var isPassing: Bool {
        guard FileStanding(path) != .special, let store = try? Connection(path: path, access: .readOnly),
            let standing = try? StoreSchema.current.standing(of: store)
        else { return false }
        return switch standing {
        case .empty, .older, .current: true
        case .newer, .foreign: false
        }
    }
}

extension DatabaseWatch {
    /// A watch of the store at a path, which need not be there yet.
    ///
    /// - Parameter descriptor: a pipe that is written to; it ends when nobody reads it any more.
    static func store(_ path: String, endingWith descriptor: Int32?, tried: String) throws(StoreFailure)
        -> DatabaseWatch
    {
        do throws(DatabaseWatchError) { return try DatabaseWatch(path, endingWith: descriptor) } catch {
            throw StoreFailure(.other, tried: tried, reason: "\(error.tried): \(error.reason)", hint: error.hint)
        }
    }
}
