package import SQLite

/// What live rows are read from, by one task.
///
/// Every call may throw `LivePause` where nothing can be read now but may be later; any other error ends the live rows.
package protocol LiveSource<Row>: AnyObject {
    associatedtype Row: Sendable

    /// Another stamp than before as soon as something was committed; cheap.
    func stamp() throws -> DatabaseStamp

    /// Begins a snapshot that is at least as new as the last stamp.
    func begin() throws

    /// Hands over the first rows of the snapshot in order; the same each time, and what `body` throws is thrown on.
    func forEachRow(atMost limit: Int, _ body: (Row) throws -> Void) throws

    /// Ends the snapshot, if one is begun.
    func end()
}

/// Why nothing can be read now: there is no file, or somebody holds it.
package struct LivePause: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ reason: String) { description = reason }
}

/// Which state of which file.
package struct DatabaseStamp: Hashable, Sendable {
    private let file: FileIdentity
    private let connection: Int
    private let version: Int

    /// - Parameters:
    ///   - connection: counts connections, as the version means nothing to another.
    ///   - version: `PRAGMA data_version`, which any commit of another connection changes, in whatever process.
    package init(_ file: FileIdentity, connection: Int, version: Int) {
        self.file = file
        self.connection = connection
        self.version = version
    }
}
