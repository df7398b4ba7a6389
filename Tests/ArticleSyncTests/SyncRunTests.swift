internal import ArticleSync
internal import Articles
internal import Chronology
internal import Synchronization
internal import Telemetry
internal import Testing

@Suite struct `A sync run`: RunScene {
    @Test func `004-49 asks, stages and replaces, in this order`() async throws {
        let writer = RecordingWriter()
        let run = try await perform(source(of: 5), writer)
        #expect(writer.steps == ["begin", "keep", "stage", "keep", "stage", "keep", "stage", "replace"])
        #expect(writer.stagedIDs == ["0", "1", "2", "3", "4"])
        #expect(run.outcome == .complete)
        #expect(run.counts.announced == .exactly(5))
        #expect(run.counts.fetched == 5)
        #expect(run.counts.unique == 5)
        #expect(run.counts.pages == 3)
        #expect(run.counts.bytes == 300)
        #expect(run.counts.requests == 7)
    }

    @Test func `takes today in the query's zone for a rolling window`() async throws {
        // It is still the 6th in New York.
        let run = try await perform(source(of: 1), RecordingWriter())
        #expect("\(run.window)" == "2015-07-05…2015-07-06")
    }

    /// A poison page alone is no failure of the source: the plan looks for what else is on it.
    @Test(arguments: SourceFailure.Kind.allCases.filter { $0 != .poisonPage })
    func `004-32 never replaces after a failure of the source`(kind: SourceFailure.Kind) async throws {
        for failingPage in 0...2 {
            let good = source(of: 6)
            let failing = ScriptedSource { (number, search) throws(SourceFailure) in
                if number == failingPage { throw SourceFailure(kind, asked: "page \(number)", reason: "on purpose") }
                return try good.answer(number, search)
            }
            let writer = RecordingWriter(current: .init(articles: 4, generation: 1, coverage: .complete))
            let run = try await perform(failing, writer)
            #expect(!writer.steps.contains("replace"))
            #expect(writer.steps.filter { $0 == "finish" }.count == 1)
            #expect(run.failure == kind)
            #expect(run.reason == "page \(failingPage): on purpose")
            #expect(run.counts.stored == 4)
            let expected: RunOutcome =
                switch kind {
                case .daySpent, .rateLimited: .parked
                case .cancelled: .cancelled
                default: .failed
                }
            #expect(run.outcome == expected)
        }
    }

    @Test(arguments: ["keep", "stage", "replace"])
    func `journals a failure of the store, and leaves the contents`(step: String) async throws {
        let writer = RecordingWriter(failing: step)
        let run = try await perform(source(of: 4), writer)
        #expect(run.outcome == .failed)
        #expect(run.reason == "\(step): the disk is full")
        #expect(writer.steps.last == "finish")
    }

    @Test func `throws where not even the journal can be written`() async throws {
        await #expect(throws: StoreFailure.self) { try await perform(source(of: 4), RecordingWriter(failing: "begin")) }
    }

    @Test func `with exact days asks one day more on each side and goes by the articles' own dates`() async throws {
        let articles = [
            article(1, published: "2015-07-05T03:59:59Z"),  // the 4th in New York
            article(2, published: "2015-07-05T04:00:00Z"),
            article(3, published: "2015-07-06"),
            article(4, published: "2015-07-07T04:00:00Z"),  // the 7th in New York
            article(5),
        ]
        let asked = Mutex<DayRange?>(nil)
        let source = ScriptedSource { number, search in
            asked.withLock { $0 = search.days }
            return ArticlePage(
                number: number, total: .exactly(5), articles: Array(articles.dropFirst(number * 2).prefix(2)))
        }
        let writer = RecordingWriter()
        let run = try await perform(source, writer, exactDays: true)
        #expect(asked.withLock { $0.map(\.description) } == "2015-07-04…2015-07-07")
        #expect(writer.stagedIDs == ["2", "3", "5"])
        #expect(run.outcome == .complete)
        #expect(run.counts.unique == 5)
    }

    @Test func `keeps complete contents when a document could not be read, and says which`() async throws {
        let source = ScriptedSource { number, _ in
            ArticlePage(
                number: number, total: .exactly(2), articles: [self.article(1)],
                dropped: [DroppedDocument(path: "docs[1]._id", reason: "is missing")])
        }
        let query = try query()
        let writer = RecordingWriter(
            current: .init(
                articles: 2, generation: 1, coverage: .complete, fingerprint: query.fingerprint,
                windows: [reading(query.days(at: now), 2)]))
        let run = try await perform(source, writer)
        #expect(run.outcome == .partial)
        #expect(run.counts.dropped == 1)
        #expect(run.reason?.contains("docs[1]._id: is missing") == true)
        #expect(writer.steps == ["begin", "keep", "stage", "hold"])
    }
}
