internal import Articles
internal import Chronology
internal import HTTPExchange
internal import Rendering
internal import Webhooks

/// `articlesync notify`: whether webhooks can be reached.
struct NotifyCommand: Command {
    static let declaration = CommandDeclaration(
        name: "notify",
        summary: "Try the webhooks",
        discussion:
            "With --test a test notice is sent now, once, to the [[notify]] of this name, or to all, and what comes "
            + "back is printed. The exit code is 0 where each said 2xx, else 69.",
        arguments: [ArgumentDeclaration("NAME", "The name of a [[notify]]", arity: .optional)],
        options: [OptionDeclaration("test", "Send a test notice")])

    private let name: String?

    init(_ words: ParsedWords) throws(UsageMistake) {
        guard words.has("test") else {
            throw UsageMistake("notify does nothing by itself (`articlesync notify --test` sends a test notice)")
        }
        name = words.arguments.first
    }

    func run(in session: Session) async throws -> ExitCode {
        let settings = try session.settings()
        let webhooks = try chosen(from: settings.webhooks(environment: session.context.environment))
        guard !webhooks.isEmpty else {
            throw CommandFailure(.configuration, "\(settings.file): there is nobody to tell ([[notify]] adds somebody)")
        }
        let network = WebhookNetwork(settings, session)
        defer { network.close() }
        var isHeard = true
        for webhook in webhooks {
            let now = session.context.clock.now
            let notice = Notice(id: Notifier.randomID(), kind: .test, at: now)
            let line = OutboxLine(
                notice: notice.id, target: webhook.name, event: .test, query: nil, createdAt: now,
                body: NoticeBody(notice, version: Version.current).json)
            guard let request = webhook.request(for: line, at: now) else {
                throw CommandFailure(.failed, "\(webhook.name): there was no memory to sign the notice")
            }
            switch await network.transport.outcome(of: request) {
            case .success(let response):
                isHeard = isHeard && (200..<300).contains(response.status)
                try session.context.output.write(
                    "\(webhook.name): HTTP \(response.status)\(Self.beginning(of: response.body, webhook))\n")
            case .failure(let error):
                isHeard = false
                try session.context.output.write("\(webhook.name): \(error)\n")
            }
        }
        return isHeard ? .done : .unavailable
    }

    private func chosen(from webhooks: [Webhook]) throws -> [Webhook] {
        guard let name else { return webhooks }
        guard let webhook = webhooks.first(where: { $0.name == name }) else {
            throw UsageMistake.unknown("[[notify]]", name, among: webhooks.map(\.name))
        }
        return [webhook]
    }

    /// How an answer begins, on one line and harmless, its address and key masked.
    private static func beginning(of body: [UInt8], _ webhook: Webhook) -> String {
        let masked = Redaction(webhook.secrets).mask(String(decoding: body, as: UTF8.self))
        let text = String(decoding: masked.utf8.prefix(200), as: UTF8.self).harmless
        return text.isEmpty ? "" : ": " + text
    }
}
