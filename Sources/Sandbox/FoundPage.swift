internal import HTTPServer

/// One page of what a search found, and its answer, good or bad.
struct FoundPage {
    let corpus: SandboxCorpus
    let cache: DocumentCache
    let total: Int
    let ceiling: Int
    let offset: Int
    /// Of the corpus.
    let indexes: [Int]

    /// What a good server answers.
    var answer: ServerResponse { Answers.json(envelope().bytes) }

    /// What a bad one answers.
    ///
    /// - Parameters:
    ///   - met: how often the rule was met, this time included.
    ///   - request: what was asked.
    func answer(failing rule: SandboxFaultRule, met: Int, _ request: ServerRequest) -> ServerResponse {
        switch rule.fault {
        case .internalError: return Answers.internalError(path: request.path)
        case .unavailable:
            return Answers.fault(
                503, "The Service is temporarily unavailable", code: "messaging.adaptors.http.flow.ServiceUnavailable")
        case .gatewayTimeout:
            return Answers.fault(504, "Gateway Timeout", code: "messaging.adaptors.http.flow.GatewayTimeout")
        case .html: return Answers.html(status: 200)
        case .forbiddenHTML: return Answers.html(status: 403)
        case .empty: return Answers.json([])
        case .blank: return Answers.json(Array(" ".utf8))
        case .invalidJSON: return Answers.json(Array(#"{"status":"OK","response":{"docs":[{"_id":}]}}"#.utf8))
        case .truncatedJSON: return Answers.json(Array(halfOfBody))
        case .docsNull: return Answers.json(envelope { _ in nil }.bytes)
        case .noResponse: return Answers.json(envelope(.withoutResponse).bytes)
        case .noTotal: return Answers.json(envelope(.withoutTotal).bytes)
        case .renamedEnvelope: return Answers.json(envelope(.renamed).bytes)
        case .statusError: return Answers.errors(["The search could not be completed"], status: 200)
        case .nullElement: return Answers.json(envelope { [Array("null".utf8)] + $0.dropFirst() }.bytes)
        case .wrongType: return Answers.json(envelope { nonsense + $0.dropFirst() }.bytes)
        case .duplicate: return Answers.json(envelope { $0.prefix(1) + $0.dropLast() }.bytes)
        case .driftingTotal: return Answers.json(envelope(total: total + met).bytes)
        case .badKey: return Answers.badKey
        case .missingKey: return Answers.missingKey
        case .message: return Answers.message(rule.number ?? 401)
        case .tooMany: return Answers.tooMany()
        case .tooManyRetryAfter: return Answers.tooMany(retryAfter: rule.number)
        case .stall: return .stalled(for: Self.forEver)
        case .stallBody: return halfThen(.pause(Self.forEver))
        case .cut: return halfThen(.cut)
        case .hangUp: return ServerResponse(body: .none)
        case .slow:
            var answer = answer
            answer.pause = .milliseconds(rule.number ?? 0)
            return answer
        case .redirectLoop: return redirect(to: request.target)
        case .redirectAway: return redirect(to: "https://elsewhere.invalid" + request.path)
        case .gzipBomb:
            var bomb = Answers.json([], headers: [ServerResponse.Field("Content-Encoding", "gzip")])
            bomb.body = GzipBomb.body()
            return bomb
        }
    }

    /// The server bounds it.
    private static let forEver = Duration.seconds(86_400)

    private func envelope(
        _ form: Envelope.Form = .faithful, total: Int? = nil, _ change: ([[UInt8]]) -> [[UInt8]]? = { $0 }
    ) -> Envelope {
        var written: [[UInt8]]? = indexes.map { cache.document(corpus.edition($0), in: corpus) }
        if let present = written, !present.isEmpty { written = change(present) }
        if corpus.era == .year2025, indexes.isEmpty { written = nil }
        return Envelope(
            era: corpus.era, total: total ?? self.total, ceiling: ceiling, offset: offset, documents: written,
            form: form)
    }

    /// The first document with a date and a word count of types that no era has.
    private var nonsense: [[UInt8]] {
        let writer = DocumentWriter(era: corpus.era, isNonsense: true)
        return indexes.first.map { [writer.bytes(of: corpus.article($0))] } ?? []
    }

    private var halfOfBody: ArraySlice<UInt8> {
        let bytes = envelope().bytes
        return bytes[..<(bytes.count / 2)]
    }

    private func halfThen(_ fault: ServerResponse.Step) -> ServerResponse {
        let half = Array(halfOfBody)
        let steps = Steps(0) { number in
            defer { number += 1 }
            return number == 0 ? .bytes(half) : fault
        }
        var answer = Answers.json([])
        answer.body = .steps(length: half.count * 2 + 1, next: steps.next)
        return answer
    }

    private func redirect(to location: String) -> ServerResponse {
        ServerResponse(status: 302, text: "", headers: [Answers.mark, ServerResponse.Field("Location", location)])
    }
}
