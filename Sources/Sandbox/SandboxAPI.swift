internal import Chronology
internal import HTTPServer
internal import Synchronization
internal import Telemetry

/// Answers as the Article Search API would: key, then quota, then faults on request, then the page.
final class SandboxAPI: HTTPHandler {
    static let path = "/svc/search/v2/articlesearch.json"

    private struct State: ~Copyable {
        var world: SandboxWorld
        var log: RequestLog
    }

    private let documents: DocumentCache
    private let options: SandboxOptions
    private let clock: WallClock
    private let logger: Logger
    private let state: Mutex<State>

    init(_ options: SandboxOptions, clock: WallClock, logger: Logger) {
        self.options = options
        self.clock = clock
        self.logger = logger
        let world = SandboxWorld(options)
        documents = options.isPrepared ? DocumentCache(preparing: world.corpus) : DocumentCache(bound: 256 << 20)
        state = Mutex(State(world: world, log: RequestLog(kept: options.requestsKept)))
    }

    var corpus: SandboxCorpus { state.withLock { $0.world.corpus } }
    var requests: [SandboxRequest] { state.withLock { $0.log.requests } }
    var requestCount: Int { state.withLock { $0.log.count } }

    /// Does something to the world between two requests.
    func withWorld<Result: Sendable>(_ body: (inout sending SandboxWorld) -> sending Result) -> Result {
        state.withLock { body(&$0.world) }
    }

    func respond(to request: ServerRequest) -> ServerResponse {
        let now = clock.now
        let (answer, fault) = request.path == Self.path ? search(request, at: now) : (elsewhere(request), nil)
        let status: Int? = if case .none = answer.body { nil } else { answer.status }
        let query = request.query.filter { $0.name != "api-key" }
        let entry = SandboxRequest(path: request.path, query: query, at: now, status: status, fault: fault)
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

    private func search(_ request: ServerRequest, at now: Instant) -> (ServerResponse, SandboxFault?) {
        guard let key = request.value("api-key") else { return (Answers.missingKey, nil) }
        guard !key.isEmpty, options.key.map({ $0.reveal { $0 == key } }) ?? true else { return (Answers.badKey, nil) }
        switch state.withLock({ $0.world.answer(request.query, at: now) }) {
        case .refused(let answer): return (answer, nil)
        case .page(let found): return (page(found).answer, nil)
        case .poison: return (poison(request), nil)
        case .fault(let rule, let met, let found):
            return (page(found).answer(failing: rule, met: met, request), rule.fault)
        }
    }

    private func poison(_ request: ServerRequest) -> ServerResponse {
        switch options.poisonAnswer {
        case .internalError: Answers.internalError(path: request.path)
        case .html: Answers.html(status: 403)
        }
    }

    private func page(_ found: SandboxWorld.Found) -> FoundPage {
        let ceiling = options.countsTo.map { $0 == 0 ? .max : $0 } ?? found.corpus.era.ceiling
        return FoundPage(
            corpus: found.corpus, cache: documents, total: found.total, ceiling: ceiling, offset: found.offset,
            indexes: found.indexes)
    }
}
