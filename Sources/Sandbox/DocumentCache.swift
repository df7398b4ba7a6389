internal import Synchronization

/// The documents of a corpus as JSON, each written when it is first asked for and kept.
final class DocumentCache: Sendable {
    private let corpus: SandboxCorpus
    private let written: Mutex<[[UInt8]?]>

    init(_ corpus: SandboxCorpus) {
        self.corpus = corpus
        written = Mutex(Array(repeating: nil, count: corpus.articles.count))
    }

    func documents(_ indexes: some Sequence<Int>) -> [[UInt8]] {
        let writer = DocumentWriter(era: corpus.era)
        return written.withLock { written in
            indexes.map { index in
                if let bytes = written[index] { return bytes }
                let bytes = writer.bytes(of: corpus.articles[index])
                written[index] = bytes
                return bytes
            }
        }
    }

    /// The document of an article with a date and a word count of types that no era has.
    func nonsense(_ index: Int) -> [UInt8] {
        DocumentWriter(era: corpus.era, isNonsense: true).bytes(of: corpus.articles[index])
    }
}
