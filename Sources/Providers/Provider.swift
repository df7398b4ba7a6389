package import Articles
package import Chronology
package import HTTPExchange
package import Telemetry

/// One provider's search as a source of articles: a definition, a key, and a transport to send with.
///
/// It is stateless. Waiting for the budget and trying again are the transport's business, for which `verdict` judges.
package struct Provider: ArticleSource {
    package let definition: ProviderDefinition
    private let key: Secret?
    private let transport: any HTTPTransport
    private let clock: WallClock
    private let logger: Logger
    private let sentinel: ShapeSentinel?

    /// - Parameters:
    ///   - key: shown to the provider alone; nil where it takes none.
    ///   - transport: with everything that is to wrap it.
    ///   - clock: what a wait that the provider asks for is counted from.
    ///   - sentinel: watches the shape of answers as they come; kept answers are not shown to it, which may be old.
    package init(
        _ definition: ProviderDefinition, key: Secret?, transport: any HTTPTransport, clock: WallClock,
        logger: Logger = .silent, sentinel: ShapeSentinel? = nil
    ) {
        self.definition = definition
        self.key = key
        self.transport = transport
        self.clock = clock
        self.logger = logger
        self.sentinel = sentinel
    }

    package var limits: SourceLimits { definition.limits }

    package func page(_ number: Int, of search: ArticleSearch) async throws(SourceFailure) -> ArticlePage {
        let asked = asked(number, search)
        let request = try request(for: number, of: search)
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await transport.send(request)
        } catch {
            throw SourceFailure(error.redacted(by: request.redaction), asked: asked)
        }
        let reader = AnswerReader(definition, sentinel: sentinel)
        return try page(number, in: response, by: reader, asked: asked, redaction: request.redaction)
    }

    package func page(
        _ number: Int, of search: ArticleSearch, in answer: [UInt8]
    ) throws(SourceFailure) -> ArticlePage {
        let response = HTTPResponse(status: 200, body: answer)
        let asked = "the kept answer to " + asked(number, search)
        return try page(number, in: response, by: AnswerReader(definition), asked: asked, redaction: Redaction([]))
    }

    private func page(
        _ number: Int, in response: HTTPResponse, by reader: AnswerReader, asked: String, redaction: Redaction
    ) throws(SourceFailure) -> ArticlePage {
        let reading: AnswerReader.Reading
        do throws(SourceFailure) {
            reading = try reader.read(response, page: number, asked: asked, now: clock.now)
        } catch {
            var failure = error.redacted(by: redaction)
            failure.wasAnswered = true
            failure.answer = redaction.mask(answer: response.body)
            throw failure
        }
        if let first = reading.omissions.first {
            logger.log(
                .warning, "values of articles could not be read",
                ["provider": definition.name, "page": number, "values": reading.omissions.count, "first": first])
        }
        var page = reading.page
        page.notices = page.notices.map(redaction.mask)
        page.answer = redaction.mask(answer: response.body)
        return page
    }

    /// The request for one page; the key is added by whoever sends it and is no part of the search.
    /// - Throws: `bad_query` beyond the provider's cap, `bad_key` without a key that it wants.
    package func request(for page: Int, of search: ArticleSearch) throws(SourceFailure) -> HTTPRequest {
        let asked = asked(page, search)
        if definition.authentication.isRequired, key == nil {
            throw SourceFailure(
                .badKey, asked: asked, reason: "\(definition.title) wants a key, and there is none",
                hint: "name one by api_key_file, api_key_env or api_key_credential under [providers.\(definition.name)]"
            )
        }
        if let cap = definition.pagination.cap, page * definition.pagination.size >= cap {
            throw SourceFailure(
                .badQuery, asked: asked, reason: "\(definition.title) gives no more than \(cap) results of one search",
                hint: "ask for fewer days at a time")
        }
        let model = ArticleSearchRequest(search, page: page, of: definition)
        do {
            var request = HTTPRequest(
                url: definition.url, query: try definition.form.queryItems(of: model), headers: definition.headers,
                credential: definition.authentication.credential(key))
            request.priority = search.urgency == .backfill ? .backfill : .fresh
            return request
        } catch {
            throw SourceFailure(.badQuery, asked: asked, reason: "the search cannot be written: \(error)")
        }
    }

    /// What is asked, for messages.
    private func asked(_ page: Int, _ search: ArticleSearch) -> String {
        "\(definition.name) page \(page) of \(search.days)"
    }
}

extension SourceFailure {
    /// What the failure of an exchange means for a page.
    init(_ error: HTTPError, asked: String) {
        switch error {
        case .cancelled: self.init(.cancelled, asked: asked, reason: "cancelled")
        case .daySpent(let until), .dayReserved(let until):
            self.init(.daySpent, asked: asked, reason: "\(error)", retryAt: until)
        case .paused(let until): self.init(.rateLimited, asked: asked, reason: "\(error)", retryAt: until)
        case .redirectRefused, .tooManyRedirects, .bodyTooLarge, .headersTooLarge:
            self.init(.drift, asked: asked, reason: "\(error)")
        case .insecure: self.init(.badKey, asked: asked, reason: "\(error)")
        case .cannotResolve, .cannotConnect, .timedOut, .cutBody, .tlsFailed, .pinMismatch, .malformed, .noBudget,
            .proxyRefused, .other:
            self.init(.transient, asked: asked, reason: "\(error)")
        }
    }

    /// The same failure, with secrets masked in whatever the provider said.
    fileprivate func redacted(by redaction: Redaction) -> SourceFailure {
        SourceFailure(kind, asked: asked, reason: redaction.mask(reason), hint: hint, retryAt: retryAt)
    }
}
