internal import Articles
internal import Rendering
internal import SQLiteStore

/// The store: whether it is whole, and whether it has room.
extension Doctor {
    /// Up to so many bytes indexes are compared with their tables too.
    private static let thoroughUpTo = 256 << 20
    /// A log beyond so many bytes means that somebody keeps it from being copied into the file.
    private static let largeLog = 128 << 20
    /// With less room than this nothing goes on for long.
    private static let leastRoom = 64 << 20

    /// - Returns: what was found, and the facts where the store can be read.
    func store(_ settings: Settings, _ store: SQLiteArticleReader) async -> ([Check], StoreFacts?) {
        let path = settings.store.path
        let facts: StoreFacts
        do throws(StoreFailure) { facts = try store.facts() } catch { return ([unreadable(error, path)], nil) }
        var checks = [
            Check(
                .store, "opens", .ok,
                "\(path), version \(facts.version), \(facts.articles) articles of \(facts.queries == 1 ? "1 query" : "\(facts.queries) queries"), "
                    + "\(ByteWords(facts.size.bytes)); read by SQLite \(facts.sqlite)")
        ]
        let isThorough = repairs || facts.size.bytes <= Self.thoroughUpTo
        let damage = found(
            "damage", isThorough ? "none: every page and index was read" : "none: every page was read",
            advice: "stop the service and keep a copy of the file and its -wal; "
                + "`sqlite3 FILE .recover` saves what can be read, a former copy has the rest"
        ) { () throws(StoreFailure) in try store.damages(isThorough: isThorough) }
        checks.append(damage)
        checks += repairs ? await repaired(path, isDamaged: damage.state == .problem) : contents(store)
        return (checks + log(path) + room(path, facts.size) + permissions(path), facts)
    }

    private func unreadable(_ failure: StoreFailure, _ path: String) -> Check {
        if failure.kind == .missing {
            return Check(.store, "opens", .warning, "there is no store yet at \(path)", advice: failure.hint)
        }
        if FileFacts(path) != nil, !FileFacts.mayRead(path) {
            return Check(.store, "opens", .notChecked, "\(path): this user may not read it", advice: failure.hint)
        }
        return self.failure(.store, "opens", failure)
    }

    func found(
        _ name: String, _ well: String, advice: String, _ look: () throws(StoreFailure) -> [String]
    ) -> Check {
        do throws(StoreFailure) {
            let findings = try look()
            guard let first = findings.first else { return Check(.store, name, .ok, well) }
            let more = findings.count > 1 ? " (and \(findings.count - 1) more)" : ""
            return Check(.store, name, .problem, first + more, advice: advice)
        } catch {
            return failure(.store, name, error)
        }
    }

    private func log(_ path: String) -> [Check] {
        guard let log = FileFacts(path + "-wal") else { return [] }
        guard log.size > Self.largeLog else {
            return [Check(.store, "log", .ok, "\(ByteWords(log.size))")]
        }
        return [
            Check(
                .store, "log", .warning,
                "\(path)-wal has grown to \(ByteWords(log.size)): some reader has looked at one state for long",
                advice: "end programs that hold the store open (`fuser \(path)`); the next sync then copies it in")
        ]
    }

    private func room(_ path: String, _ size: StoreSize) -> [Check] {
        let folder = FileFacts.folder(of: path)
        guard let free = FileFacts.freeBytes(at: folder) else {
            return [Check(.store, "room", .notChecked, "the room on the disk of \(folder) cannot be told")]
        }
        let words = "\(ByteWords(free)) are free on the disk of the store"
        if free < Self.leastRoom {
            return [Check(.store, "room", .problem, words, advice: "free some, or syncs fail")]
        }
        if free < size.bytes {
            return [
                Check(
                    .store, "room", .warning, "\(words), which is less than its own size (\(ByteWords(size.bytes)))",
                    advice: "free some before a large first sync or `prune --vacuum`")
            ]
        }
        return [Check(.store, "room", .ok, words)]
    }

    private func permissions(_ path: String) -> [Check] {
        guard let facts = FileFacts(path) else { return [] }
        if facts.mode & 0o002 != 0 {
            return [
                Check(
                    .store, "permissions", .warning, "every user may write \(path) (\(octal(facts.mode)))",
                    advice: "chmod o-w \(path)")
            ]
        }
        guard facts.mode & 0o004 != 0 else {
            return [Check(.store, "permissions", .ok, "for its owner and group alone (\(octal(facts.mode)))")]
        }
        // Who reads needs the log and its index too.
        for companion in ["-wal", "-shm"] {
            if let other = FileFacts(path + companion), other.mode & 0o004 == 0 {
                return [
                    Check(
                        .store, "permissions", .warning,
                        "every user may read \(path), but not \(path)\(companion) (\(octal(other.mode))), so that they cannot open it",
                        advice: "chmod o+r \(path)\(companion)")
                ]
            }
        }
        return [Check(.store, "permissions", .ok, "every user may read it (\(octal(facts.mode)))")]
    }
}
