internal import Glibc

/// Answers of APIs: small invented ones of each era and oddity, which are part of the project, and recorded ones of the
/// real APIs, which are third-party text, stand outside it and may be missing.
package enum Recordings {
    /// `$ARTICLESYNC_RECORDINGS`, else `../shared/recordings` beside the checkout; nil where there is no such folder.
    package static let folder: String? = {
        let named = unsafe getenv("ARTICLESYNC_RECORDINGS").map { unsafe String(cString: $0) }
        let beside = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/shared/recordings"
        let path = named ?? beside
        return Files.exists(path) ? path : nil
    }()

    /// The answers of the project, then those that were recorded where they are here.
    package static let folders: [String] =
        [#filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Answers"]
        + [folder].compactMap(\.self)

    private static func path(_ name: String) -> String? {
        folders.map { $0 + "/" + name }.first { Files.exists($0) }
    }

    /// Cases on answers of the project, and those on recorded ones whose answer is here.
    ///
    /// An invented answer that is missing fails the test that reads it.
    package static func cases<Case>(
        _ invented: [Case], recorded: [Case], _ name: (Case) -> String
    ) -> [Case] {
        invented + recorded.filter { path(name($0)) != nil }
    }

    /// - Parameter name: provider and file, as in `nyt/2016_images-and-entities.json`.
    package static func bytes(_ name: String) throws -> [UInt8] {
        guard let path = path(name) else {
            throw TestFailure("\(name) is not here: set ARTICLESYNC_RECORDINGS to the folder of the recorded answers")
        }
        return try Files.read(path)
    }
}
