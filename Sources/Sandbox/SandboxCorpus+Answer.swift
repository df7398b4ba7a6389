extension SandboxCorpus {
    /// The whole corpus as one answer, larger than any that the API gives; for measuring what reads it.
    package var answer: [UInt8] {
        let writer = DocumentWriter(era: era)
        let documents = articles.map { writer.bytes(of: $0) }
        return Envelope(era: era, total: documents.count, ceiling: era.ceiling, offset: 0, documents: documents).bytes
    }
}
