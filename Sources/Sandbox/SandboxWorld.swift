internal import Chronology
internal import HTTPServer

/// All that changes while a sandbox runs: a value, so that the same requests lead to the same world.
struct SandboxWorld {
    private(set) var corpus: SandboxCorpus
    private var quota: RequestQuota
    private var faults: FaultScript
    private var cache = FindingsCache()
    private var poisoned: Set<Int>
    /// Searches that were let in.
    private var searches = 0
    /// Those of them that were answered well.
    private(set) var pages = 0
    private let options: SandboxOptions

    init(_ options: SandboxOptions) {
        let corpus = SandboxCorpus(options)
        self.corpus = corpus
        self.options = options
        quota = RequestQuota(perMinute: options.requestsPerMinute, perDay: options.requestsPerDay)
        faults = FaultScript(options.faults)
        var ids: Set<String> = []
        poisoned = []
        for article in options.poison {
            switch article {
            case .index(let index): poisoned.insert(index)
            case .id(let id): ids.insert(id)
            }
        }
        poisoned.formUnion(corpus.indexes(of: ids))
    }

    /// What a search is answered with.
    enum Outcome {
        case refused(ServerResponse)
        case page(Found)
        case poison
        case fault(rule: SandboxFaultRule, met: Int, Found)
    }

    /// A page, and the corpus that it was found in.
    struct Found {
        let corpus: SandboxCorpus
        var total = 0
        var offset = 0
        var indexes: [Int] = []
    }

    /// Lets a request in, or not, and finds its page; then life goes on.
    mutating func answer(_ query: [ServerRequest.Field], at now: Instant) -> Outcome {
        guard quota.admit(at: now) else { return .refused(Answers.tooMany()) }
        searches += 1
        let asked: PageRequest
        do throws(BadParameters) {
            asked = try PageRequest(query, era: corpus.era, cap: options.cap)
        } catch {
            // A fault of the gateway comes before the request is read.
            guard let met = faults.next(nil) else { return .refused(Answers.errors(error.errors)) }
            return .fault(rule: met.rule, met: met.met, Found(corpus: corpus))
        }
        let met = faults.next(asked)
        let found = find(asked)
        if let met { return .fault(rule: met.rule, met: met.met, found) }
        guard poisoned.isDisjoint(with: found.indexes) else { return .poison }
        pages += 1
        liveOn()
        return .page(found)
    }

    private mutating func find(_ asked: PageRequest) -> Found {
        let findings = cache.findings(asked.search, in: corpus)
        let offset = asked.page * PageRequest.size
        var random = SeededRandom(seed: options.seed, stream: UInt64(searches))
        let indexes =
            options.isPrint
            ? findings.page(at: offset, size: PageRequest.size, in: corpus, &random)
            : findings.page(at: offset, size: PageRequest.size)
        return Found(corpus: corpus, total: findings.count, offset: offset, indexes: indexes)
    }

    private mutating func liveOn() {
        if let drift = options.drift, drift.after == pages { corpus.era = drift.era }
        let (events, time) = options.life.events(after: pages)
        for event in events {
            var random = SeededRandom(seed: options.seed, stream: UInt64(time) &* 8 &+ event.rawValue)
            cache.letGo()
            if let index = corpus.live(event, &random) { cache.forget(index) }
        }
    }
}

// What a test does to it.
extension SandboxWorld {
    mutating func publish(_ count: Int, on day: CalendarDay?) -> [Int] {
        cache.letGo()
        return (0..<max(count, 0)).map { _ in
            var random = SeededRandom(seed: options.seed, stream: UInt64(corpus.version) &* 8 &+ 7)
            let instant = day.map { corpus.invention.plan.instant(on: $0, &random) }
            return corpus.publish(at: instant ?? corpus.nextInstant(&random))
        }
    }

    mutating func retract(_ ids: Set<String>) -> [Int] {
        cache.letGo()
        return corpus.indexes(of: ids).filter { corpus.retract($0) }
    }

    mutating func move(_ id: String, to day: CalendarDay) -> Int? {
        guard let index = corpus.index(of: id) else { return nil }
        cache.forget(index)
        // The time of day stays.
        let old = corpus.instant(index)
        corpus.move(index, to: Instant(startOf: day).adding(old.since(Instant(startOf: old.utcDay))))
        return index
    }

    mutating func change(_ id: String) -> Int? {
        guard let index = corpus.index(of: id) else { return nil }
        cache.forget(index)
        corpus.change(index)
        return index
    }

    mutating func switchEra(to era: SandboxEra) { corpus.era = era }

    mutating func poison(_ indexes: Set<Int>) { poisoned = indexes }
}
