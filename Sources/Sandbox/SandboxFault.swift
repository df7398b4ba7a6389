/// What a sandbox can do wrong, by the name it is asked for with.
package enum SandboxFault: String, Sendable, CaseIterable {
    case internalError = "500"
    case unavailable = "503"
    case gatewayTimeout = "504"
    case html
    case forbiddenHTML = "403-html"
    case empty
    case blank
    case invalidJSON = "invalid-json"
    case truncatedJSON = "truncated-json"
    case docsNull = "docs-null"
    case noResponse = "no-response"
    case noTotal = "no-total"
    case renamedEnvelope = "renamed-envelope"
    case statusError = "status-error"
    case nullElement = "null-element"
    case wrongType = "wrong-type"
    case duplicate
    case driftingTotal = "drifting-total"
    case badKey = "bad-key"
    case missingKey = "missing-key"
    case message
    case tooMany = "429"
    case tooManyRetryAfter = "429-retry-after"
    case stall
    case stallBody = "stall-body"
    case cut
    case hangUp = "hang-up"
    case slow
    case redirectLoop = "redirect-loop"
    case redirectAway = "redirect-away"
    case gzipBomb = "gzip-bomb"

    /// One line that says what it does.
    package var summary: String {
        switch self {
        case .internalError: "500 with the body of the API's own server"
        case .unavailable: "503 with the gateway's fault"
        case .gatewayTimeout: "504 with the gateway's fault"
        case .html: "200 with a page of HTML"
        case .forbiddenHTML: "403 with a page of HTML"
        case .empty: "200 with an empty body"
        case .blank: "200 with one space"
        case .invalidJSON: "200 with text that is no JSON"
        case .truncatedJSON: "200 with the first half of the page, whole for HTTP"
        case .docsNull: "the page with docs: null, whatever its total"
        case .noResponse: "200 without the member response"
        case .noTotal: "the page without its total"
        case .renamedEnvelope: "the page with its total under another name"
        case .statusError: "200 with status ERROR"
        case .nullElement: "the page with null in place of its first article"
        case .wrongType: "the page with a first article whose date and word count are nonsense"
        case .duplicate: "the page with its first article twice and without its last"
        case .driftingTotal: "the page with a total that grows by one each time"
        case .badKey: "401, the key is invalid"
        case .missingKey: "401, the key is missing"
        case .message: "401 in the older gateway's form; =STATUS for another, such as 403"
        case .tooMany: "429 as when the quota is spent"
        case .tooManyRetryAfter: "429 with Retry-After of 1 second; =SECONDS for another"
        case .stall: "no answer, for ten minutes or until the sandbox stops"
        case .stallBody: "half a body, then nothing, for ten minutes or until the sandbox stops"
        case .cut: "half a body, then the connection is closed"
        case .hangUp: "the connection is closed without an answer"
        case .slow: "the page, after 2000 milliseconds; =MILLISECONDS for another time"
        case .redirectLoop: "302 to the same address"
        case .redirectAway: "302 to another host"
        case .gzipBomb: "1 MiB of gzip that becomes 1 GiB of blanks"
        }
    }

    /// What `=NUMBER` is where it is left out; nil where the fault takes none.
    var defaultNumber: Int? {
        switch self {
        case .message: 401
        case .tooManyRetryAfter: 1
        case .slow: 2_000
        default: nil
        }
    }
}
