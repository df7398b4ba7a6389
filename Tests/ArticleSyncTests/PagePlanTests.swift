internal import ArticleSync
internal import Articles
internal import Testing

@Suite struct `A page plan` {
    private func page(_ number: Int, total: Total) -> ArticlePage {
        ArticlePage(number: number, total: total, articles: [])
    }

    /// Drives a plan to its end, answering in the order asked, and returns what was asked and how much at once.
    private func pages(total: Total, cap: Int?, concurrency: Int) -> (asked: [Int], atOnce: Int) {
        var plan = PagePlan(limits: SourceLimits(pageSize: 10, cap: cap, concurrency: concurrency))
        var asked: [Int] = []
        var waiting: [Int] = []
        var atOnce = 0
        while true {
            switch plan.step() {
            case .ask(let number):
                asked.append(number)
                waiting.append(number)
                atOnce = max(atOnce, waiting.count)
            case .wait:
                plan.received(page(waiting.removeFirst(), total: total))
            case .done:
                return (asked, atOnce)
            }
        }
    }

    @Test(arguments: [(0, 1), (1, 1), (10, 1), (11, 2), (999, 100), (1_000, 100), (1_001, 100), (33_169, 100)])
    func `asks for every page that the total and the cap allow, once and in order`(total: Int, pages expected: Int) {
        let asked = pages(total: .exactly(total), cap: 1_000, concurrency: 3).asked
        #expect(asked == Array(0..<expected))
    }

    @Test(arguments: 1...7) func `never has more pages in flight than the source allows`(concurrency: Int) {
        let (asked, atOnce) = pages(total: .exactly(500), cap: nil, concurrency: concurrency)
        #expect(asked.count == 50)
        #expect(atOnce == concurrency)
    }

    @Test func `asks for page 0 alone, since only its answer tells how many there are`() {
        var plan = PagePlan(limits: SourceLimits(pageSize: 10, cap: 1_000, concurrency: 8))
        #expect(plan.step() == .ask(page: 0))
        #expect(plan.step() == .wait)
        plan.received(page(0, total: .exactly(25)))
        #expect(plan.pages == 3)
        #expect([plan.step(), plan.step(), plan.step()] == [.ask(page: 1), .ask(page: 2), .wait])
    }

    @Test func `keeps its plan when the total moves on the way`() {
        var plan = PagePlan(limits: SourceLimits(pageSize: 10, cap: 1_000, concurrency: 1))
        _ = plan.step()
        plan.received(page(0, total: .exactly(20)))
        #expect(plan.step() == .ask(page: 1))
        plan.received(page(1, total: .exactly(9_000)))
        #expect(plan.step() == .done)
    }
}
