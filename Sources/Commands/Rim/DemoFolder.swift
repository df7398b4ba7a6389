internal import Glibc

/// A new folder for the files of a demonstration, for its owner alone.
struct DemoFolder {
    let path: String

    /// Makes one under a folder that exists.
    init(under parent: String) throws(CommandFailure) {
        var template = Array("\(parent)/articlesync-demo-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
        }
        guard made else {
            throw CommandFailure(
                .failed, "cannot make a folder under \(parent): \(Self.reason) (set TMPDIR to another)")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes a file that its owner alone can read, and tells its path.
    @discardableResult
    func write(_ text: String, to name: String) throws(CommandFailure) -> String {
        let target = path + "/" + name
        let descriptor = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw CommandFailure(.failed, "cannot write \(target): \(Self.reason)") }
        defer { close(descriptor) }
        do { try Output.descriptor(descriptor).write(text) } catch {
            throw CommandFailure(.failed, "cannot write \(target): \(error)")
        }
        return target
    }

    /// Removes the folder and the files in it.
    func remove() {
        for name in ["articlesync.toml", "demo.key", "articles.db", "articles.db-wal", "articles.db-shm"] {
            unsafe unlink(path + "/" + name)
        }
        unsafe rmdir(path)
    }

    private static var reason: String { unsafe String(cString: strerror(errno)) }
}
