internal import Chronology
internal import HTTPServer
internal import Synchronization
internal import Telemetry

/// Answers as the Article Search API would: key, then quota, then faults on request, then the page.
final class SandboxAPI: HTTPHandler {
    static let path = "/svc/search/v2/articlesearch.json"

    private struct State: ~Copyable {
        var quota: RequestQuota
        var faults: FaultScript
        var results: ResultCache
        var log = RequestLog()
    }

    private let corpus: SandboxCorpus
    private let documents: DocumentCache
    private let options: SandboxOptions
    private let clock: WallClock
    private let logger: Logger
    private let state: Mutex<State>

    init(_ options: SandboxOptions, corpus: SandboxCorpus, clock: WallClock, logger: Logger) {
        self.options = options
        self.corpus = corpus
        self.clock = clock
        self.logger = logger
        documents = DocumentCache(corpus)
        state = Mutex(
            State(
                quota: RequestQuota(perMinute: options.requestsPerMinute, perDay: options.requestsPerDay),
                faults: FaultScript(options.faults), results: ResultCache()))
    }

    var requests: [SandboxRequest] { state.withLock { $0.log.requests } }

    func respond(to request: ServerRequest) -> ServerResponse {
        let (answer, fault) = request.path == Self.path ? search(request) : (elsewhere(request), nil)
        let status: Int? = if case .none = answer.body { nil } else { answer.status }
        let query = request.query.filter { $0.name != "api-key" }.map { ($0.name, $0.value) }
        let entry = SandboxRequest(path: request.path, query: query, status: status, fault: fault)
        state.withLock { $0.log.append(entry) }
        logger.log(.debug, "the sandbox answered", ["request": entry])
        return answer
    }

    private func elsewhere(_ request: ServerRequest) -> ServerResponse {
        guard request.path == "/" else {
            return ServerResponse(
                status: 404, text: "the sandbox answers at \(Self.path)\n", headers: [Answers.mark])
        }
        return ServerResponse(text: "\(Envelope.copyright)\nSearch at \(Self.path)\n", headers: [Answers.mark])
    }

    private func search(_ request: ServerRequest) -> (ServerResponse, SandboxFault?) {
        guard let key = request.value("api-key") else { return (Answers.missingKey, nil) }
        guard !key.isEmpty, options.key.map({ $0.reveal { $0 == key } }) ?? true else { return (Answers.badKey, nil) }
        guard state.withLock({ $0.quota.admit(at: clock.now) }) else { return (Answers.tooMany(), nil) }
        let asked = Result { () throws(BadParameters) in
            try PageRequest(request.query, era: options.era, cap: options.cap)
        }
        let page = try? asked.get().page
        let met = state.withLock { $0.faults.next(page: page) }
        switch asked {
        case .failure(let wrong):
            // A fault of the gateway comes before the request is read.
            guard let met else { return (Answers.errors(wrong.errors), nil) }
            return (found([], page: 0).answer(failing: met.rule, met: met.met, request), met.rule.fault)
        case .success(let asked):
            let results = state.withLock { $0.results.results(asked.search, in: corpus) }
            let found = found(results, page: asked.page)
            guard let met else { return (found.answer, nil) }
            return (found.answer(failing: met.rule, met: met.met, request), met.rule.fault)
        }
    }

    private func found(_ results: [Int], page: Int) -> FoundPage {
        let offset = page * PageRequest.size
        return FoundPage(
            documents: documents, era: options.era, total: results.count, offset: offset,
            indexes: results.dropFirst(offset).prefix(PageRequest.size))
    }
}

/// The results of the searches asked last: paging asks the same one again and again.
private struct ResultCache {
    private var entries: [(search: Search, results: [Int])] = []

    mutating func results(_ search: Search, in corpus: SandboxCorpus) -> [Int] {
        if let known = entries.first(where: { $0.search == search }) { return known.results }
        let results = corpus.search(search)
        if entries.count == 8 { entries.removeFirst() }
        entries.append((search, results))
        return results
    }
}
