import ArticleSync
import Articles
import Chronology
import TestSupport

/// A search API in memory: pages, a cap, ties without order, pages that fail, and a corpus that changes while it is paged.
struct SimulatedSearch {
    struct Document: Hashable {
        var id: Int
        var day: CalendarDay
        /// Documents of one day and the same minute have no order of their own.
        var minute: Int
    }

    var documents: [Document]
    let limits: SourceLimits
    /// From this total on the API stops counting.
    var ceiling = Int.max
    /// Documents that no page can be made of.
    var poison: Set<Int> = []
    var poisonKind = SourceFailure.Kind.poisonPage
    /// Whether the order within a minute differs from request to request.
    var shufflesTies = false
    /// Whether the usual order is from the newest to the oldest.
    var isDescending = false
    /// Documents that have the address of another.
    var twins: [Int: Int] = [:]
    /// Called before each answer, with the number of requests before it.
    var changes: (PageRequest, Int, inout [Document]) -> Void = { _, _, _ in }
    private(set) var requests: [PageRequest] = []

    init(_ documents: [Document], limits: SourceLimits) {
        self.documents = documents
        self.limits = limits
    }

    func matching(_ days: DayRange) -> [Document] { documents.filter { days.contains($0.day) } }

    mutating func answer(_ request: PageRequest) throws(SourceFailure) -> ArticlePage {
        changes(request, requests.count, &documents)
        requests.append(request)
        let salt = shufflesTies ? requests.count &* 7_919 : 0
        var found = sorted(request.days, salt)
        if (request.order == .reversed) != isDescending { found.reverse() }
        let offset = request.page * limits.pageSize
        precondition(offset < limits.cap ?? .max, "asked beyond the cap: \(request)")
        let page = found.dropFirst(offset).prefix(limits.pageSize)
        if page.contains(where: { poison.contains($0.id) }) {
            var failure = SourceFailure(poisonKind, asked: "\(request)", reason: "status 500")
            failure.wasAnswered = true
            throw failure
        }
        let total: Total = found.count >= ceiling ? .atLeast(ceiling) : .exactly(found.count)
        return ArticlePage(number: request.page, total: total, articles: page.map(article))
    }

    private func article(_ document: Document) -> Article {
        var article = Self.article(document)
        article.url = "https://example.org/\(twins[document.id] ?? document.id)"
        return article
    }

    private struct Sorted {
        var days: DayRange
        var salt: Int
        var documents: [Document]
        var found: [Document]
    }

    private var last: Sorted?

    /// What is found, in order; the last result is remembered, as one search is paged many times.
    private mutating func sorted(_ days: DayRange, _ salt: Int) -> [Document] {
        if let last, last.days == days, last.salt == salt, last.documents == documents { return last.found }
        let found = matching(days).sorted {
            ($0.day, $0.minute, ($0.id &* 2_654_435_761 ^ salt) % 1_009, $0.id)
                < ($1.day, $1.minute, ($1.id &* 2_654_435_761 ^ salt) % 1_009, $1.id)
        }
        last = Sorted(days: days, salt: salt, documents: documents, found: found)
        return found
    }

    static func article(_ document: Document) -> Article {
        var article = Article(key: ArticleKey(provider: "p", id: "\(document.id)"))
        article.publishedAt = .day(document.day)
        return article
    }
}

/// Runs a plan to its end against a simulated search, as a run does.
struct PlanRun {
    private(set) var plan: RunPlan
    private(set) var staged: [DayRange: Set<String>] = [:]
    private(set) var failure: SourceFailure?
    private(set) var restarts = 0
    private(set) var urgencies: [DayRange: Urgency] = [:]

    var ids: Set<String> { staged.values.reduce(into: []) { $0.formUnion($1) } }

    init(_ plan: RunPlan) { self.plan = plan }

    mutating func perform(_ search: inout SimulatedSearch, at now: Instant) {
        var inFlight: [PageRequest] = []
        for _ in 0..<1_000_000 {
            switch plan.step(at: now) {
            case .ask(let request, let urgency):
                urgencies[request.window] = urgency
                inFlight.append(request)
            case .wait:
                let request = inFlight.removeFirst()
                do throws(SourceFailure) {
                    let page = try search.answer(request)
                    if plan.received(page, for: request) {
                        staged[request.window, default: []].formUnion(page.articles.map(\.key.id))
                    }
                } catch {
                    guard plan.failed(error, for: request) else {
                        failure = error
                        return
                    }
                }
            case .unstage(let window):
                restarts += 1
                staged[window] = nil
            case .fail(let error):
                failure = error
                return
            case .done: return
            }
        }
        preconditionFailure("the plan does not end")
    }
}
