internal import Articles
internal import Synchronization
internal import Telemetry

/// The keys that providers refused: a provider is not asked again before it gets another.
final class RefusedKeys: Sendable {
    private let refused = Mutex<[String: (key: Secret?, reason: String)]>([:])

    func refuse(_ provider: String, _ key: Secret?, _ run: Run) {
        refused.withLock { $0[provider] = (key, run.reason ?? "the key was refused") }
    }

    /// Why a provider is not asked with a key; nil where it may be.
    func refusal(of provider: String, with key: Secret?) -> SourceFailure? {
        refused.withLock { refused in
            guard let known = refused[provider] else { return nil }
            guard known.key == key else {
                refused[provider] = nil
                return nil
            }
            return SourceFailure(
                .badKey, asked: "not asked, since the provider refused the key before; a reload takes another",
                reason: known.reason)
        }
    }
}
