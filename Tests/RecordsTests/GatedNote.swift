import Dispatch
import Records
import Synchronization

/// A record at whose title the thread of the store waits, where a test has it do so.
struct GatedNote: Record, Hashable {
    var id: Int64 = 0
    var title: String
    var body = ""
    var version: Int64 = 1

    static let table = Table<GatedNote>(
        "gated_note", key: .generated(\.id), version: .counted(\.version), Attribute("id", \.id),
        Attribute("title", \.title, codec: GatedText()), Attribute("body", \.body), Attribute("_version", \.version),
        make: GatedNote.init)
}

/// A text that is stored as it is, once its gate lets it pass.
private struct GatedText: ReversibleTransformer {
    func encode(_ text: String) -> String {
        Gate.pass(text)
        return text
    }

    func decode(_ text: String) -> String {
        Gate.pass(text)
        return text
    }
}

/// Holds the first who reads or writes a text until it is opened; closed from the start.
struct Gate: Sendable {
    private static let closed = Mutex<[String: Gate]>([:])
    private let reached = AsyncStream<Void>.makeStream()
    private let isOpen = DispatchSemaphore(value: 0)

    /// - Parameter text: that no other test has a gate at.
    init(at text: String) {
        let gate = self
        Self.closed.withLock { $0[text] = gate }
    }

    fileprivate static func pass(_ text: String) {
        guard let gate = closed.withLock({ $0.removeValue(forKey: text) }) else { return }
        gate.reached.continuation.yield()
        gate.isOpen.wait()
    }

    /// Returns once somebody waits there.
    func untilReached() async {
        var arrivals = reached.stream.makeAsyncIterator()
        await arrivals.next()
    }

    func open() { isOpen.signal() }
}

/// A record whose key is a text.
struct Term: Record, Hashable {
    var term: String
    var meaning: String
    var version: Int64 = 1

    static let table = Table<Term>(
        "term", key: .given(\.term), version: .counted(\.version), Attribute("term", \.term),
        Attribute("meaning", \.meaning), Attribute("_version", \.version), make: Term.init)
}
