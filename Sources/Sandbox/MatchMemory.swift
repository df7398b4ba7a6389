/// Which articles were found to match which questions, one byte for each: texts are invented and read only once.
struct MatchMemory {
    /// What is asked of an article itself, whatever its day.
    struct Question: Hashable {
        private let terms: SearchTerms
        private let filter: FilterExpression?
        private let era: SandboxEra

        init(_ search: Search, era: SandboxEra) {
            // What every article says need not be looked for.
            terms = SearchTerms(search.text ?? "").without(SearchText(InventedWords.opening))
            filter = search.filter
            self.era = era
        }

        var isAlwaysTrue: Bool { terms.isEmpty && filter == nil }

        func matches(_ article: InventedArticle) -> Bool {
            let text = SearchText("\(article.headline) \(article.abstract) \(article.lead)")
            return terms.match(text) && filter?.matches(article, text: text, in: era) ?? true
        }
    }

    private enum Mark: UInt8 { case unknown, match, other }

    private static let bound = 4
    private var answers: [(question: Question, marks: [Mark])] = []

    mutating func matches(
        _ question: Question, among indexes: ArraySlice<Int32>, in corpus: SandboxCorpus
    ) -> [Int32] {
        var marks: [Mark] = []
        if let place = answers.firstIndex(where: { $0.question == question }) {
            marks = answers.remove(at: place).marks
        } else if answers.count == Self.bound {
            answers.removeFirst()
        }
        let found = indexes.filter { number in
            let index = Int(number)
            if index >= marks.count {
                marks.append(contentsOf: repeatElement(.unknown, count: max(index + 1 - marks.count, marks.count)))
            }
            if marks[index] == .unknown {
                marks[index] = question.matches(corpus.article(index)) ? .match : .other
            }
            return marks[index] == .match
        }
        answers.append((question, marks))
        return found
    }

    mutating func forget(_ index: Int) {
        for place in answers.indices where index < answers[place].marks.count {
            answers[place].marks[index] = .unknown
        }
    }
}
