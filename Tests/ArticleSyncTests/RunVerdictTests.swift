internal import ArticleSync
internal import Articles
internal import Testing

@Suite struct `A verdict on a run` {
    /// The numbers of a run of one page.
    private func tally(
        total: Total, documents: Int? = nil, distinct: Int? = nil, dropped: Int = 0, secondTotal: Total? = nil
    ) -> RunTally {
        let count = documents ?? total.count
        let read = (0..<max(count - dropped, 0)).map { Article(key: ArticleKey(provider: "p", id: "\($0)")) }
        let bad = (0..<dropped).map { DroppedDocument(path: "docs[\($0)]", reason: "no id") }
        var tally = RunTally()
        tally.add(ArticlePage(number: 0, total: total, articles: read, dropped: bad))
        if let secondTotal { tally.add(ArticlePage(number: 1, total: secondTotal, articles: [])) }
        tally.staged(distinct ?? read.count)
        return tally
    }

    private func verdict(
        _ tally: RunTally, current: RunTicket.Contents = .init(), shrinkGuard: ShrinkGuard = ShrinkGuard(),
        accept: Bool = false
    ) -> RunVerdict {
        RunVerdict(
            tally: tally, cap: 1_000, current: current, fingerprint: "asked", shrinkGuard: shrinkGuard, accept: accept)
    }

    private func holding(_ articles: Int, _ coverage: Coverage = .complete, asked: String = "asked")
        -> RunTicket.Contents
    { .init(articles: articles, generation: 1, coverage: coverage, fingerprint: asked) }

    @Test func `replaces when every announced article came`() {
        #expect(verdict(tally(total: .exactly(34))) == .replace(.complete, .complete, reason: nil))
        #expect(
            verdict(tally(total: .exactly(34)), current: holding(30)) == .replace(.complete, .complete, reason: nil))
    }

    @Test func `calls a window with nothing announced empty, the run complete, and asks about the filter`() {
        for current in [RunTicket.Contents(), holding(0, .empty)] {
            guard case .replace(.complete, .empty, let reason?) = verdict(tally(total: .exactly(0)), current: current)
            else {
                Issue.record("zero was passed over in silence")
                continue
            }
            #expect(reason.contains("is the filter right?"))
        }
    }

    enum Shortfall: CaseIterable {
        case dropped, duplicate, missing, moved, capped, atLeast
    }

    private func tally(_ shortfall: Shortfall) -> RunTally {
        switch shortfall {
        case .dropped: tally(total: .exactly(10), dropped: 1)
        case .duplicate: tally(total: .exactly(10), distinct: 9)
        case .missing: tally(total: .exactly(10), documents: 9)
        case .moved: tally(total: .exactly(10), secondTotal: .exactly(11))
        case .capped: tally(total: .exactly(1_001), documents: 1_000)
        case .atLeast: tally(total: .atLeast(10_000), documents: 1_000)
        }
    }

    private func coverage(_ shortfall: Shortfall) -> (RunOutcome, Coverage) {
        switch shortfall {
        case .dropped: (.partial, .partial)
        case .duplicate, .missing, .moved: (.unverified, .unverified)
        case .capped, .atLeast: (.capped, .capped)
        }
    }

    @Test(arguments: Shortfall.allCases) func `never lets incomplete replace complete`(shortfall: Shortfall) throws {
        let (expected, cover) = coverage(shortfall)
        guard case .keep(let outcome, let coverage, let reason) = verdict(tally(shortfall), current: holding(10)) else {
            Issue.record("complete contents were replaced")
            return
        }
        #expect(outcome == expected)
        #expect(coverage == cover)
        #expect(reason.contains("stay"))
    }

    @Test(arguments: Shortfall.allCases) func `stores incomplete where nothing complete was, and says so`(
        shortfall: Shortfall
    ) {
        let (expected, cover) = coverage(shortfall)
        for current in [RunTicket.Contents(), holding(8, cover), holding(10, asked: "something else")] {
            guard case .replace(let outcome, let coverage, let reason?) = verdict(tally(shortfall), current: current)
            else {
                Issue.record("\(shortfall) over \(current) was not stored with a reason")
                continue
            }
            #expect(outcome == expected)
            #expect(coverage == cover)
            #expect(!reason.isEmpty)
        }
    }

    @Test(arguments: Shortfall.allCases) func `lets a person accept what is incomplete`(shortfall: Shortfall) {
        let decided = verdict(tally(shortfall), current: holding(10), accept: true)
        guard case .replace = decided else {
            Issue.record("\(decided)")
            return
        }
    }

    @Test func `holds nothing where there was something`() {
        guard case .keep(.held, .empty, let reason) = verdict(tally(total: .exactly(0)), current: holding(1)) else {
            Issue.record("an empty result was believed")
            return
        }
        #expect(
            reason == "nothing came where there had been 1 article; the former contents stay (--accept replaces them)")
    }

    @Test(arguments: [(49, true), (50, false), (100, false), (400, false)])
    func `holds what shrank by more than max_shrink`(size: Int, held: Bool) {
        let decided = verdict(tally(total: .exactly(size)), current: holding(100))
        if case .keep(.held, _, _) = decided { #expect(held) } else { #expect(!held) }
    }

    @Test func `measures what came against what the last result had, not against all that is kept`() {
        let kept = RunTicket.Contents(
            articles: 290, confirmed: 73, generation: 4, coverage: .complete, fingerprint: "asked")
        #expect(verdict(tally(total: .exactly(70)), current: kept) == .replace(.complete, .complete, reason: nil))
        guard case .keep(.held, _, let reason) = verdict(tally(total: .exactly(30)), current: kept) else {
            Issue.record("a shrunken result was believed")
            return
        }
        #expect(reason.contains("where there had been 73 articles"))
    }

    @Test func `holds fewer than min_articles, even the first time`() {
        let decided = verdict(tally(total: .exactly(4)), shrinkGuard: ShrinkGuard(minimumArticles: 5))
        guard case .keep(.held, _, _) = decided else {
            Issue.record("\(decided)")
            return
        }
        #expect(
            verdict(tally(total: .exactly(5)), shrinkGuard: ShrinkGuard(minimumArticles: 5))
                == .replace(.complete, .complete, reason: nil))
    }

    @Test func `does not measure an edited query against what it used to ask`() {
        let decided = verdict(tally(total: .exactly(3)), current: holding(500, asked: "something else"))
        #expect(decided == .replace(.complete, .complete, reason: nil))
    }
}
