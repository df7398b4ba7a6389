import Chronology
import Sandbox
import TestSupport

/// A sandbox with the clock of a test, which stands still until it is set.
struct Asked {
    let sandbox: Sandbox

    init(
        now: @escaping @Sendable () -> Instant = { Instant(secondsSince1970: 0) }, _ set: (inout SandboxOptions) -> Void
    )
        throws
    {
        var options = SandboxOptions()
        set(&options)
        sandbox = try Sandbox.start(options, clock: WallClock(now))
    }

    static func target(_ query: String) -> String { "/svc/search/v2/articlesearch.json?" + query }

    func raw(_ query: String, headers: [String] = []) throws -> RawConnection.Answer {
        try RawConnection.get(Self.target(query), port: sandbox.port, headers: headers)
    }

    func page(_ query: String) throws -> Page { try Page(raw(query + "&api-key=k")) }
}

/// A page of an answer, read.
struct Page {
    let status: Int
    let json: JSONValue

    init(_ answer: RawConnection.Answer) throws {
        status = answer.status
        json = try JSONValue(answer.body)
    }

    var response: JSONValue? { json["response"] }
    var summary: JSONValue? { response?["meta"] ?? response?["metadata"] }
    var hits: Int? { summary?["hits"]?.integer }
    var documents: [JSONValue] { response?["docs"]?.elements ?? [] }
    var ids: [String] { documents.compactMap { ($0["uri"] ?? $0["_id"])?.string } }
    var errors: [String] { json["errors"]?.elements?.compactMap(\.string) ?? [] }
    var faultCode: String? { json["fault"]?["detail"]?["errorcode"]?.string }
}
