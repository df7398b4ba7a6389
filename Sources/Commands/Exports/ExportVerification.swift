internal import Glibc
internal import Mapping

/// Checks a file against the manifest beside it.
struct ExportVerification {
    let file: String
    let manifest: String

    /// What of a manifest is checked.
    private struct Promise: Sendable {
        var bytes = 0
        var sha256 = ""
        var query = ""
        var isWhole = false
        var counts = Counts()

        struct Counts: Sendable {
            var articles = 0
        }

        static let mapping = Mapping(
            Promise(), name: "the manifest", Field(\.bytes, "bytes"), Field(\.sha256, "sha256"),
            Field(\.query, "query"), Field(\.isWhole, "complete"), Field(\.counts.articles, "counts.articles"))
    }

    /// The longest manifest that is read: a ledger of a line a day over many years is far below.
    private static let longest = 64 * 1_024 * 1_024

    /// - Returns: what to say of a file that is what its manifest says.
    /// - Throws: where it is not, or where either cannot be read.
    func check() throws(CommandFailure) -> String {
        guard FilePresence.isThere(file) else { throw CommandFailure(.failed, "cannot check \(file): it is not there") }
        guard FilePresence.isThere(manifest) else {
            throw CommandFailure(
                .failed,
                "cannot check \(file): its manifest \(manifest) is not there; bring it back, name it with --manifest, or export again"
            )
        }
        let promise = try promise()
        let digest = try DigestedBytes()
        try Self.read(file, "cannot read \(file)") { bytes throws(CommandFailure) in digest.add(bytes) }
        guard digest.count == promise.bytes else {
            throw CommandFailure(
                .failed,
                "\(file) is not what was exported: it has \(digest.count) bytes, \(manifest) says \(promise.bytes)")
        }
        let found = try digest.sha256
        guard found == promise.sha256 else {
            throw CommandFailure(
                .failed,
                "\(file) is not what was exported: its SHA-256 is \(found), \(manifest) says \(promise.sha256)")
        }
        let articles = promise.counts.articles
        return "\(file): as exported; \(articles) \(articles == 1 ? "article" : "articles") of \(promise.query)"
            + (promise.isWhole ? "" : ", whose contents were not complete") + "\n"
    }

    private func promise() throws(CommandFailure) -> Promise {
        var text: [UInt8] = []
        try Self.read(manifest, "cannot read the manifest \(manifest)") { bytes throws(CommandFailure) in
            text += bytes
            guard text.count <= Self.longest else {
                throw CommandFailure(.failed, "\(manifest) is no manifest: it is longer than any")
            }
        }
        do { return try Promise.mapping.decode(json: text) } catch {
            throw CommandFailure(
                .failed, "\(manifest) is no manifest of an export: \(error); export again, or name it with --manifest")
        }
    }

    private static func read(
        _ path: String, _ tried: String, _ body: ([UInt8]) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        // Without waiting for somebody who writes into a pipe.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw CommandFailure(.failed, "\(tried): \(unsafe String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        try FilePieces.read(descriptor, tried, body)
    }
}
