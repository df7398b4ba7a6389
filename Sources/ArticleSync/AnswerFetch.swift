internal import Articles
internal import Chronology

/// Where the pages of a run come from: the answers kept of it, else the source, whose answers are kept.
struct AnswerFetch: Sendable {
    let query: ArticleQuery
    let source: any ArticleSource
    let archive: any ArticleWriter
    let ticket: RunTicket
    let clock: WallClock

    /// What came of one request.
    enum Outcome: Sendable {
        /// A page, and whether its answer was kept before.
        case page(ArticlePage, wasKept: Bool)
        case failure(SourceFailure)
        case broken(StoreFailure)
    }

    /// One page; kept durably before it is handed on, where it came from the source.
    ///
    /// - Parameter mayBeKept: whether the run has answers that were not used yet.
    func fetch(_ request: PageRequest, urgency: Urgency, mayBeKept: Bool) async -> Outcome {
        var search = query.search(request.days)
        search.order = request.order
        search.urgency = urgency
        do throws(StoreFailure) {
            if mayBeKept, let kept = try await archive.answer(to: request, for: ticket) {
                // What cannot be read any more, since the definition changed, is asked again.
                if let page = try? source.page(request.page, of: search, in: kept) {
                    return .page(page, wasKept: true)
                }
            }
            let page: ArticlePage
            do throws(SourceFailure) {
                page = try await source.page(request.page, of: search)
            } catch {
                if error.kind == .drift, !error.answer.isEmpty {
                    try await archive.keepOdd(error.answer, reason: error.reason, for: ticket, at: clock.now)
                }
                return .failure(error)
            }
            if !page.answer.isEmpty { try await archive.keep(page.answer, to: request, for: ticket, at: clock.now) }
            return .page(page, wasKept: false)
        } catch {
            return .broken(error)
        }
    }

    /// A page of an answer that is kept, without asking anybody.
    func kept(_ request: PageRequest) async throws -> ArticlePage {
        var search = query.search(request.days)
        search.order = request.order
        guard let answer = try await archive.answer(to: request, for: ticket) else {
            throw StoreFailure(
                .other, tried: "read \(request) of \(query.name) again", reason: "the answer is kept no more",
                hint: "`articlesync sync \(query.name)` fetches it")
        }
        return try source.page(request.page, of: search, in: answer)
    }
}
