import Articles
import Chronology
import Synchronization

/// An outbox that forgets when it ends; it can be told to fail.
final class InMemoryOutbox: NoticeOutbox {
    struct Contents: Sendable {
        var lines: [OutboxLine] = []
        var standings: [String: NoticeStanding] = [:]
        var lastID: Int64 = 0
        var isBroken = false
    }

    let contents: Mutex<Contents>

    init(_ contents: Contents = Contents()) { self.contents = Mutex(contents) }

    var lines: [OutboxLine] { contents.withLock { $0.lines } }

    func noticeStandings() throws(StoreFailure) -> [String: NoticeStanding] { try whole { $0.standings } }

    func post(
        _ lines: [OutboxLine], standing: NoticeStanding, of query: String
    ) throws(StoreFailure) -> [String: Int] {
        try whole { contents in
            for var line in lines {
                contents.lastID += 1
                line.id = contents.lastID
                contents.lines.append(line)
            }
            contents.standings[query] = standing
            let dropped = contents.lines.dropLast(OutboxLine.limit)
            contents.lines.removeFirst(dropped.count)
            return Dictionary(grouping: dropped, by: \.target).mapValues(\.count)
        }
    }

    func heads() throws(StoreFailure) -> [OutboxLine] {
        try whole { contents in
            var targets: Set<String> = []
            return contents.lines.filter { targets.insert($0.target).inserted }
        }
    }

    func remove(_ id: Int64) throws(StoreFailure) { try whole { $0.lines.removeAll { $0.id == id } } }

    func postpone(_ id: Int64, attempts: Int, until next: Instant, reason: String) throws(StoreFailure) {
        try whole { contents in
            guard let index = contents.lines.firstIndex(where: { $0.id == id }) else { return }
            contents.lines[index].attempts = attempts
            contents.lines[index].nextAt = next
            contents.lines[index].reason = reason
        }
    }

    func keepLines(of targets: Set<String>) throws(StoreFailure) -> [String: Int] {
        try whole { contents in
            let gone = contents.lines.filter { !targets.contains($0.target) }
            contents.lines.removeAll { !targets.contains($0.target) }
            return Dictionary(grouping: gone, by: \.target).mapValues(\.count)
        }
    }

    private func whole<Value: Sendable>(_ body: (inout sending Contents) -> Value) throws(StoreFailure) -> Value {
        try contents.withLock { contents throws(StoreFailure) in
            guard !contents.isBroken else { throw StoreFailure(.busy, tried: "use the outbox", reason: "it is broken") }
            return body(&contents)
        }
    }
}
