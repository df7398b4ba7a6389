package import SQLite

/// What live rows are read from, by one task.
///
/// Both calls throw `LivePause` where nothing can be read now but may be later; any other error ends the live rows.
package protocol LiveSource<Row>: AnyObject {
    associatedtype Row: Sendable

    /// Another stamp than before as soon as something was committed; cheap.
    func stamp() throws -> DatabaseStamp

    /// The first rows in order, of one snapshot that is at least as new as the last stamp.
    func rows(atMost limit: Int) throws -> [Row]
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
