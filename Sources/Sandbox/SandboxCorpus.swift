package import Chronology

/// All invented articles of a seed at one moment, and what a search finds among them.
///
/// A value: it does not follow what happens to the sandbox afterwards. Articles are invented whenever they are looked
/// at, so that a corpus of 250,000 costs a few megabytes.
package struct SandboxCorpus: Sendable {
    /// By which articles have their ids and filter fields their names.
    package internal(set) var era: SandboxEra {
        didSet { version += 1 }
    }
    let invention: ArticleInvention
    /// Grows by one with all that happens to it.
    private(set) var version = 0
    /// Where each article is, by index; of those that are gone, too.
    private var published: [Instant]
    /// The indexes of all that are there, by publication, then index.
    private var order: [Int32]
    /// Of those that were changed or moved.
    private var editions: [Int: Edition] = [:]

    /// An article in one of the states that it was in.
    struct Edition: Hashable, Sendable {
        let index: Int
        var version = 1
        var moves = 0
        /// Where it was before it was moved.
        var first: Instant?
    }

    package init(_ options: SandboxOptions) {
        let plan = PublicationPlan(options)
        invention = ArticleInvention(seed: options.seed, plan: plan)
        era = options.era
        let published = (0..<plan.count).map(plan.published)
        self.published = published
        order = (0..<Int32(plan.count)).sorted { (published[Int($0)], $0) < (published[Int($1)], $1) }
    }

    /// How many articles there are.
    package var count: Int { order.count }

    /// All articles, in the order of their indexes; every call invents them anew.
    package var articles: [InventedArticle] { order.sorted().map { article(Int($0)) } }

    /// The article of an index, whether it is there or gone; indexes of none yet are a mistake of the caller.
    package func article(_ index: Int) -> InventedArticle { article(edition(index)) }

    /// The articles with all the words of a text that were published on days, both ends included; oldest first.
    ///
    /// Words are looked for in headline, abstract and lead. Days are those of UTC. Nil leaves a side open.
    package func matching(text: String? = nil, from: CalendarDay? = nil, to: CalendarDay? = nil) -> [InventedArticle] {
        found(text, from, to).map { article(Int($0)) }
    }

    /// What identifies those articles in answers, as `matching` finds them, without the cost of inventing all of them.
    package func ids(text: String? = nil, from: CalendarDay? = nil, to: CalendarDay? = nil) -> [String] {
        found(text, from, to).map { invention.id(Int($0), in: era) }
    }

    /// The index of an article that is there, by an id of either kind.
    package func index(of id: String) -> Int? { indexes(of: [id]).first }

    /// The indexes of articles that are there, by ids of either kind, in the order of publication.
    func indexes(of ids: Set<String>) -> [Int] {
        guard !ids.isEmpty else { return [] }
        return order.map { Int($0) }.filter { index in
            ids.contains(invention.id(index, in: .year2013)) || ids.contains(invention.id(index, in: .year2025))
        }
    }

    private func found(_ text: String?, _ from: CalendarDay?, _ to: CalendarDay?) -> ArraySlice<Int32> {
        var memory = MatchMemory()
        return search(Search(text: text, from: from, to: to, order: .oldest), &memory).indexes
    }
}

// Looking.
extension SandboxCorpus {
    func edition(_ index: Int) -> Edition { editions[index] ?? Edition(index: index) }

    func article(_ edition: Edition) -> InventedArticle {
        let published = published[edition.index]
        return invention.article(
            edition.index, published: published, first: edition.first ?? published, version: edition.version)
    }

    /// Where an article is.
    func instant(_ index: Int) -> Instant { published[index] }

    /// Those published on days, both ends included, by publication.
    func published(from: CalendarDay?, to: CalendarDay?) -> ArraySlice<Int32> {
        let start = from.map { day in order.partitioningIndex { day <= published[Int($0)].utcDay } }
        let end = to.map { day in order.partitioningIndex { day < published[Int($0)].utcDay } }
        return order[(start ?? 0)..<max(end ?? order.count, start ?? 0)]
    }

    /// What a search finds.
    func search(_ search: Search, _ memory: inout MatchMemory) -> Findings {
        var indexes = published(from: search.from, to: search.to)
        let question = MatchMemory.Question(search, era: era)
        if !question.isAlwaysTrue { indexes = memory.matches(question, among: indexes, in: self)[...] }
        if search.order == .relevance {
            let weights = indexes.map { (weight: invention.weight(Int($0)), index: $0) }
            indexes = weights.sorted { $0 < $1 }.map(\.index)[...]
        }
        return Findings(indexes: indexes, isReversed: search.order == .newest)
    }
}

// Living.
extension SandboxCorpus {
    /// One more article of the seed; its index.
    mutating func publish(at instant: Instant) -> Int {
        let index = published.count
        published.append(instant)
        insert(index)
        return index
    }

    /// Takes away an article that is there; false where it is not.
    mutating func retract(_ index: Int) -> Bool {
        let place = place(of: index)
        guard place < order.endIndex, order[place] == index else { return false }
        order.remove(at: place)
        version += 1
        return true
    }

    /// Gives an article that is there another instant.
    mutating func move(_ index: Int, to instant: Instant) {
        guard retract(index) else { return }
        var edition = edition(index)
        edition.first = edition.first ?? published[index]
        edition.moves += 1
        editions[index] = edition
        published[index] = instant
        insert(index)
    }

    /// Gives an article another headline, abstract and word count.
    mutating func change(_ index: Int) {
        var edition = edition(index)
        edition.version += 1
        editions[index] = edition
        version += 1
    }

    private mutating func insert(_ index: Int) {
        order.insert(Int32(index), at: place(of: index))
        version += 1
    }

    /// Where an article stands, or would stand.
    private func place(of index: Int) -> Int {
        let key = (published[index], Int32(index))
        return order.partitioningIndex { key <= (published[Int($0)], $0) }
    }
}
