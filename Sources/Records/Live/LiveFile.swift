package import SQLite

/// The file that live rows are of: how it is opened, and what it means when it cannot be read.
package protocol LiveFile: AnyObject {
    var path: String { get }

    /// A connection that reads; it throws where there is no file.
    func open() throws -> Connection

    /// Something was read, so that what was wrong is over.
    func hasRead()

    /// What an error means: a `LivePause`, or the end with whatever other error is told.
    func meaning(of error: any Error) -> any Error
}

/// A file of SQLite of whatever tables; it is waited for while it is not there, or somebody holds it.
final class DatabaseFile: LiveFile {
    let path: String

    init(_ path: String) { self.path = path }

    func open() throws -> Connection {
        guard FileIdentity(path: path) != nil else { throw LivePause("there is no file \(path)") }
        let connection = try Connection(path: path, access: .readOnly)
        for function in ScalarFunction.all {
            try connection.register(function.name, argumentCount: function.argumentCount, function.body)
        }
        return connection
    }

    func hasRead() {}

    func meaning(of error: any Error) -> any Error {
        let refusal: SQLiteError
        switch error {
        case let error as SQLiteError: refusal = error
        case RecordError.refused(let error, _): refusal = error
        default: return error
        }
        return switch refusal.kind {
        case .busy, .locked, .cannotOpen: LivePause("\(path) cannot be read now: \(refusal.message)")
        default: error
        }
    }
}
