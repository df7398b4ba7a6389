package import Articles
package import Chronology
package import HTTPExchange
internal import Mapping

/// Judges the answers of one provider and reads pages out of them; it knows no network.
package struct AnswerReader: Sendable {
    package let definition: ProviderDefinition
    private let sentinel: ShapeSentinel?

    /// - Parameter sentinel: is shown each page that has documents, and asked what a changed answer has lost.
    package init(_ definition: ProviderDefinition, sentinel: ShapeSentinel? = nil) {
        self.definition = definition
        self.sentinel = sentinel
    }

    /// What one answer turned out to be.
    package struct Reading: Sendable {
        package let page: ArticlePage
        /// What was let go of documents that were read: values that could not be.
        package let omissions: [String]
    }

    /// The page that an answer holds.
    ///
    /// The answer is judged before it is decoded: by the definition's error rules, by its status, by what a good answer
    /// says of itself, and by whether what the definition promises is there.
    /// - Parameters:
    ///   - number: of the page, counted from 0.
    ///   - asked: what was asked, for messages.
    package func read(
        _ response: HTTPResponse, page number: Int, asked: String, now: Instant
    ) throws(SourceFailure) -> Reading {
        do throws(Judgement) {
            return try reading(of: response, page: number)
        } catch {
            throw failure(error, response, asked: asked, now: now)
        }
    }

    /// A failure that says when the next try is, where the provider said so or is waited for.
    ///
    /// A wait that is too long to be slept parks the run, whatever the status.
    private func failure(
        _ judgement: Judgement, _ response: HTTPResponse, asked: String, now: Instant
    ) -> SourceFailure {
        var kind = judgement.class.kind
        var wait = response.retryAfter(now: now).map { min($0, BudgetState.longestPause) }
        if kind == .transient, let wait, wait > definition.retry.longestAsked { kind = .rateLimited }
        if kind == .rateLimited { wait = wait ?? Self.nextMinute }
        if kind == .daySpent { wait = wait ?? Self.nextHour }
        guard let wait else {
            return SourceFailure(kind, asked: asked, reason: judgement.reason, hint: judgement.hint)
        }
        let retryAt = now.adding(wait)
        return SourceFailure(
            kind, asked: asked, reason: "\(judgement.reason); the next try is at \(retryAt)", hint: judgement.hint,
            retryAt: retryAt)
    }

    /// A refusal that names no wait is about the minute.
    private static let nextMinute = Duration.seconds(60)
    /// When a day ends that the provider calls spent is not known for certain.
    private static let nextHour = Duration.seconds(3_600)

    /// Whether the outcome of one exchange is worth another try.
    package func verdict(of outcome: Result<HTTPResponse, HTTPError>) -> RetryVerdict {
        switch outcome {
        case .failure: return RetryingTransport.judge(outcome)
        case .success(let response):
            var document = JSONDocument()
            let judgement: Judgement?
            do {
                judgement = try document.parse(response.body) { failure(of: response.status, root: $0) }
            } catch {
                judgement = unreadable(response, because: error)
            }
            switch judgement?.class {
            case .transient, .rateLimited, .poisonPage: return .retry(reason: judgement?.class.rawValue ?? "")
            case .daySpent, .badKey, .badQuery, .drift, nil: return .accept
            }
        }
    }

    private func reading(of response: HTTPResponse, page number: Int) throws(Judgement) -> Reading {
        var document = JSONDocument()
        do {
            return try document.parse(response.body) { root in
                if let failure = failure(of: response.status, root: root) { throw failure }
                return try reading(of: root, page: number, bytes: response.body.count)
            }
        } catch let error as Judgement {
            throw error
        } catch {
            throw unreadable(response, because: error)
        }
    }

    private func reading(of root: JSONNode, page number: Int, bytes: Int) throws -> Reading {
        let drift = Drift(definition, root, sentinel: sentinel)
        try drift.checkSuccess()
        let total = try drift.total()
        var report = MappingReport(keeping: 10_000)
        var articles: [Article] = []
        articles.reserveCapacity(definition.pagination.size)
        let shape = try definition.mapping.forEach(at: definition.records, in: root, report: &report) { article in
            articles.append(article)
            articles[articles.count - 1].aliases.removeAll { $0 == article.key.id }
        }
        try drift.checkRecords(shape, total: total, page: number, report)
        var page = ArticlePage(
            number: number, total: definition.pagination.total(counted: total), articles: articles,
            dropped: report.omissions.compactMap(DroppedDocument.init), bytes: bytes)
        if page.documents > 0, let sentinel { page.notices = sentinel.observe(root) }
        let omissions = report.omissions.filter { $0.subject == .value }.map(\.error.description)
        return Reading(page: page, omissions: omissions)
    }

    /// What the status and the error rules say; nil where nothing speaks against the answer.
    private func failure(of status: Int, root: JSONNode?) -> Judgement? {
        if let rule = definition.errors.first(where: { $0.matches(status: status, root: root) }) {
            let message = root.flatMap { root in
                rule.message.lazy.compactMap { $0.first(in: root)?.scalarText }.first
            }
            return Judgement(rule.class, "\(said(message)) (status \(status))", hint: rule.hint)
        }
        switch status {
        case 200...299: return nil
        case 401, 403: return Judgement(.badKey, "the key is refused (status \(status))", hint: "check the key")
        case 408, 500...599: return Judgement(.transient, "the provider failed (status \(status))")
        case 429: return Judgement(.rateLimited, "too many requests (status \(status))")
        case 400, 404, 414, 422: return Judgement(.badQuery, "the request is refused (status \(status))")
        default: return Judgement(.drift, "an answer that nobody expects (status \(status))")
        }
    }

    /// What a body is that is no JSON: an error by its status, else something that will pass.
    private func unreadable(_ response: HTTPResponse, because error: any Error) -> Judgement {
        let reason = "\(error)"
        if let failure = failure(of: response.status, root: nil) {
            return Judgement(failure.class, "\(failure.reason)\(Self.gatewaySays(response.body))", hint: failure.hint)
        }
        if case .tooDeep? = error as? JSONError { return Judgement(.drift, reason) }
        return Judgement(.transient, "\(reason) (status \(response.status))")
    }

    /// What an error without JSON says, which comes from a gateway or a proxy and not from the API.
    private static func gatewaySays(_ body: [UInt8]) -> String {
        let text = String(decoding: body.prefix(4_096), as: UTF8.self)
        guard text.contains(where: { !$0.isWhitespace }) else { return "; the body is empty" }
        var words = text[...]
        if text.drop(while: \.isWhitespace).first == "<" {
            let lower = text.lowercased()
            // Lower case may be longer; a page of ASCII, as these are, is not.
            guard lower.utf8.count == text.utf8.count, let start = lower.firstRange(of: "<title>")?.upperBound,
                let end = lower[start...].firstRange(of: "</title>")?.lowerBound
            else { return "; a web page came, not from the API but from a gateway or proxy" }
            words = text[start..<end]
        }
        let shown = words.prefix(200).split(whereSeparator: \.isWhitespace)
            .map { String($0.filter { !$0.isControl }) }.joined(separator: " ")
        return "; not the API but a gateway or proxy says \"\(shown)\""
    }

    /// What the provider said, on one line, cut, and without what looks like an identifier of the caller.
    private func said(_ message: String?) -> String {
        guard let message else { return "the provider refuses" }
        let words = message.prefix(300).split(whereSeparator: { $0.isWhitespace || $0.isNewline })
        let shown = words.map { $0.isIdentifier ? "…" : String($0.filter { !$0.isControl }) }
        return "the provider says \"\(shown.joined(separator: " "))\""
    }
}

/// Why there is no page.
struct Judgement: Error {
    let `class`: ErrorRule.Class
    let reason: String
    let hint: String?

    init(_ class: ErrorRule.Class, _ reason: String, hint: String? = nil) {
        self.class = `class`
        self.reason = reason
        self.hint = hint
    }
}

extension DroppedDocument {
    fileprivate init?(_ omission: MappingReport.Omission) {
        guard omission.subject == .element else { return nil }
        let error = omission.error
        let subject = error.property.map { "\($0): " } ?? ""
        let shown = error.value ?? "it"
        let reason =
            switch error.reason {
            case .missing: "nothing is there"
            case .wrongKind(let expected, let found): "\(expected) belongs here, not \(found.rawValue)"
            case .refused(let reason): "\(shown) \(reason)"
            }
        self.init(path: error.path, reason: subject + reason)
    }
}

extension Substring {
    /// Whether this is a UUID.
    fileprivate var isIdentifier: Bool {
        count == 36 && split(separator: "-").map(\.count) == [8, 4, 4, 4, 12]
            && allSatisfy { $0.isHexDigit || $0 == "-" }
    }
}

extension Character {
    fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
