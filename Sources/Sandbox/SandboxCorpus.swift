package import Chronology

/// All invented articles of a seed, and what a search finds among them.
package struct SandboxCorpus: Sendable {
    /// In the order of their indexes.
    package let articles: [InventedArticle]
    package let era: SandboxEra
    private let texts: [SearchText]

    package init(_ options: SandboxOptions) {
        let invention = ArticleInvention(seed: options.seed, days: options.days)
        articles = (0..<max(options.articles, 0)).map(invention.article)
        texts = articles.map { SearchText("\($0.headline) \($0.abstract) \($0.lead)") }
        era = options.era
    }

    /// The articles with all the words of a text that were published on days, both ends included; oldest first.
    ///
    /// Words are looked for in headline, abstract and lead. Days are those of UTC. Nil leaves a side open.
    package func matching(text: String? = nil, from: CalendarDay? = nil, to: CalendarDay? = nil) -> [InventedArticle] {
        search(Search(text: text, from: from, to: to, order: .oldest)).map { articles[$0] }
    }

    /// The indexes that a search finds, in its order.
    func search(_ search: Search) -> [Int] {
        let terms = search.text.map(SearchTerms.init)
        let found = articles.indices.filter { index in
            let day = articles[index].published.utcDay
            return search.from.map { $0 <= day } ?? true && search.to.map { day <= $0 } ?? true
                && terms?.match(texts[index]) ?? true
                && search.filter?.matches(articles[index], text: texts[index], in: era) ?? true
        }
        switch search.order {
        case .oldest: return found.sorted { (articles[$0].published, $0) < (articles[$1].published, $1) }
        case .newest: return found.sorted { (articles[$0].published, $1) > (articles[$1].published, $0) }
        // As good as any: nobody knows how the API weighs.
        case .relevance: return found.sorted { (articles[$0].quirk, $0) < (articles[$1].quirk, $1) }
        }
    }
}
