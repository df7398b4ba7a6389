internal import Chronology

/// What a search found, before it is cut into pages.
struct Findings: Sendable {
    /// Of the corpus.
    let indexes: ArraySlice<Int32>
    /// Whether they are read from the end.
    let isReversed: Bool

    var count: Int { indexes.count }

    /// The indexes from an offset on, at most so many.
    func page(at offset: Int, size: Int) -> [Int] { page(min(offset, count)..<min(offset + size, count)) }

    /// The same, where the order of those with one instant is chance.
    ///
    /// - Parameter random: another for each request, so that pages repeat and skip at their seams.
    func page(at offset: Int, size: Int, in corpus: SandboxCorpus, _ random: inout SeededRandom) -> [Int] {
        guard offset < count else { return [] }
        func instant(_ place: Int) -> Instant { corpus.instant(self[place]) }
        let end = min(offset + size, count)
        var low = offset
        while low > 0, instant(low - 1) == instant(offset) { low -= 1 }
        var high = end
        while high < count, instant(high) == instant(end - 1) { high += 1 }
        var places = page(low..<high)[...]
        var start = places.startIndex
        while start < places.endIndex {
            let shared = corpus.instant(places[start])
            let next = places[start...].firstIndex { corpus.instant($0) != shared } ?? places.endIndex
            random.shuffle(&places[start..<next])
            start = next
        }
        return Array(places[(offset - low)..<(end - low)])
    }

    private func page(_ range: Range<Int>) -> [Int] { range.map { self[$0] } }

    private subscript(place: Int) -> Int {
        Int(isReversed ? indexes[indexes.endIndex - 1 - place] : indexes[indexes.startIndex + place])
    }
}

/// The results of the searches asked last: paging asks the same one again and again.
struct FindingsCache {
    private var entries: [(search: Search, findings: Findings)] = []
    /// The corpus that they are of.
    private var version = 0
    private var memory = MatchMemory()

    mutating func findings(_ search: Search, in corpus: SandboxCorpus) -> Findings {
        if version != corpus.version { entries = [] }
        version = corpus.version
        if let place = entries.lastIndex(where: { $0.search == search }) {
            let known = entries.remove(at: place)
            entries.append(known)
            return known.findings
        }
        let findings = corpus.search(search, &memory)
        if entries.count == 16 { entries.removeFirst() }
        entries.append((search, findings))
        return findings
    }

    /// Lets go of results, so that the corpus alone holds what is about to change.
    mutating func letGo() { entries = [] }

    /// What was known of an article is no longer so.
    mutating func forget(_ index: Int) {
        letGo()
        memory.forget(index)
    }
}
