internal import Glibc

/// Recorded answers of real APIs, which stand outside the project and may be missing.
package enum Recordings {
    /// `$ARTICLESYNC_RECORDINGS`, else `../shared/recordings` beside the checkout; nil where there is no such folder.
    package static let folder: String? = {
        let named = unsafe getenv("ARTICLESYNC_RECORDINGS").map { unsafe String(cString: $0) }
        let beside = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/shared/recordings"
        let path = named ?? beside
        return Files.exists(path) ? path : nil
    }()

    /// Why a suite that needs them is skipped.
    package static let whyMissing: String =
        "recorded answers are not here: set ARTICLESYNC_RECORDINGS to their folder"

    package static func bytes(_ name: String) throws -> [UInt8] {
        guard let folder else { throw TestFailure(whyMissing) }
        return try Files.read(folder + "/" + name)
    }
}
