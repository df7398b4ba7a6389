internal import Synchronization

/// Articles as JSON, each written when it is first asked for and kept as long as there is room.
///
/// Two generations: when the young one has taken half of the room, it becomes the old one, and the old one is let go.
final class DocumentCache: Sendable {
    private struct Key: Hashable {
        let edition: SandboxCorpus.Edition
        let era: SandboxEra
    }

    private struct Generations {
        var young: [Key: [UInt8]] = [:]
        var old: [Key: [UInt8]] = [:]
        var bytes = 0
    }

    private let bound: Int
    private let written = Mutex(Generations())

    /// - Parameter bound: bytes of documents that are kept.
    init(bound: Int) { self.bound = bound }

    /// Writes every document of a corpus, and keeps all.
    convenience init(preparing corpus: SandboxCorpus) {
        self.init(bound: .max)
        for index in corpus.published(from: nil, to: nil) { _ = document(corpus.edition(Int(index)), in: corpus) }
    }

    func document(_ edition: SandboxCorpus.Edition, in corpus: SandboxCorpus) -> [UInt8] {
        let key = Key(edition: edition, era: corpus.era)
        return written.withLock { written in
            if let bytes = written.young[key] { return bytes }
            let bytes = written.old[key] ?? DocumentWriter(era: corpus.era).bytes(of: corpus.article(edition))
            if written.bytes > bound / 2 {
                written.old = written.young
                written.young = [:]
                written.bytes = 0
            }
            written.young[key] = bytes
            written.bytes += bytes.count
            return bytes
        }
    }
}
