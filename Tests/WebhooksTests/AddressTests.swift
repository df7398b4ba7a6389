import HTTPExchange
import Testing
import Webhooks

@Suite struct `The address of a webhook` {
    @Test(arguments: [
        ("https://hooks.example.org/services/T0/B0/sEcReT", "https://hooks.example.org", "/services/T0/B0/sEcReT"),
        (
            "https://hooks.example.org:8443/a?token=sEcReT&x=%20", "https://hooks.example.org:8443",
            "/a?token=sEcReT&x=%20"
        ),
        ("http://127.0.0.1:9/a", "http://127.0.0.1:9", "/a"),
        ("https://example.org?t=1", "https://example.org", "/?t=1"),
        ("https://[2001:db8::1]/x", "https://[2001:db8::1]", "/x"),
    ])
    func `is sent as it is and shows no more than its origin`(text: String, origin: String, rest: String) throws {
        let address = try WebhookAddress(text)
        let request = address.request(.post, body: [1])
        request.withRevealedURL { #expect($0 == origin + rest) }
        #expect(request.description == origin + "•••")
        #expect(request.method == .post && request.body == [1])
        #expect(!"\(address)\(request)\(address.secret as Any)".contains("sEcReT"))
        #expect(!String(reflecting: address).contains("sEcReT"))
    }

    @Test(arguments: ["https://example.org", "https://example.org/"])
    func `without a path has nothing to hide`(text: String) throws {
        let address = try WebhookAddress(text)
        #expect(address.secret == nil)
        address.request(.get).withRevealedURL { #expect($0 == "https://example.org/") }
    }

    @Test(arguments: [
        ("http://hooks.example.org/sEcReT", "in the clear"), ("ftp://127.0.0.1/sEcReT", "no URL of http"),
        ("https://me:sEcReT@example.org/", "user or a password"), ("https://sEcReT@example.org", "user or a password"),
        ("sEcReT", "is no URL"), ("https:///sEcReT", "no URL of http"), ("https://example.org/#sEcReT", "fragment"),
        ("https://example.org/sEcReT here", "percent-encoded"), ("https://example.org:0/sEcReT", "no URL of http"),
        ("https://example.org/sEcReT\r\nX: y", "percent-encoded"),
    ])
    func `that cannot be one is refused without showing it`(text: String, reason: String) {
        let mistake = #expect(throws: WebhookAddress.Mistake.self) { try WebhookAddress(text) }
        #expect(mistake?.reason.contains(reason) == true, "\(mistake?.reason ?? "none")")
        #expect(mistake?.reason.contains("sEcReT") == false)
    }

    @Test func `a host is not hidden by a user before it`() {
        #expect(throws: WebhookAddress.Mistake.self) { try WebhookAddress("https://127.0.0.1@evil.example/") }
        #expect(throws: WebhookAddress.Mistake.self) { try WebhookAddress("http://localhost.evil.example/") }
    }
}
