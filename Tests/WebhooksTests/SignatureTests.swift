import Articles
import Chronology
import HTTPExchange
import Telemetry
import Testing
import Webhooks

@Suite struct `A signed notice` {
    private let now = Instant(secondsSince1970: 1_436_227_200)

    private func line() -> OutboxLine {
        OutboxLine(
            notice: "00ff", target: "chat", event: .failed, query: "q", createdAt: now, body: #"{"id":"00ff"}"#)
    }

    @Test func `proves the body and the time with the code that any HMAC gives`() throws {
        let webhook = Webhook(name: "chat", address: try WebhookAddress("https://example.org/x"), key: Secret("Jefe"))
        let request = try #require(webhook.request(for: line(), at: now.adding(.milliseconds(999))))
        let headers = Dictionary(request.headers.map { ($0.name, $0.value) }) { $1 }
        #expect(
            headers == [
                "Content-Type": "application/json", "X-Articlesync-Event": "failed",
                "X-Articlesync-Delivery": "00ff",
                // printf '1436227200.{"id":"00ff"}' | openssl dgst -sha256 -hmac Jefe
                "X-Articlesync-Signature":
                    "t=1436227200,v1=378923b201826160021239bcda838ff62cc8ec39b99cac071d129c9d2147a993",
            ])
        #expect(request.body == Array(#"{"id":"00ff"}"#.utf8) && request.method == .post)
    }

    @Test func `at another time, of another body or with another key is another`() throws {
        let bodies: [[UInt8]] = [[], [1], [1, 2]]
        var codes: Set<String> = []
        for body in bodies {
            for seconds in [Int64(1), 11] {
                for key in ["a", "b"] {
                    codes.insert(try #require(WebhookSignature.value(of: body, at: seconds, key: Secret(key))))
                }
            }
        }
        #expect(codes.count == 12)
    }

    @Test func `without a key there is no signature`() throws {
        let webhook = Webhook(name: "chat", address: try WebhookAddress("https://example.org/x"))
        let request = try #require(webhook.request(for: line(), at: now))
        #expect(!request.headers.contains { $0.name == "X-Articlesync-Signature" })
    }
}
