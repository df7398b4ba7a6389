internal import Glibc

/// A person's editor, as `$VISUAL` or `$EDITOR` names it: a command of the shell that is given a file.
struct Editor {
    private let command: String
    private let folder: String

    /// - Throws: where neither variable names one.
    init(_ environment: [String: String]) throws(CommandFailure) {
        let named = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }
        guard let command = named.first(where: { !$0.allSatisfy(\.isWhitespace) }) else {
            throw CommandFailure(
                .usage,
                "neither $VISUAL nor $EDITOR names an editor to write the note in (or give --body TEXT, or --body - for standard input)"
            )
        }
        self.command = command
        folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// Lays a text before the person, and hands what they leave to `use`.
    ///
    /// The file, which its owner alone can read, is gone afterwards, unless `use` throws or the editor dies after it wrote
    /// there: what was written by hand is kept then, and the failure says where.
    ///
    /// - Throws: where the editor cannot be run, or ends as failed; what `use` threw, as `CommandFailure`.
    func edit<Result>(_ text: String, _ use: (String) async throws -> Result) async throws -> Result {
        let file = try TextFile(text, in: folder)
        do throws(CommandFailure) {
            try run(on: file.path)
        } catch {
            guard file.isUntouched(since: text) else {
                throw CommandFailure(error.code, "\(error); what you wrote is in \(file.path)")
            }
            file.remove()
            throw error
        }
        let written: String
        do throws(CommandFailure) { written = try file.text() } catch {
            throw CommandFailure(error.code, "\(error); what you wrote is in \(file.path)")
        }
        let result: Result
        do { result = try await use(written) } catch let cancelled as EditingCancelled {
            file.remove()
            throw cancelled
        } catch {
            throw CommandFailure(.failed, "\(error); what you wrote is in \(file.path)")
        }
        file.remove()
        return result
    }

    private func run(on path: String) throws(CommandFailure) {
        // The shell splits a command such as `code --wait`, as other programs do it.
        let words = ["/bin/sh", "-c", "\(command) \"$1\"", "sh", path]
        // Keys that interrupt are the editor's while it runs: it must not be left alone with the terminal.
        let formerActions = Self.ignore([SIGINT, SIGQUIT])
        defer { Self.restore(formerActions) }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Broken pipes are ignored in this program too, and children would inherit it.
        var ordinary = sigset_t()
        unsafe sigemptyset(&ordinary)
        for signal in [SIGINT, SIGQUIT, SIGPIPE] { unsafe sigaddset(&ordinary, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &ordinary)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let code = unsafe posix_spawn(&child, words[0], nil, &attributes, arguments, environ)
        guard code == 0 else {
            throw CommandFailure(.failed, "cannot run the editor `\(command)`: \(Self.reason(code))")
        }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else {
                throw CommandFailure(.failed, "cannot wait for the editor `\(command)`: \(Self.reason(errno))")
            }
        }
        guard status == 0 else {
            let signal = status & 0x7F
            let how = signal == 0 ? "with exit code \((status >> 8) & 0xFF)" : "by signal \(signal)"
            throw CommandFailure(.failed, "the editor `\(command)` ended \(how); the store is as it was")
        }
    }

    private static func ignore(_ signals: [Int32]) -> [(signal: Int32, action: sigaction)] {
        signals.map { signal in
            var ignoring = sigaction()
            unsafe ignoring.__sigaction_handler.sa_handler = SIG_IGN
            var former = sigaction()
            unsafe sigaction(signal, &ignoring, &former)
            return (signal, former)
        }
    }

    private static func restore(_ actions: [(signal: Int32, action: sigaction)]) {
        for (signal, action) in actions {
            var action = action
            unsafe sigaction(signal, &action, nil)
        }
    }

    fileprivate static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}

/// A person left the editor without a note.
struct EditingCancelled: Error {}

/// A text in a new file that its owner alone can read.
private struct TextFile {
    let path: String

    init(_ text: String, in folder: String) throws(CommandFailure) {
        let suffix = ".md"
        var template = Array("\(folder)/articlesync-note-XXXXXX\(suffix)".utf8CString)
        let descriptor = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mkstemps($0, Int32(suffix.utf8.count)) } ?? -1
        }
        guard descriptor >= 0 else {
            throw CommandFailure(
                .failed, "cannot make a file under \(folder): \(Editor.reason(errno)) (set TMPDIR to another)")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { close(descriptor) }
        do throws(OutputClosed) { try Output.descriptor(descriptor).write(text) } catch {
            remove()
            throw CommandFailure(.failed, "cannot write \(path): \(error)")
        }
    }

    /// What it holds now; the editor may have put another file in its place.
    func text() throws(CommandFailure) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure(.failed, "cannot read \(path): \(Editor.reason(errno))") }
        defer { close(descriptor) }
        do throws(InputFailure) { return try Input.descriptor(descriptor).text() } catch {
            throw CommandFailure(.failed, "cannot read \(path): \(error)")
        }
    }

    /// Whether nothing is in it that anybody wrote: it is gone, blank, or as it was laid before the person.
    func isUntouched(since text: String) -> Bool {
        guard FilePresence.isThere(path) else { return true }
        // One that cannot be read may hold anything.
        guard let now = try? self.text() else { return false }
        return now.allSatisfy(\.isWhitespace) || now.utf8.elementsEqual(text.utf8)
    }

    func remove() { unsafe unlink(path) }
}
