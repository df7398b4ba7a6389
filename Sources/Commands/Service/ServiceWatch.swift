internal import ArticleSync
internal import Chronology
internal import Lifecycle
internal import Synchronization
internal import Telemetry

/// What the service manager and a watchdog are told about a service; nothing where there is no manager.
final class ServiceWatch: Sendable {
    private typealias Part = Watchdog<SuspendingClock>.Part

    private let watchdog = Watchdog(clock: SuspendingClock())
    private let notifier: ServiceNotifier?
    private let interval: Duration?
    private let clock: WallClock
    private let logger: Logger
    private let said = Mutex(Said())

    private struct Said {
        var status = ""
        var activity: SyncService.Activity?
        var refusal: String?
        var isUnheard = false
        var isStopping = false
    }

    private static let scheduler = Part("the scheduler", allowance: .seconds(60))
    /// Longer than any replacement, and than another writer is waited for.
    private static let writer = Part("the writer of the store", allowance: .seconds(600))

    /// - Throws: where the manager's words cannot be understood.
    init(_ context: ProcessContext, logger: Logger) throws {
        notifier = try ServiceNotifier(environment: context.environment)
        interval = try WatchdogInterval.read(context.environment, processID: context.processID)
        clock = context.clock
        self.logger = logger
    }

    /// What is wrong right now, in words.
    var complaint: String? { watchdog.complaint }

    /// Beats until it is cancelled; returns at once where nobody wants a beat.
    func beat() async {
        guard let notifier, let interval else { return }
        await watchdog.run(every: interval, to: notifier, logger: logger)
    }

    // MARK: What the parts do

    func schedulerWoke() { watchdog.begin(Self.scheduler) }

    func schedulerSleeps(_ activity: SyncService.Activity) {
        watchdog.wait(Self.scheduler, for: activity.wakesAt.map { max($0.since(clock.now), .zero) })
        said.withLock { $0.activity = activity }
        tellStatus()
    }

    func writerWorks(_ isBeginning: Bool) {
        if isBeginning { watchdog.begin(Self.writer) } else { watchdog.end(Self.writer) }
    }

    // MARK: What the manager is told

    func ready() { send(.ready) }

    func reloading() { send(.reloading) }

    /// The configuration was read again.
    func reloaded(_ refusal: String?) {
        send(.ready)
        said.withLock { $0.refusal = refusal }
        tellStatus()
    }

    func stopping() {
        said.withLock { $0.isStopping = true }
        send(.stopping, .status("stopping: pages under way are finished and kept"))
    }

    private func tellStatus() {
        guard notifier != nil else { return }
        let text = said.withLock { said -> String? in
            let text = Self.text(said)
            guard text != said.status, !said.isStopping else { return nil }
            said.status = text
            return text
        }
        if let text { send(.status(text)) }
    }

    /// `3 queries, running now, next at 2026-01-01T06:00:00Z; the configuration was refused: …`.
    private static func text(_ said: Said) -> String {
        guard let activity = said.activity else { return "starting" }
        var text = activity.queries == 1 ? "1 query" : "\(activity.queries) queries"
        // Without a number, which in a busy service is another one every millisecond.
        text += activity.running > 0 ? ", running now" : ", none running"
        text += activity.nextAt.map { ", next at \($0)" } ?? ""
        text += said.refusal.map { "; the configuration was refused: \($0)" } ?? ""
        return text
    }

    /// A manager that does not hear is told of once, and again after it has heard.
    private func send(_ messages: ServiceMessage...) {
        guard let notifier else { return }
        for message in messages {
            do throws(ServiceNotifierError) {
                try notifier.send(message)
                said.withLock { $0.isUnheard = false }
            } catch {
                let isNew = said.withLock { said in
                    defer { said.isUnheard = true }
                    return !said.isUnheard
                }
                if isNew { logger.log(.warning, "service manager was not told", ["error": error]) }
            }
        }
    }
}
