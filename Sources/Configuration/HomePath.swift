/// Paths as people write them.
package enum HomePath {
    /// The path with the home folder in place of a `~` at its beginning; as it is if there is no home folder.
    ///
    /// - Parameter environment: where `HOME` names the home folder.
    package static func expanded(_ path: String, _ environment: [String: String]) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"], home.hasPrefix("/") else {
            return path
        }
        return (home == "/" ? "" : home) + path.dropFirst()
    }
}
