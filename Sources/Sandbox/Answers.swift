internal import HTTPServer
internal import JSONText

/// Answers that do not depend on the corpus.
enum Answers {
    /// Stands in every answer, so that nobody takes it for the real API's.
    static let mark = ServerResponse.Field("x-articlesync-sandbox", "invented")

    static func json(_ bytes: [UInt8], status: Int = 200, headers: [ServerResponse.Field] = []) -> ServerResponse {
        ServerResponse(status: status, type: "application/json;charset=UTF-8", headers: [mark] + headers, bytes: bytes)
    }

    static func html(status: Int) -> ServerResponse {
        let title = status == 403 ? "Forbidden" : "Please stand by"
        let page = "<!DOCTYPE html><html><head><title>\(title)</title></head><body><h1>\(title)</h1></body></html>\n"
        return ServerResponse(status: status, type: "text/html", headers: [mark], bytes: Array(page.utf8))
    }

    /// The form of the gateway since 2018.
    static func fault(
        _ status: Int, _ text: String, code: String, headers: [ServerResponse.Field] = []
    ) -> ServerResponse {
        var json = JSONWriter()
        json.object { json in
            json.key("fault")
            json.object { json in
                json.member("faultstring", text)
                json.key("detail")
                json.object { $0.member("errorcode", code) }
            }
        }
        return Self.json(json.bytes, status: status, headers: headers)
    }

    static let missingKey = fault(
        401, "Failed to resolve API Key variable request.queryparam.api-key",
        code: "steps.oauth.v2.FailedToResolveAPIKey")

    static let badKey = fault(401, "Invalid ApiKey", code: "oauth.v2.InvalidApiKey")

    /// Minute and day alike, and with the two spaces that the gateway writes.
    static func tooMany(retryAfter seconds: Int? = nil) -> ServerResponse {
        fault(
            429, "Rate limit quota violation. Quota limit  exceeded. Identifier : 00000000-0000-0000-0000-000000000000",
            code: "policies.ratelimit.QuotaViolation",
            headers: seconds.map { [ServerResponse.Field("Retry-After", "\($0)")] } ?? [])
    }

    /// The form of the API itself for a request that it does not understand.
    static func errors(_ errors: [String], status: Int = 400) -> ServerResponse {
        var json = JSONWriter()
        json.object { json in
            json.member("status", "ERROR")
            json.member("copyright", Envelope.copyright)
            json.member("errors", errors)
        }
        return Self.json(json.bytes, status: status)
    }

    /// The form of the server behind the gateway, when one article of a page trips it.
    static func internalError(path: String) -> ServerResponse {
        var json = JSONWriter()
        json.object { json in
            json.member("timestamp", 1_502_585_460_212)
            json.member("status", 500)
            json.member("error", "Internal Server Error")
            json.member("exception", "org.springframework.core.convert.ConversionFailedException")
            json.member(
                "message",
                "Failed to convert from type [java.lang.String] to type [java.net.URL] for value '/data/daily'")
            json.member("path", path)
        }
        return Self.json(json.bytes, status: 500)
    }

    /// The form of the gateway before 2018.
    static func message(_ status: Int) -> ServerResponse {
        var json = JSONWriter()
        json.object {
            $0.member(
                "message", status == 403 ? "You cannot consume this service" : "Invalid authentication credentials")
        }
        return Self.json(json.bytes, status: status)
    }
}
